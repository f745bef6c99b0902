// SPDX-License-Identifier: Apache-2.0
// Reading of JSON objects with known members, for calls, answers and messages.

import JSON
import SourceText

/// What is wrong with a JSON value that should have had a certain form; a whole sentence.
package struct FormError: Error, Sendable, Equatable {
  package let sentence: String

  package init(_ sentence: String) {
    self.sentence = sentence
  }
}

/// A JSON object whose members are known; an absent member and null are the same.
struct FormReader {
  private let object: JSONObject
  private let what: String

  /// - Parameters:
  ///   - what: With its article, such as `an error`.
  ///   - members: All names it may have; nil where others are to be passed over.
  /// - Throws: where the value is no object, has another member, or one of them twice.
  init(_ value: JSONValue, of what: String, members: [String]?) throws(FormError) {
    guard case .object(let object) = value else {
      throw FormError("\(what) is an object, not \(FormReader.kind(value))")
    }
    var seen: Set<String> = []
    for name in object.names {
      guard seen.insert(name).inserted else { throw FormError("\(what) has '\(name)' twice") }
      if let members, !members.contains(name) {
        let hint = Suggestion.hint(for: name, among: members)
        throw FormError(
          "\(what) has no '\(name)'\(hint.isEmpty ? "; it has \(members.joined(separator: ", "))" : hint)"
        )
      }
    }
    self.object = object
    self.what = what
  }

  /// The value of a member that is there and not null.
  func value(_ name: String) -> JSONValue? {
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  func text(_ name: String) throws(FormError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw wrong(name, "a string", value) }
    return text
  }

  func boolean(_ name: String) throws(FormError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let boolean = value.boolean else { throw wrong(name, "true or false", value) }
    return boolean
  }

  func integer(_ name: String) throws(FormError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let integer = value.number?.integer else { throw wrong(name, "an integer", value) }
    return integer
  }

  func texts(_ name: String) throws(FormError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let texts = FormReader.texts(value) else {
      throw wrong(name, "an array of strings", value)
    }
    return texts
  }

  func wrong(_ name: String, _ expected: String, _ value: JSONValue) -> FormError {
    FormError("'\(name)' of \(what) is \(expected), not \(FormReader.kind(value))")
  }

  /// The strings of an array of strings; nil for another value.
  static func texts(_ value: JSONValue) -> [String]? {
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count ? texts : nil
  }

  /// The kind of a value with its article; a short scalar by itself.
  static func kind(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let number) where number.literal.utf8.count <= 20: number.literal
    case .string(let text) where text.utf8.count <= 40: "'\(text)'"
    case .array, .object: "an \(value.typeName)"
    case .number, .string: "a \(value.typeName)"
    }
  }
}
