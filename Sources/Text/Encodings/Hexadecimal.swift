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

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
