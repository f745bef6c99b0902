// SPDX-License-Identifier: Apache-2.0
// The filters of `${value | filter}`.

package import Formats
internal import Text

/// A filter of `${value | filter}`, by its name.
package enum Filter: String, Sendable, CaseIterable {
  case base64
  case base64Decode = "base64-decode"
  case urlEncode = "url-encode"
  case urlDecode = "url-decode"
  case json
  case sha256
  case lower
  case upper
  case text
  case unwrap
}

extension Filter {
  /// The filtered value.
  ///
  /// - Throws: Where the filter can't be applied to the value.
  package func apply(to value: JSONValue) throws(FilterFailure) -> JSONValue {
    if self == .json { return .string(JSONWriter.text(value)) }
    guard let text = value.scalarText else {
      throw FilterFailure(message: "'\(rawValue)' takes a text, and this is \(value.withArticle)")
    }
    switch self {
    case .base64: return .string(Base64.encode(text))
    case .base64Decode:
      guard let bytes = Base64.decode(text), let decoded = String(validating: bytes, as: UTF8.self)
      else { throw FilterFailure(message: "the text is not Base64 of UTF-8 text") }
      return .string(decoded)
    case .urlEncode: return .string(PercentEncoding.encode(text))
    case .urlDecode:
      guard let decoded = PercentEncoding.decode(text) else {
        throw FilterFailure(message: "the text is not percent-encoded UTF-8")
      }
      return .string(decoded)
    case .sha256: return .string(SHA256.hexadecimal(Array(text.utf8)))
    case .lower: return .string(text.lowercased())
    case .upper: return .string(text.uppercased())
    case .text, .json: return .string(text)
    case .unwrap: return .string(Self.unwrapped(text))
    }
  }

  /// The cookbook's clean-up of a SAML response: runs of blanks and tabs become one blank, line
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

/// Why a filter could not be applied.
package struct FilterFailure: Error, Sendable, Equatable {
  package let message: String
}
