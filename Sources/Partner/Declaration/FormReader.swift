// SPDX-License-Identifier: Apache-2.0
// Reads JSON objects with known members.

import Formats
import Text

/// Says in a whole sentence why a JSON value does not have the expected form.
package struct FormError: Error, Sendable, Equatable {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// Reads a JSON object with known members. A member that is null counts as missing.
struct FormReader {
  private let object: JSONObject
  private let what: String

  /// - Parameters:
  ///   - what: What the object is, with an article, such as `an error`.
  ///   - members: The names of all members; nil to ignore unknown ones.
  /// - Throws: if the value is not an object, or has an unknown member, or a member twice.
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

  /// The value of a member; nil if the member is missing or null.
  func value(_ name: String) -> JSONValue? {
    object[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// The text of a member.
  func text(_ name: String) throws(FormError) -> String? { try read(name, "a string", \.string) }

  /// The truth value of a member.
  func boolean(_ name: String) throws(FormError) -> Bool? {
    try read(name, "true or false", \.boolean)
  }

  /// The integer of a member.
  func integer(_ name: String) throws(FormError) -> Int? {
    try read(name, "an integer", \.number?.integer)
  }

  /// The texts of a member that is an array.
  func texts(_ name: String) throws(FormError) -> [String]? {
    try read(name, "an array of strings", Self.texts)
  }

  /// The object of a member.
  func object(_ name: String) throws(FormError) -> JSONObject? {
    try read(name, "an object", \.object)
  }

  private func read<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(FormError) -> Value?
  {
    guard let value = value(name) else { return nil }
    guard let read = read(value) else { throw wrong(name, expected, value) }
    return read
  }

  /// The error for a member of the wrong kind.
  func wrong(_ name: String, _ expected: String, _ value: JSONValue) -> FormError {
    FormError("'\(name)' of \(what) is \(expected), not \(FormReader.kind(value))")
  }

  /// The strings of an array of strings; nil for another value.
  static func texts(_ value: JSONValue) -> [String]? {
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count ? texts : nil
  }

  /// The kind of a value with an article; a short scalar is quoted instead.
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
