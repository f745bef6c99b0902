// SPDX-License-Identifier: Apache-2.0
// Reads values that have neither variables nor patterns.

import Formats

/// Reads values of facts: texts, numbers, booleans, lists, maps and null.
struct PlainValueReader {
  /// Reads a scalar with a tag; nil for one that can't be read, which it reports.
  let tagged: (YAMLNode, inout NodeReader) -> JSONValue?
}

extension PlainValueReader {
  /// A value; nil where a part of it can't be read, which is reported.
  func value(_ node: YAMLNode, _ nodes: inout NodeReader) -> JSONValue? {
    if node.tag != nil { return tagged(node, &nodes) }
    switch node.content {
    case .sequence(let items):
      var values: [JSONValue] = []
      for item in items {
        guard let value = value(item, &nodes) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .mapping(let entries):
      var object = JSONObject()
      for entry in entries {
        guard let name = entry.key.text, let value = value(entry.value, &nodes) else { return nil }
        object.append(name, value)
      }
      return .object(object)
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return .null
      case .boolean(let value): return .boolean(value)
      case .integer(let literal), .float(let literal):
        return JSONNumber(literal: literal).map { .number($0) } ?? .string(scalar.text)
      case .nonFinite(let text), .string(let text): return .string(text)
      }
    }
  }
}
