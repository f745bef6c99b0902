// SPDX-License-Identifier: Apache-2.0
// Normal texts, without escapes and wrapping, and those that everybody knows.

import Synchronization

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
  /// The indices of bytes before which blanks were left out.
  private var afterBlanks: Set<Int> = []

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
    for _ in 0..<Self.depth {
      if !bytes.contains(where: TextEscape.begins) || !undoEscapes() { break }
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
  func isBlank(before index: Int) -> Bool { afterBlanks.contains(index) }

  static func bytes(of text: [UInt8]) -> [UInt8] {
    var normal = NormalText(decoding: text)
    normal.fold()
    return normal.bytes
  }

  /// Undoes one level of escapes; false without any.
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
        if bytes[read] <= 0x20 { afterBlanks.insert(write) }
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
      guard let scalar = Self.entities[String(decoding: name, as: UTF8.self)] else { return nil }
      self.init(scalar, length: length)
      return
    }
    let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    self.init(value, length: length)
  }

  /// The names of characters in HTML: of some signs, and of those from U+00A0 to U+00FF.
  private static let entities: [String: UInt32] = {
    let signs =
      [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "plus": "+", "sol": "/",
        "equals": "=", "NewLine": " ", "percnt": "%", "lowbar": "_", "colon": ":", "period": ".",
        "Tab": " ",
      ] as [String: Unicode.Scalar]
    let letters = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
      sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
      Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc \
      Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute \
      THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
      igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave \
      uacute ucirc uuml yacute thorn yuml
      """
    var entities = signs.mapValues(\.value)
    for (index, name) in letters.split(separator: " ").enumerated() {
      entities[String(name)] = 0xA0 + UInt32(index)
    }
    entities["nbsp"] = 0x20
    return entities
  }()

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
      guard let digit = TokenRuns.hexadecimalDigit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}

/// The texts that are known to everybody: what the suites wrote, and the public facts of the profile.
///
/// A value that occurs in these texts is not treated as a secret.
package final class OwnTexts: Sendable {
  /// The lengths of the pieces that are remembered, in bytes of the normal text.
  private static let pieceLengths = (short: KnownSecrets.shortestBytes, long: Mask.shortestPart)

  private let texts: [[UInt8]]
  private let pieces = Mutex<PieceTable?>(nil)

  package init(_ texts: [[UInt8]] = []) { self.texts = texts }
}

extension OwnTexts {
  /// Whether a text stands in these. A text of under six characters stands there as a word.
  func contains(_ text: String) -> Bool { contains(NormalText.bytes(of: Array(text.utf8))[...]) }

  /// Whether a normal text stands in these.
  func contains(_ text: ArraySlice<UInt8>) -> Bool {
    if texts.isEmpty || text.isEmpty { return false }
    return pieces.withLock { pieces in
      let table = pieces ?? Self.table(of: texts)
      pieces = table
      let (short, long) = Self.pieceLengths
      let length = text.count < long ? min(text.count, short) : long
      return PieceTable.allHashes(of: text, length: length) { table.contains($0) }
    }
  }

  /// Whether all parts of a path stand in these, as in `/api/v2/provider/`; those of under six
  /// characters don't count, unless there are no others.
  func containsParts(of text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "/"))
      .filter { $0.count >= KnownSecrets.shortestBytes }
    return parts.isEmpty ? contains(text) : parts.allSatisfy { contains($0) }
  }

  /// The table of all pieces, made when it is first asked for.
  private static func table(of texts: [[UInt8]]) -> PieceTable {
    var table = PieceTable(count: texts.reduce(0) { $0 + $1.count })
    for text in texts {
      let normal = NormalText.bytes(of: text)
      table.insert(normal, length: pieceLengths.short)
      table.insert(normal, length: pieceLengths.long)
      for word in text.split(whereSeparator: { !isWordByte($0) })
      where word.count < pieceLengths.short {
        let normal = NormalText.bytes(of: Array(word))
        table.insert(normal, length: normal.count)
      }
    }
    return table
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte >= 0x80
  }
}

/// A set of hashes.
private struct PieceTable {
  private var slots: [UInt32]
  private let bits: Int

  /// - Parameter count: About half of the greatest number of hashes.
  init(count: Int) {
    bits = max(10, Int.bitWidth - (max(1, count) * 3).leadingZeroBitCount)
    slots = Array(repeating: 0, count: 1 << bits)
  }

  mutating func insert(_ text: [UInt8], length: Int) {
    _ = Self.allHashes(of: text[...], length: length) { hash in
      let (index, mark) = place(of: hash)
      slots[index] = mark
      return true
    }
  }

  func contains(_ hash: UInt64) -> Bool { slots[place(of: hash).index] != 0 }

  /// The slot that has the hash, or the empty one where it belongs.
  private func place(of hash: UInt64) -> (index: Int, mark: UInt32) {
    var index = Int(hash & UInt64(slots.count - 1))
    let mark = UInt32(hash >> 32) | 1
    while slots[index] != 0, slots[index] != mark { index = (index + 1) & (slots.count - 1) }
    return (index, mark)
  }

  /// Whether a condition holds for the hashes of all pieces of a length; false without any.
  static func allHashes(
    of text: ArraySlice<UInt8>, length: Int, _ condition: (UInt64) -> Bool
  ) -> Bool {
    guard length > 0, text.count >= length else { return false }
    var power = UInt64(1)
    for _ in 1..<max(length, 2) where length > 1 { power = power &* factor }
    var rolling = UInt64(0)
    for index in text.indices {
      if index >= text.startIndex + length {
        rolling = rolling &- (UInt64(text[index - length]) &+ 1) &* power
      }
      rolling = rolling &* factor &+ UInt64(text[index]) &+ 1
      guard index >= text.startIndex + length - 1 else { continue }
      if !condition(mixed(rolling &+ UInt64(length))) { return false }
    }
    return true
  }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// Texts that are not secret although they stand in SAML messages: what a suite tells the framework,
/// such as the id of the user's provider. Of other secrets a part is masked also where it is such a
/// text.
struct PublicTexts: Sendable {
  private var texts: [[UInt8]] = []

  private static let limit = 100
}

extension PublicTexts {
  mutating func insert(_ text: String) {
    let bytes = NormalText.bytes(of: Array(text.utf8))
    guard bytes.count >= KnownSecrets.shortestBytes, bytes.count <= 256, texts.count < Self.limit,
      !texts.contains(bytes)
    else { return }
    texts.append(bytes)
  }

  mutating func merge(_ other: PublicTexts) {
    for text in other.texts where texts.count < Self.limit && !texts.contains(text) {
      texts.append(text)
    }
  }

  /// Whether a part of a message, as a normal text, is a part of these, or has nothing but a few
  /// characters besides them.
  func cover(_ part: ArraySlice<UInt8>) -> Bool {
    if texts.isEmpty { return false }
    if texts.contains(where: { !$0.ranges(of: part).isEmpty }) { return true }
    var rest = part
    var others = 0
    while !rest.isEmpty {
      if let text = texts.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(text.count)
        others = 0
      } else {
        rest = rest.dropFirst()
        others += 1
        if others >= KnownSecrets.shortestBytes { return false }
      }
    }
    return true
  }
}
