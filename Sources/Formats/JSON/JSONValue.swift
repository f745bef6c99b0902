// SPDX-License-Identifier: Apache-2.0
// A JSON value as it was written: members in order, numbers as literals.

/// A JSON value (RFC 8259).
///
/// Two values are equal if they mean the same: the order of members does not count, and numbers
/// are compared by value (`1`, `1.0` and `1e0` are equal).
package enum JSONValue: Sendable, Equatable, ExpressibleByStringLiteral {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// An integer.
  package static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// An object of these members, in this order.
  package static func object(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
    .object(JSONObject(members))
  }

  /// The text of a string, nil for another kind.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value of a member; nil for another kind and for an object without it.
  package subscript(name: String) -> JSONValue? { object?[name] }

  /// `null`, `boolean`, `number`, `string`, `array` or `object`.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    // By scalars: Swift's own comparison takes texts of different bytes for equal.
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }

  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
}
