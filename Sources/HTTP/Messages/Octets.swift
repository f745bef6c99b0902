// SPDX-License-Identifier: Apache-2.0
// Classes of bytes in HTTP, and texts compared and trimmed by them.

import Text

/// Bytes by class (RFC 9110, section 5.6 and RFC 5234, appendix B.1).
package enum Octets {
  static let carriageReturn = UInt8(ascii: "\r")
  static let lineFeed = UInt8(ascii: "\n")
  static let blank = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let colon = UInt8(ascii: ":")

  /// A character of a token: methods, field names, parameter names.
  static func isToken(_ byte: UInt8) -> Bool { tokens[Int(byte)] }

  /// Whether the text is a token: not empty and of token characters only.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isToken($0) }
  }

  /// Whether a field value or a reason phrase may have it: visible, blank, tab, obs-text.
  static func isFieldText(_ byte: UInt8) -> Bool { byte == tab || (byte >= 0x20 && byte != 0x7F) }

  static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == blank || byte == tab }

  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }

  static func hexadecimal(_ byte: UInt8) -> Int? { Hexadecimal.value(of: byte).map { Int($0) } }

  /// The text with ASCII letters in lower case and all else as it is.
  package static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
  }

  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }

  /// The members of a comma-separated list without white space and empty ones, in lower case
  /// (RFC 9110, section 5.6.1).
  package static func list(_ values: [String]) -> [String] {
    values.flatMap { value in
      value.utf8.split(separator: UInt8(ascii: ","))
        .map { lowercased(trimmed(String(decoding: $0, as: UTF8.self))) }
        .filter { !$0.isEmpty }
    }
  }

  /// The text without blanks and tabs around it.
  package static func trimmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[trimmed(bytes, 0..<bytes.count)], as: UTF8.self)
  }

  /// The part of the range without blanks and tabs around it.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, isWhiteSpace(bytes[lower]) { lower += 1 }
    while lower < upper, isWhiteSpace(bytes[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  private static let tokens: [Bool] = {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    return (0...255).map { number in
      let byte = UInt8(number)
      return isLetter(byte) || isDigit(byte) || marks.contains(byte)
    }
  }()
}
