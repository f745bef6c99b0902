// SPDX-License-Identifier: Apache-2.0
// The filters of `${value | filter}`, and what each makes of a value.

package import Formats
import Text

/// A filter of `${value | filter}`, by its name.
package enum Filter: String, Sendable, CaseIterable {
  case base64
  case base64Decode = "base64-decode"
  case base64url
  case base64urlDecode = "base64url-decode"
  case urlEncode = "url-encode"
  case urlDecode = "url-decode"
  case json
  case sha256
  case lower
  case upper
  case text
  case unwrap
  case cut
  case altered
}

extension Filter {
  /// Longer texts are refused: each encoding in a chain makes the text longer.
  private static let limitBytes = 8 << 20

  /// The filtered value.
  ///
  /// - Throws: Where the filter can't be applied to the value.
  package func apply(to value: JSONValue) throws(ValueMistake) -> JSONValue {
    if self == .json { return .string(JSONWriter.text(value)) }
    guard let text = value.scalarText else {
      throw ValueMistake(message: "'\(rawValue)' takes a text, and this is \(value.withArticle)")
    }
    guard text.utf8.count <= Self.limitBytes else {
      throw ValueMistake(
        message: "'\(rawValue)' takes at most \(Self.limitBytes.grouped) bytes, and this has "
          + text.utf8.count.grouped)
    }
    switch self {
    case .base64: return .string(Base64.encode(text))
    case .base64url: return .string(Base64.encode(url: text))
    case .base64Decode, .base64urlDecode:
      let bytes = self == .base64Decode ? Base64.decode(text) : Base64.decode(url: text)
      guard let decoded = bytes.flatMap({ String(validating: $0, as: UTF8.self) }) else {
        let name = self == .base64Decode ? "Base64" : "base64url without padding"
        throw ValueMistake(message: "the text is not \(name) of UTF-8 text")
      }
      return .string(decoded)
    case .urlEncode: return .string(PercentEncoding.encode(text))
    case .urlDecode:
      guard let decoded = PercentEncoding.decode(text) else {
        throw ValueMistake(message: "the text is not percent-encoded UTF-8")
      }
      return .string(decoded)
    case .sha256: return .string(SHA256.hexadecimal(Array(text.utf8)))
    case .lower: return .string(text.lowercased())
    case .upper: return .string(text.uppercased())
    case .text, .json: return .string(text)
    case .unwrap: return .string(Self.unwrapped(text))
    case .cut: return .string(String(text.dropLast()))
    case .altered: return .string(text.dropLast() + (text.last.map(Self.other) ?? ""))
    }
  }

  /// Another character of the same alphabet. Were the text Base64, in whose last character not all
  /// bits may count, it would stand for other bytes.
  private static func other(than last: Character) -> String {
    switch last {
    case "a"..."f", "A"..."Z": "5"
    default: "a"
    }
  }

  /// The cookbook's clean-up of a provider's response: runs of blanks and tabs become one blank, line
  /// breaks go, ends are trimmed (`video-subscriber-account`, section 3).
  private static func unwrapped(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    var hasBlank = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\t":
        if !hasBlank { output.append(" ") }
        hasBlank = true
      case "\n", "\r": break
      default:
        output.append(scalar)
        hasBlank = false
      }
    }
    let trimmed = output.drop { $0 == " " }
    guard let last = trimmed.lastIndex(where: { $0 != " " }) else { return "" }
    return String(String.UnicodeScalarView(trimmed[...last]))
  }
}
