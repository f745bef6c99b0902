// SPDX-License-Identifier: Apache-2.0
// Base64 in the standard alphabet and that for URLs.

/// Base64 (RFC 4648, section 4).
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start...].prefix(3)
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (24 - 8 * group.count)
      for digit in 0...group.count { output.append(alphabet[value >> (18 - 6 * digit) & 63]) }
    }
    while !output.count.isMultiple(of: 4) { output.append(UInt8(ascii: "=")) }
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
    return decode(digits.dropLast(padding), numbers)
  }

  /// The bytes of digits without padding; nil for another byte, and for bits left over that tell something.
  private static func decode(_ digits: ArraySlice<UInt8>, _ numbers: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(digits.count * 3 / 4)
    var value = UInt32(0)
    var bits = 0
    for digit in digits {
      let number = numbers[Int(digit)]
      guard number < 64 else { return nil }
      value = value << 6 | UInt32(number)
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
        value &= (1 << UInt32(bits)) - 1
      }
    }
    return value == 0 && bits < 6 ? output : nil
  }

  /// The alphabet for URLs, without padding (RFC 4648, section 5).
  package static func encode(url text: String) -> String { encode(url: Array(text.utf8)) }

  package static func encode(url bytes: [UInt8]) -> String {
    String(
      decoding: encode(bytes).utf8.compactMap { byte in
        byte == UInt8(ascii: "=") ? nil : swapped[byte] ?? byte
      }, as: UTF8.self)
  }

  /// The bytes of a text in the alphabet for URLs, without padding, the bits left over zero.
  ///
  /// - Returns: nil for another text.
  package static func decode(url text: String) -> [UInt8]? {
    decode(Array(text.utf8)[...], numbersForURLs)
  }

  /// The text that a run in either alphabet stands for, padded and wrapped or not. A form has a blank
  /// for `+`.
  ///
  /// - Returns: nil for under eight digits, and for bytes that are not UTF-8 that can be read.
  package static func text(_ run: String) -> String? {
    // Another text is told by its first other sign, without a copy of it.
    let numbers = numbersInText
    let isRun = run.utf8.allSatisfy {
      numbers[Int($0)] < 64 || $0 == 0x0A || $0 == 0x0D || $0 == UInt8(ascii: "=")
    }
    guard isRun else { return nil }
    var digits = run.utf8.filter { $0 != 0x0A && $0 != 0x0D }[...]
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard digits.count >= 8, let bytes = decode(digits, numbersInText),
      bytes.allSatisfy({ $0 >= 0x20 || 0x09...0x0D ~= $0 })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let swapped = [UInt8(ascii: "+"): UInt8(ascii: "-"), 0x2F: UInt8(ascii: "_")]

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The number of each digit by its byte; 255 for another byte.
  private static let numbers = numbers(of: "+/")
  private static let numbersForURLs = numbers(of: "-_")
  private static let numbersInText = numbers(of: "+/-_ ")

  /// - Parameter last: The digits for 62, 63, 62 …
  private static func numbers(of last: String) -> [UInt8] {
    var numbers = [UInt8](repeating: 255, count: 256)
    for (number, digit) in alphabet.dropLast(2).enumerated() { numbers[Int(digit)] = UInt8(number) }
    for (index, digit) in last.utf8.enumerated() { numbers[Int(digit)] = UInt8(62 + index % 2) }
    return numbers
  }
}
