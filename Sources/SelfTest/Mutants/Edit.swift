// SPDX-License-Identifier: Apache-2.0
// The ways to change a part of an answer.

import Formats
import HTTP
import Text

/// A way to change a part of an answer.
enum Edit: Sendable, Equatable {
  case status(Int)
  /// Without the part.
  case remove
  case null
  /// A value of another JSON type that looks most like it.
  case retype
  /// An empty text, array or object.
  case clear
  /// One letter or digit is another.
  case alter
  /// One more letter at the end.
  case extend
  /// Capitals are small letters and the other way round.
  case swapCase
  /// The value that another answer has at the same place.
  case borrow
  /// Without the last entry.
  case dropLast
  /// Another host in a URL.
  case moveHost
  /// Another path in a URL.
  case movePath
  /// A text that is not Base64.
  case spoilBase64
  /// `!` and nothing else.
  case negate
  case increment
  /// A time in seconds in place of milliseconds.
  case seconds
  /// A time ten years earlier, or later.
  case shiftYears(Int)
  case flip
  /// Another order.
  case reverse
  /// The last item twice.
  case repeatLast
  /// An item or entry that does not belong there, like those of other answers.
  case addAlien
  /// A member that no document has.
  case addUnknown
  case cutInHalf
  case markByteOrder
  /// A page of HTML.
  case page
  /// `text/html` in the header.
  case setText(String)
}

/// The result of an edit.
enum EditResult {
  case removed
  case value(JSONValue)
}

extension Edit {
  /// The edited value; nil where it changes nothing, or does not apply.
  ///
  /// - Parameters:
  ///   - others: Texts that other answers have at the place.
  ///   - sample: An entry that another answer has at the place.
  func edited(_ value: JSONValue, others: [String], sample: JSONValue?) -> EditResult? {
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

  /// The edited text; nil where it changes nothing, or does not apply.
  ///
  /// - Parameter others: Values that other answers have at the place.
  func edited(_ text: String, others: [String]) -> String? {
    let result: String? =
      switch self {
      case .clear: ""
      case .alter: text.altered
      case .extend: text + "x"
      case .swapCase: text.isWord ? text.swappedCase : nil
      case .borrow: others.first { $0 != text }
      case .moveHost: text.isURL ? text.withHost("sso-alien.example") : nil
      case .movePath: text.isURL ? text.withPath : nil
      case .spoilBase64: text.isBase64 ? "!" + text : nil
      case .setText(let text): text
      case .flip:
        switch text {
        case "true": "false"
        case "false": "true"
        default: nil
        }
      case .seconds, .shiftYears: time(text)
      default: nil
      }
    return result == text ? nil : result
  }

  private func time(_ text: String) -> String? {
    guard let number = Int(text), Self.isTime(number) else { return nil }
    switch self {
    case .seconds: return String(number / 1000)
    case .shiftYears(let years): return String(number + years * 31_557_600_000)
    default: return nil
    }
  }
}

extension String {
  /// The text with one letter or digit replaced by another of its kind; nil where it has none.
  var altered: String? {
    var bytes = Array(utf8)
    // In the middle, so that neither the beginning nor the end tells.
    let order = (0..<bytes.count).sorted { abs($0 * 2 - bytes.count) < abs($1 * 2 - bytes.count) }
    for index in order {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "8"), UInt8(ascii: "a")...UInt8(ascii: "e"),
        UInt8(ascii: "A")...UInt8(ascii: "E"):
        bytes[index] += 1
      case UInt8(ascii: "9"): bytes[index] = UInt8(ascii: "0")
      case UInt8(ascii: "f")...UInt8(ascii: "z"): bytes[index] = UInt8(ascii: "a")
      case UInt8(ascii: "F")...UInt8(ascii: "Z"): bytes[index] = UInt8(ascii: "A")
      default: continue
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    return nil
  }

  /// Whether it is a word of a protocol, not an id or a sentence: letters, `_`, `-`.
  fileprivate var isWord: Bool {
    (2...40).contains(utf8.count)
      && utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  fileprivate var swappedCase: String { self == uppercased() ? lowercased() : uppercased() }

  fileprivate var isURL: Bool { hasPrefix("http://") || hasPrefix("https://") || hasPrefix("/") }

  /// Whether it is Base64 of some length: words of letters don't count.
  fileprivate var isBase64: Bool {
    utf8.count >= 24 && utf8.count % 4 == 0 && Base64.decode(self) != nil
  }

  /// The URL at another host; nil for a path.
  fileprivate func withHost(_ host: String) -> String? {
    guard let scheme = firstRange(of: "://") else { return nil }
    let rest = self[scheme.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
    return self[..<scheme.upperBound] + host + rest
  }

  /// The URL with another last segment of its path.
  fileprivate var withPath: String? {
    let end = firstIndex { $0 == "?" || $0 == "#" } ?? endIndex
    return self[..<end] + "/sso-alien" + self[end...]
  }
}
