// SPDX-License-Identifier: Apache-2.0
// What the tests compare documents by: their JSON.

import Formats
import Text

/// A JSON value, to compare with.
enum Value: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([Value])
  case object([String: Value])
}

extension Value {
  /// What a node means, tags left out.
  init(_ node: YAMLNode) {
    switch node.content {
    case .sequence(let items): self = .array(items.map(Value.init))
    case .mapping(let entries):
      let members = entries.map { entry in (entry.key.text, Value(entry.value)) }
      self = .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: self = .null
      case .boolean(let value): self = .boolean(value)
      case .integer(let text), .float(let text): self = .number(Double(text) ?? .nan)
      case .string(let text), .nonFinite(let text): self = .string(text)
      }
    }
  }
}

extension Value: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Value].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Value].self))
    }
  }
}

extension YAMLNode {
  var text: String {
    if case .scalar(let scalar) = content { scalar.text } else { "" }
  }

  var items: [YAMLNode] {
    if case .sequence(let items) = content { items } else { [] }
  }

  /// The value of a key.
  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key.text == key }?.value
  }
}

func documents(_ text: String, limits: YAMLLimits = .standard) throws(YAMLError) -> [YAMLDocument] {
  try YAMLParser.documents(of: SourceFile(name: "f", text: text), limits: limits)
}

/// The root of the first document.
func root(_ text: String) throws -> YAMLNode? { try documents(text).first?.root }

/// The error that a text is refused with.
func refusal(_ text: String, limits: YAMLLimits = .standard) -> YAMLError? {
  do throws(YAMLError) {
    _ = try documents(text, limits: limits)
    return nil
  } catch {
    return error
  }
}
