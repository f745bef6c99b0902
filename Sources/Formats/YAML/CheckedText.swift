// SPDX-License-Identifier: Apache-2.0
// Which bytes a YAML file may have, and the classes of those that its grammar names.

import Text

extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// A line break, or the end of the text (the parser puts a zero there).
  var isBreakOrEnd: Bool { self == 0x0A || self == 0x0D || self == 0 }
  /// What must follow an indicator in block form.
  var endsToken: Bool { isBlank || isBreakOrEnd }
  /// `,` `[` `]` `{` `}`
  var isFlowIndicator: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
  /// What can follow a bare tag in brackets: `,` `]` `}`
  var endsFlowEntry: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: "]") || self == UInt8(ascii: "}")
  }
  var isDigit: Bool { 0x30...0x39 ~= self }
  /// What a tag's name may have (YAML 1.2.2, section 5.6, `ns-tag-char`), `%` apart.
  var isTagCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"),
      UInt8(ascii: "*"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "/"), UInt8(ascii: "?"),
      UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "&"), UInt8(ascii: "="),
      UInt8(ascii: "+"), UInt8(ascii: "$"):
      true
    default: false
    }
  }
}

/// What the check of a file's bytes found out.
struct CheckedText {
  /// Whether a byte order mark stands at the start.
  let hasByteOrderMark: Bool
  let isASCII: Bool

  /// Checks size, UTF-8, characters and length of lines.
  init(_ file: SourceFile, limits: YAMLLimits) throws(YAMLError) {
    let bytes = file.bytes
    if bytes.count > limits.byteCount {
      throw YAMLError(.over(.byteCount, limit: limits.byteCount), at: .start)
    }
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var isASCII = true
    var index = hasByteOrderMark ? 3 : 0
    var lineStart = index
    func failure(_ reason: YAMLError.Reason, at offset: Int) -> YAMLError {
      let place = file.position(at: ByteOffset(offset))
      return YAMLError(
        reason, at: hasByteOrderMark && place.line == 1 ? place.advanced(by: -1) : place)
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F {
        index += 1
      } else if byte == 0x0A || byte == 0x0D {
        if index - lineStart > limits.lineLength {
          throw failure(.over(.lineLength, limit: limits.lineLength), at: lineStart)
        }
        index += 1
        lineStart = index
      } else if byte == 0x09 {
        index += 1
      } else if byte < 0x80 {
        throw failure(.forbiddenCharacter(UInt32(byte)), at: index)
      } else {
        isASCII = false
        guard let scalar = EncodedScalar.read(bytes, at: index) else {
          throw failure(.invalidUTF8, at: index)
        }
        let value = scalar.value
        if value == 0xFEFF { throw failure(.misplacedByteOrderMark, at: index) }
        // YAML 1.2.2, section 5.1: C1 controls but NEL, and the non-characters of the first plane.
        if (value < 0xA0 && value != 0x85) || value == 0xFFFE || value == 0xFFFF {
          throw failure(.forbiddenCharacter(value), at: index)
        }
        index += scalar.length
      }
    }
    if index - lineStart > limits.lineLength {
      throw failure(.over(.lineLength, limit: limits.lineLength), at: lineStart)
    }
    self.hasByteOrderMark = hasByteOrderMark
    self.isASCII = isASCII
  }

}
