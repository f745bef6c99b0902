// SPDX-License-Identifier: Apache-2.0
// Undoes what writers do to a text: escapes, percent-encoding, entities, wrapping, letter case.

/// A text as secrets are searched for in it: every escape undone, in whichever way it was written.
///
/// - JSON: `\u002B`, `\/`, `\n`, `\x2b`; URLs and forms: `%2B`, `+` for a blank; HTML and XML:
///   `&amp;`, `&eacute;`, `&#43;`, `&#x2B;`. An escape of an escape is undone as well, up to four levels.
/// - Letters are in lower case, and `_` is `/`, so that both alphabets of Base64 are one.
/// - Blanks, line ends, `+` and `-` are left out, so that a text may be wrapped.
///
/// A secret is written in the same way before it is compared.
struct NormalText {
  private(set) var bytes: [UInt8]
  /// Where each byte begins in the text.
  private(set) var starts: [Int32]
  /// Where each byte ends in the text.
  private(set) var ends: [Int32]
  /// The indices of bytes before which blanks were left out, in their order.
  private var afterBlanks: [Int32] = []

  /// How many bytes the text has.
  private let length: Int

  /// Escapes within escapes are undone to this depth.
  private static let depth = 4
}

extension NormalText {
  init(_ text: String) {
    self.init(decoding: Array(text.utf8))
    fold()
  }

  /// The text with its escapes undone, and not yet folded.
  init(decoding text: [UInt8]) {
    bytes = text
    length = text.count
    starts = Array(0..<Int32(text.count))
    ends = Array(1..<(Int32(text.count) + 1))
    for _ in 0..<Self.depth where mayHaveEscapes {
      if !undoEscapes() { break }
    }
  }

  /// The bytes of the text that some bytes stand for; not empty.
  func range(of bytes: Range<Int>) -> Range<Int> {
    Int(starts[bytes.lowerBound])..<Int(ends[bytes.upperBound - 1])
  }

  /// How many bytes of the text some bytes stand for, with those that were left out after them.
  func length(of bytes: Range<Int>) -> Int {
    let end = bytes.upperBound < starts.count ? starts[bytes.upperBound] : Int32(length)
    return Int(end - starts[bytes.lowerBound])
  }

  /// Whether blanks or line ends were left out between a byte and the next one.
  func isBlank(before index: Int) -> Bool {
    var (low, high) = (0, afterBlanks.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(afterBlanks[middle]) < index { low = middle + 1 } else { high = middle }
    }
    return low < afterBlanks.count && Int(afterBlanks[low]) == index
  }

  private var mayHaveEscapes: Bool { Self.mayHaveEscapes(bytes) }

  private static func mayHaveEscapes(_ bytes: [UInt8]) -> Bool {
    bytes.contains { TextEscape.begins(with: $0) }
  }

  /// The bytes alone of a normal text.
  static func bytes(of text: [UInt8]) -> [UInt8] {
    var bytes = text
    for _ in 0..<depth where mayHaveEscapes(bytes) {
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count)
      var read = 0
      while read < bytes.count {
        if TextEscape.begins(with: bytes[read]), let escape = TextEscape(in: bytes, at: read) {
          output += escape.bytes
          read += escape.length
        } else {
          output.append(bytes[read])
          read += 1
        }
      }
      if output.count == bytes.count { break }
      bytes = output
    }
    var write = 0
    for read in bytes.indices {
      let byte = folded[Int(bytes[read])]
      if byte == 0 { continue }
      bytes[write] = byte
      write += 1
    }
    bytes.removeSubrange(write...)
    return bytes
  }

  /// Undoes one level of escapes; false if there is none.
  private mutating func undoEscapes() -> Bool {
    var (read, write) = (0, 0)
    while read < bytes.count {
      guard TextEscape.begins(with: bytes[read]), let escape = TextEscape(in: bytes, at: read)
      else {
        if read != write {
          bytes[write] = bytes[read]
          starts[write] = starts[read]
          ends[write] = ends[read]
        }
        read += 1
        write += 1
        continue
      }
      let (start, end) = (starts[read], ends[read + escape.length - 1])
      // A character has no more bytes than its escape.
      for byte in escape.bytes {
        bytes[write] = byte
        starts[write] = start
        ends[write] = end
        write += 1
      }
      read += escape.length
    }
    guard write < bytes.count else { return false }
    bytes.removeSubrange(write...)
    starts.removeSubrange(write...)
    ends.removeSubrange(write...)
    return true
  }

  /// Leaves out what wrapping adds, and makes the rest alike.
  mutating func fold() {
    var write = 0
    for read in bytes.indices {
      let byte = Self.folded[Int(bytes[read])]
      if byte == 0 {
        if bytes[read] <= 0x20, afterBlanks.last != Int32(write) {
          afterBlanks.append(Int32(write))
        }
        continue
      }
      bytes[write] = byte
      if read != write {
        starts[write] = starts[read]
        ends[write] = ends[read]
      }
      write += 1
    }
    bytes.removeSubrange(write...)
    starts.removeSubrange(write...)
    ends.removeSubrange(write...)
  }

  /// Each byte as it is compared; 0 for one that is left out.
  private static let folded: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case 0...0x20, UInt8(ascii: "+"), UInt8(ascii: "-"): 0
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: SecretPlaces.lowercased(byte)
    }
  }
}

