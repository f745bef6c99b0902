// SPDX-License-Identifier: Apache-2.0
// Bytes as hexadecimal digits.

/// Bytes as hexadecimal digits (RFC 4648, section 8), in lower case.
package enum Hexadecimal {
  /// Two digits for each byte.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    String(decoding: digits(of: bytes), as: UTF8.self)
  }

  /// Two digits for each byte, in ASCII.
  package static func digits(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      output.append(digit(byte >> 4))
      output.append(digit(byte & 15))
    }
    return output
  }

  /// The value of a digit, in either case; nil for another byte.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
