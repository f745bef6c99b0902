// SPDX-License-Identifier: Apache-2.0
// Changes JSON values.

import Formats

/// What an edit makes of a value.
enum EditedValue {
  case removed
  case value(JSONValue)
}

extension Edit {
  /// What the edit makes of a value; nil where it changes nothing, or does not apply.
  ///
  /// - Parameters:
  ///   - others: Texts that other answers have at the place.
  ///   - sample: An entry that another answer has at the place.
  func edited(_ value: JSONValue, others: [String], sample: JSONValue?) -> EditedValue? {
    switch self {
    case .remove: return .removed
    case .null: return value == .null ? nil : .value(.null)
    case .retype: return .value(Self.retyped(value))
    case .addAlien: return Self.withAlien(value, sample).map { .value($0) }
    case .addUnknown:
      guard case .object(var object) = value else { return nil }
      object.append("ssoConformanceUnknown", "unknown")
      return .value(.object(object))
    default: break
    }
    switch value {
    case .string(let text): return edited(text, others: others).map { .value(.string($0)) }
    case .number(let number): return edited(number).map { .value($0) }
    case .boolean(let flag): return self == .flip ? .value(.boolean(!flag)) : nil
    case .array(let items): return edited(items).map { .value($0) }
    case .object(let object): return edited(object).map { .value($0) }
    case .null: return nil
    }
  }

  private func edited(_ number: JSONNumber) -> JSONValue? {
    guard let integer = number.integer else { return nil }
    switch self {
    case .increment: return .integer(integer + 1)
    case .negate: return integer > 0 ? .integer(-integer) : nil
    case .seconds: return Self.isTime(integer) ? .integer(integer / 1000) : nil
    case .shiftYears(let years):
      return Self.isTime(integer) ? .integer(integer + years * Self.year) : nil
    default: return nil
    }
  }

  private func edited(_ object: JSONObject) -> JSONValue? {
    if object.isEmpty { return nil }
    switch self {
    case .clear: return .object(JSONObject())
    case .dropLast:
      return object.count > 1 ? .object(JSONObject(Array(object.members.dropLast()))) : nil
    default: return nil
    }
  }

  private func edited(_ items: [JSONValue]) -> JSONValue? {
    guard let last = items.last else { return nil }
    switch self {
    case .dropLast: return items.count > 1 ? .array(items.dropLast()) : nil
    case .clear: return .array([])
    case .repeatLast: return .array(items + [last])
    case .reverse:
      let reversed = Array(items.reversed())
      return reversed == items ? nil : .array(reversed)
    default: return nil
    }
  }

  private static let year = 31_557_600_000

  /// Whether a number can be milliseconds since 1970, of a year from 2001 on.
  static func isTime(_ number: Int) -> Bool { 1_000_000_000_000..<10_000_000_000_000 ~= number }

  private static func retyped(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null: ""
    case .boolean(let flag): .string(flag ? "true" : "false")
    case .number(let number): .string(number.literal)
    case .string(let text): .array([.string(text)])
    case .array: .object(JSONObject())
    case .object(let object): .array(object.members.map(\.value))
    }
  }

  /// The collection with one more item: one like the others, with other texts.
  private static func withAlien(_ value: JSONValue, _ sample: JSONValue?) -> JSONValue? {
    switch value {
    case .array(let items):
      return .array(items + [(items.first ?? sample).map(alien) ?? "sso-alien"])
    case .object(var object):
      guard let entry = object.members.first?.value ?? sample else { return nil }
      object.append("sso-alien", entry)
      return .object(object)
    default: return nil
    }
  }

  /// A value like another, with other texts.
  private static func alien(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.altered ?? "sso-alien")
    case .array(let items): .array(items.map(alien))
    case .object(let object):
      .object(object.members.map { (name: $0.name, value: alien($0.value)) })
    case .null, .boolean, .number: value
    }
  }
}