/// A character that is written as an escape.
private struct TextEscape {
  /// The bytes of the character.
  private(set) var bytes: [UInt8]
  /// How many bytes the escape has.
  private(set) var length: Int
}

extension TextEscape {
  static func begins(with byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&")
  }

  /// The escape that begins at an index; nil where none does.
  init?(in text: [UInt8], at index: Int) {
    switch text[index] {
    case UInt8(ascii: "%"):
      guard let value = Self.hexadecimal(text, index + 1, digits: 2) else { return nil }
      self.init(bytes: [UInt8(value)], length: 3)
    case UInt8(ascii: "\\"): self.init(afterBackslash: text, index)
    case UInt8(ascii: "&"): self.init(entity: text, index)
    default: return nil
    }
  }

  private init?(afterBackslash text: [UInt8], _ index: Int) {
    guard index + 1 < text.count else { return nil }
    switch text[index + 1] {
    case UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      self.init(bytes: [text[index + 1]], length: 2)
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      self.init(bytes: [0x20], length: 2)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard let value = Self.hexadecimal(text, index + 2, digits: 2) else { return nil }
      self.init(value, length: 4)
    case UInt8(ascii: "u"):
      if index + 2 < text.count, text[index + 2] == UInt8(ascii: "{") {
        self.init(braces: text, index)
        return
      }
      guard let value = Self.hexadecimal(text, index + 2, digits: 4) else { return nil }
      // Two halves of a character beyond U+FFFF.
      if 0xD800...0xDBFF ~= value, index + 7 < text.count, text[index + 6] == UInt8(ascii: "\\"),
        text[index + 7] == UInt8(ascii: "u"),
        let low = Self.hexadecimal(text, index + 8, digits: 4), 0xDC00...0xDFFF ~= low
      {
        self.init(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00), length: 12)
      } else {
        self.init(value, length: 6)
      }
    default: return nil
    }
  }

  /// `\u{2B}`.
  private init?(braces text: [UInt8], _ index: Int) {
    for digits in 1...6 where index + 3 + digits < text.count {
      guard text[index + 3 + digits] == UInt8(ascii: "}") else { continue }
      guard let value = Self.hexadecimal(text, index + 3, digits: digits) else { return nil }
      self.init(value, length: digits + 4)
      return
    }
    return nil
  }

  /// `&amp;`, `&#43;`, `&#x2B;`.
  private init?(entity text: [UInt8], _ index: Int) {
    let part = text[(index + 1)..<min(index + 11, text.count)]
    guard let end = part.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = part[..<end]
    let length = end - index + 1
    guard name.first == UInt8(ascii: "#") else {
      if let byte = Self.entities.first(where: { name.elementsEqual($0.key.utf8) })?.value {
        self.init(bytes: [byte], length: length)
        return
      }
      guard let letter = Self.letters.firstIndex(where: { name.elementsEqual($0.utf8) }) else {
        return nil
      }
      self.init(0xA0 + UInt32(letter), length: length)
      return
    }
    let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    self.init(value, length: length)
  }

  private static let entities: KeyValuePairs<String, UInt8> = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"),
    "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"), "plus": UInt8(ascii: "+"),
    "sol": UInt8(ascii: "/"), "equals": UInt8(ascii: "="), "nbsp": 0x20, "NewLine": 0x20,
    "percnt": UInt8(ascii: "%"), "lowbar": UInt8(ascii: "_"), "colon": UInt8(ascii: ":"),
    "period": UInt8(ascii: "."), "Tab": 0x20,
  ]

  /// The names of the characters from U+00A0 to U+00FF in HTML, in their order.
  private static let letters = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr \
    deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute \
    Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml \
    Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
    ucirc uuml yacute thorn yuml
    """.split(separator: " ")

  private init?(_ scalar: UInt32, length: Int) {
    guard let scalar = Unicode.Scalar(scalar) else { return nil }
    let bytes = Array(String(scalar).utf8)
    guard bytes.count <= length else { return nil }
    self.init(bytes: bytes, length: length)
  }

  private static func hexadecimal(_ text: [UInt8], _ start: Int, digits: Int) -> UInt32? {
    guard start + digits <= text.count else { return nil }
    var value = UInt32(0)
    for byte in text[start..<(start + digits)] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return value
  }
}
