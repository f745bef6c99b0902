// SPDX-License-Identifier: Apache-2.0
// Changes texts.

import HTTP
import Text

extension Edit {
  /// What the edit makes of a text; nil where it changes nothing, or does not apply.
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
    let order = (0..<bytes.count).sorted {
      abs($0 * 2 - bytes.count) < abs($1 * 2 - bytes.count)
    }
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

  private func firstRange(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
