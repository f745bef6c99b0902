// SPDX-License-Identifier: Apache-2.0
// Base64, hexadecimal digits, percent-encoding and UUIDs as text.

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

  /// The number of each digit by its byte; a greater one for a byte that is none.
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

extension ArraySlice<UInt8> {
  /// Where these bytes first stand. The library's search takes many times as long.
  package func range(of bytes: [UInt8]) -> Range<Int>? {
    guard let first = bytes.first else { return startIndex..<startIndex }
    return indices.first { self[$0] == first && self[$0...].starts(with: bytes) }
      .map { $0..<($0 + bytes.count) }
  }
}

extension UInt8 {
  /// Whether it is a digit of ASCII.
  @inlinable package var isDigit: Bool { 0x30...0x39 ~= self }

  /// Whether it is a letter or a digit of ASCII.
  @inlinable package var isAlphanumeric: Bool { isDigit || 0x61...0x7A ~= self | 0x20 }
}

/// UUIDs in text form, 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4).
package enum UUIDText {
  /// A version 4 UUID of 16 random bytes, in lower case.
  package static func random(_ randomBytes: (Int) -> [UInt8]) -> String {
    var bytes = randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { output.append(UInt8(ascii: "-")) }
      output += Hexadecimal.digits(of: [byte])
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether a text has the form of a UUID, in either case.
  package static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { Hexadecimal.value(of: $0) != nil }
  }
}
