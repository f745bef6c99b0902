// SPDX-License-Identifier: Apache-2.0
// Base64 with the standard alphabet and padding.

/// Base64 (RFC 4648, section 4).
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var value = UInt32(0)
      for offset in 0..<3 {
        value = value << 8 | (offset < group.count ? UInt32(group[index + offset]) : 0)
      }
      for digit in 0..<4 {
        let isPadding = digit > group.count
        output.append(
          isPadding ? UInt8(ascii: "=") : alphabet[Int(value >> UInt32(18 - 6 * digit) & 63)])
      }
      index += 3
    }
    return String(decoding: output, as: UTF8.self)
  }

  package static func encode(_ text: String) -> String { encode(Array(text.utf8)) }

  /// The bytes of a text in canonical form: the standard alphabet, padded, no white space, the
  /// bits left over zero.
  ///
  /// - Returns: nil for another text.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var output: [UInt8] = []
    output.reserveCapacity(digits.count / 4 * 3)
    var value = UInt32(0)
    var bits = 0
    for digit in digits.dropLast(padding) {
      guard let number = numbers[Int(digit)] else { return nil }
      value = value << 6 | UInt32(number)
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
        value &= (1 << UInt32(bits)) - 1
      }
    }
    return value == 0 ? output : nil
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The number of each digit by its byte.
  private static let numbers: [UInt8?] = {
    var numbers = [UInt8?](repeating: nil, count: 256)
    for (number, digit) in alphabet.enumerated() { numbers[Int(digit)] = UInt8(number) }
    return numbers
  }()
}
