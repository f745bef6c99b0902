// SPDX-License-Identifier: Apache-2.0
// Percent-encoding of URLs and forms.

/// Percent-encoding (RFC 3986, section 2) and the encoding of HTML forms.
package enum PercentEncoding {
  /// Encodes all but the unreserved characters of RFC 3986: fit for one path segment or one value
  /// of a query.
  package static func encode(_ text: String) -> String {
    encode(text, keeping: { isUnreserved($0) })
  }

  /// Encodes a name or a value of `application/x-www-form-urlencoded`: a blank becomes `+`
  /// (URL Standard, section 5.2).
  package static func encodeForm(_ text: String) -> String {
    String(
      decoding: encode(
        text,
        keeping: { byte in
          byte == 0x20 || byte == UInt8(ascii: "*")
            || isUnreserved(byte) && byte != UInt8(ascii: "~")
        }
      ).utf8.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
  }

  /// The text that `%XX` and the rest stand for.
  ///
  /// - Parameter plusIsBlank: As in forms.
  /// - Returns: nil for a `%` without two hexadecimal digits and for bytes that are not UTF-8.
  package static func decode(_ text: String, plusIsBlank: Bool = false) -> String? {
    let isPlain = !text.utf8.contains {
      $0 == UInt8(ascii: "%") || plusIsBlank && $0 == UInt8(ascii: "+")
    }
    if isPlain { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.count, let high = Hexadecimal.value(of: bytes[index + 1]),
          let low = Hexadecimal.value(of: bytes[index + 2])
        else { return nil }
        output.append(high << 4 | low)
        index += 3
      case UInt8(ascii: "+") where plusIsBlank:
        output.append(0x20)
        index += 1
      default:
        output.append(bytes[index])
        index += 1
      }
    }
    return String(validating: output, as: UTF8.self)
  }

  private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if isKept(byte) {
        output.append(byte)
      } else {
        output += triplet(of: byte).utf8
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// `%2F` for a byte (RFC 3986, section 2.1).
  package static func triplet(of byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
  }

  /// Whether a byte is an unreserved character (RFC 3986, section 2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || "-._~".utf8.contains(byte)
  }
}
