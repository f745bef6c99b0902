// SPDX-License-Identifier: Apache-2.0
// Escapes in double quotes (YAML 1.2.2, section 5.7).

extension DocumentParser {
  /// Reads the escape that the parser stands on.
  mutating func escape(into buffer: inout [UInt8]) throws(YAMLError) {
    let start = index
    let letter = bytes[index + 1]
    let value: UInt32
    var digits = 0
    switch letter {
    case UInt8(ascii: "0"): value = 0
    case UInt8(ascii: "a"): value = 0x07
    case UInt8(ascii: "b"): value = 0x08
    case UInt8(ascii: "t"), 0x09: value = 0x09
    case UInt8(ascii: "n"): value = 0x0A
    case UInt8(ascii: "v"): value = 0x0B
    case UInt8(ascii: "f"): value = 0x0C
    case UInt8(ascii: "r"): value = 0x0D
    case UInt8(ascii: "e"): value = 0x1B
    case 0x20, UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): value = UInt32(letter)
    case UInt8(ascii: "N"): value = 0x85
    case UInt8(ascii: "_"): value = 0xA0
    case UInt8(ascii: "L"): value = 0x2028
    case UInt8(ascii: "P"): value = 0x2029
    case UInt8(ascii: "x"): (value, digits) = (hexadecimal(2), 2)
    case UInt8(ascii: "u"): (value, digits) = (hexadecimal(4), 4)
    case UInt8(ascii: "U"): (value, digits) = (hexadecimal(8), 8)
    default: value = .max
    }
    // Also halves of a pair of surrogates, which JSON has and YAML has not.
    guard let scalar = Unicode.Scalar(value) else {
      var end = start + 2
      while end < start + 2 + digits, bytes[end].isHexadecimal { end += 1 }
      // The whole of a character of more than one byte.
      while bytes[end] & 0xC0 == 0x80 { end += 1 }
      throw failure(.invalidEscape(text(from: start, to: end)), from: start, to: end)
    }
    buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    index += 2 + digits
  }

  /// The value of the digits of the escape; no scalar where there are too few of them.
  private func hexadecimal(_ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for offset in (index + 2)..<(index + 2 + count) {
      guard let digit = bytes[min(offset, bytes.count - 1)].hexadecimalValue else { return .max }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension UInt8 {
  var isHexadecimal: Bool { hexadecimalValue != nil }

  var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
