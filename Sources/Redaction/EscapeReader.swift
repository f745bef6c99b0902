// SPDX-License-Identifier: Apache-2.0
// Undoes the escapes of a text, and those within them, in one pass.

import HTTP
import Text

/// Undoes the escapes of a text in one pass: what an escape stands for is read as if it stood in the
/// text, and so may end an escape that began before it, or begin another.
struct EscapeReader {
  private(set) var bytes: [UInt8] = []
  /// Where each byte came from.
  private(set) var origins: [Range<Int32>] = []
  /// How many escapes each byte was within.
  private(set) var levels: [UInt8] = []
  /// Where escapes begin that may go on; each but the last is followed by what the next stands for.
  private var begins: [Int] = []
  /// Where the first half of a character beyond U+FFFF begins, and its value.
  private var half: (begin: Int, value: UInt32)?

  /// Escapes within escapes are undone to this depth.
  private static let depth: UInt8 = 12
  /// A reference of HTML is no longer.
  private static let longest = 100

  /// Whether a byte begins an escape, or a character that may be one that can't be seen.
  static func begins(with byte: UInt8) -> Bool { byte >= 0x80 || isBegin(byte) }

  private static func isBegin(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
  }

  /// What stands for itself, or for a blank or a line end, behind a backslash; 0 for another byte.
  private static let letters: [UInt8] = {
    let letters = Dictionary(uniqueKeysWithValues: zip("\\/\"'nrtbf".utf8, "\\/\"'\n\n   ".utf8))
    return (0...255).map { letters[$0] ?? 0 }
  }()
}

extension EscapeReader {
  /// Reads a text, as far as the effort goes.
  mutating func read(_ text: [UInt8], _ effort: inout SearchEffort) {
    bytes.reserveCapacity(text.count)
    origins.reserveCapacity(text.count)
    levels.reserveCapacity(text.count)
    var looked = 0
    var index = 0
    while index < text.count, !effort.isOver {
      if text[index] >= 0x80, let scalar = EncodedScalar.read(text, at: index),
        Self.isHidden(scalar.value)
      {
        index += scalar.length
        continue
      }
      push(text[index], from: Int32(index)..<Int32(index + 1), level: 0)
      index += 1
      if index - looked > 0xFFFF {
        effort.look(at: index - looked)
        looked = index
      }
    }
    while let begin = begins.last {
      if bytes[begin] == UInt8(ascii: "&") { _ = endReference(before: nil, 0..<0) } else { fail() }
    }
  }

  private static func isHidden(_ value: UInt32) -> Bool {
    value >= 0x80 && Unicode.Scalar(value).map(UnsafeCharacters.isHidden) ?? false
  }

  /// What becomes of an escape with one more byte.
  private enum Step {
    /// It may go on.
    case open
    /// It is complete with the byte, and stands for a byte, or for a character.
    case byte(UInt32)
    case scalar(UInt32)
    /// It is no escape.
    case fail
  }

  /// Reads a byte behind those so far.
  private mutating func push(_ byte: UInt8, from origin: Range<Int32>, level: UInt8) {
    while let begin = begins.last {
      let isReference = bytes[begin] == UInt8(ascii: "&")
      if isReference, !continuesReference(byte, level, from: begin) {
        if endReference(before: byte, origin) { return }
        continue
      }
      if Self.isBegin(byte), !joins(byte, level, begin) { break }
      if isReference { return append(byte, from: origin, level: level) }
      let step = bytes[begin] == UInt8(ascii: "%") ? percent(byte, begin) : backslash(byte, begin)
      switch step {
      case .open: return append(byte, from: origin, level: level)
      case .byte(let value):
        if resolve(begin, as: [UInt8(value)], to: origin.upperBound, level) { return }
      case .scalar(let value) where 0xD800..<0xDC00 ~= value:
        // It stays until its second half comes.
        append(byte, from: origin, level: level)
        begins.removeAll(keepingCapacity: true)
        half = (begin, value)
        return
      case .scalar(let value):
        if resolve(begin, asScalar: value, to: origin.upperBound, level) { return }
      case .fail: break
      }
      fail()
    }
    if Self.isBegin(byte) { begins.append(bytes.count) }
    append(byte, from: origin, level: level)
    if byte >= 0x80, level > 0 { removeHidden() }
  }

  private mutating func append(_ byte: UInt8, from origin: Range<Int32>, level: UInt8) {
    bytes.append(byte)
    origins.append(origin)
    levels.append(level)
  }

  private mutating func cut(to begin: Int) {
    let count = bytes.count - begin
    bytes.removeLast(count)
    origins.removeLast(count)
    levels.removeLast(count)
  }

  /// No escape that has begun goes on. Of backslashes in a row, one stands for all.
  private mutating func fail() {
    if bytes.count - 1 == begins.last, bytes.last == UInt8(ascii: "\\") {
      var first = bytes.count - 1
      while begins.count > 1, begins[begins.count - 2] == first - 1,
        bytes[first - 1] == UInt8(ascii: "\\")
      {
        begins.removeLast()
        first -= 1
      }
      cut(to: first + 1)
    }
    begins.removeAll(keepingCapacity: true)
  }

  /// Whether a byte that could begin an escape belongs to the one that has begun: of backslashes, two of
  /// one level are one of the next.
  private func joins(_ byte: UInt8, _ level: UInt8, _ begin: Int) -> Bool {
    byte == UInt8(ascii: "\\") && bytes[begin] == byte && bytes.count == begin + 1
      && levels[begin] <= level
  }

  private func percent(_ byte: UInt8, _ begin: Int) -> Step {
    let count = bytes.count - begin
    let isWide = count > 1 && bytes[begin + 1] == UInt8(ascii: "u")
    guard Hexadecimal.value(of: byte) != nil else {
      return count == 1 && byte == UInt8(ascii: "u") ? .open : .fail
    }
    if isWide { return count == 5 ? .scalar(number(begin + 2, byte)) : .open }
    return count == 2 ? .byte(number(begin + 1, byte)) : .open
  }

  private func backslash(_ byte: UInt8, _ begin: Int) -> Step {
    let count = bytes.count - begin
    if count == 1 {
      let letter = Self.letters[Int(byte)]
      if letter > 0 { return .byte(UInt32(letter)) }
      return "xXuU".utf8.contains(byte) || 0x30...0x37 ~= byte ? .open : .fail
    }
    let kind = bytes[begin + 1]
    if kind.isDigit {
      guard 0x30...0x37 ~= byte else { return .fail }
      let value = number(begin + 1, byte, radix: 8)
      return count < 3 ? .open : value < 256 ? .byte(value) : .fail
    }
    let isBraced = count > 2 && bytes[begin + 2] == UInt8(ascii: "{")
    if isBraced, byte == UInt8(ascii: "}") { return count > 3 ? .scalar(number(begin + 3)) : .fail }
    if count == 2, byte == UInt8(ascii: "{"), kind == UInt8(ascii: "x") || kind == UInt8(ascii: "u")
    {
      return .open
    }
    guard Hexadecimal.value(of: byte) != nil else { return .fail }
    if isBraced { return count < 9 ? .open : .fail }
    switch kind {
    case UInt8(ascii: "u"): return count == 5 ? .scalar(number(begin + 2, byte)) : .open
    case UInt8(ascii: "U"): return count == 9 ? .scalar(number(begin + 2, byte)) : .open
    default: return count == 3 ? .byte(number(begin + 2, byte)) : .open
    }
  }

  /// The number that digits are, of which the last may not be appended; the largest for too large a one.
  private func number(_ start: Int, _ last: UInt8? = nil, radix: UInt32 = 16) -> UInt32 {
    var value: UInt32 = 0
    func add(_ byte: UInt8) {
      let digit = UInt32(Hexadecimal.value(of: byte) ?? 0)
      value = value > 0xFFF_FFFF ? .max : value * radix + digit
    }
    for byte in bytes[start...] { add(byte) }
    if let last { add(last) }
    return value
  }

  /// Puts a character in the place of the escape that began last, and of that of its first half.
  private mutating func resolve(
    _ begin: Int, asScalar value: UInt32, to end: Int32, _ level: UInt8
  ) -> Bool {
    var (begin, value) = (begin, value)
    if 0xDC00..<0xE000 ~= value, let half, half.begin + 6 == begin {
      value = 0x10000 + (half.value - 0xD800) << 10 + (value - 0xDC00)
      begin = half.begin
    }
    guard let scalar = Unicode.Scalar(value) else { return false }
    return resolve(
      begin, as: Self.isHidden(value) ? [] : Array(String(scalar).utf8), to: end, level)
  }

  /// Puts bytes in the place of the escape that began last; false where it is within too many.
  ///
  /// - Parameters:
  ///   - end: Where it ends in the source.
  ///   - level: That of its last byte, which was not appended.
  private mutating func resolve(
    _ begin: Int, as new: [UInt8], to end: Int32, _ level: UInt8
  ) -> Bool {
    let level = levels[begin...].reduce(level, max) + 1
    guard level <= Self.depth else { return false }
    let origin = origins[begin].lowerBound..<end
    begins.removeLast()
    cut(to: begin)
    for byte in new { push(byte, from: origin, level: level) }
    return true
  }

  /// Removes the character that ends the text if it can't be seen.
  private mutating func removeHidden() {
    for length in 2...4 where length <= bytes.count {
      let start = bytes.count - length
      if let scalar = EncodedScalar.read(bytes, at: start), scalar.length == length,
        Self.isHidden(scalar.value)
      {
        return cut(to: start)
      }
    }
  }
}

extension EscapeReader {
  /// Whether a byte belongs to a reference of HTML that has begun.
  private func continuesReference(_ byte: UInt8, _ level: UInt8, from begin: Int) -> Bool {
    let count = bytes.count - begin
    let hash = UInt8(ascii: "#")
    // What is escaped itself goes on in its escapes.
    if Self.isBegin(byte) { return count == 1 || level < levels[begin] }
    if count == 1 { return byte == hash || byte.isAlphanumeric }
    guard bytes[begin + 1] == hash else { return byte.isAlphanumeric && count <= Self.longestName }
    if count == 2, byte | 0x20 == UInt8(ascii: "x") { return true }
    let isHexadecimal = count > 2 && bytes[begin + 2] | 0x20 == UInt8(ascii: "x")
    return count < Self.longest
      && (isHexadecimal ? Hexadecimal.value(of: byte) != nil : byte.isDigit)
  }

  /// Ends the reference of HTML that began last, with the semicolon or without it.
  ///
  /// - Parameters:
  ///   - next: The byte behind it; nil at the end of the text.
  ///   - place: Where that is in the source.
  /// - Returns: Whether the byte was its semicolon.
  private mutating func endReference(before next: UInt8?, _ place: Range<Int32>) -> Bool {
    guard let begin = begins.last, 2...Self.longest ~= bytes.count - begin, let last = origins.last
    else {
      fail()
      return false
    }
    let isClosed = next == UInt8(ascii: ";")
    let end = isClosed ? place.upperBound : last.upperBound
    if bytes[begin + 1] == UInt8(ascii: "#") {
      let isHexadecimal = bytes.count > begin + 2 && bytes[begin + 2] | 0x20 == UInt8(ascii: "x")
      let start = begin + (isHexadecimal ? 3 : 2)
      if start < bytes.count,
        resolve(begin, asScalar: number(start, radix: isHexadecimal ? 16 : 10), to: end, 0)
      {
        return isClosed
      }
      fail()
      return false
    }
    var name = String(decoding: bytes[(begin + 1)...], as: UTF8.self)
    while Self.entities[name] == nil, !name.isEmpty { name.removeLast() }
    guard let value = Self.entities[name] else {
      fail()
      return false
    }
    let rest = (begin + 1 + name.utf8.count)..<bytes.count
    // Slices of the arrays would make these be copied as a whole.
    let others = rest.map { (bytes[$0], origins[$0], levels[$0]) }
    cut(to: rest.lowerBound)
    let isResolved = resolve(
      begin, asScalar: value, to: others.first?.1.lowerBound ?? end, 0)
    if !isResolved { fail() }
    for (byte, origin, level) in others { push(byte, from: origin, level: level) }
    return isResolved && isClosed && rest.isEmpty
  }

  private static let longestName = entities.keys.map(\.utf8.count).max() ?? 0

  /// The names of characters in HTML: of the signs of ASCII, each before its sign, and of those from
  /// U+00A1 to U+00FF.
  private static let entities: [String: UInt32] = {
    let signs = """
      nbsp\t Tab\t NewLine\n excl! quot" QUOT" num# dollar$ percnt% amp& AMP& apos' lpar( rpar) ast* \
      midast* plus+ comma, hyphen- dash- period. sol/ colon: semi; lt< LT< equals= gt> GT> quest? \
      commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave` lcub{ lbrace{ \
      verbar| vert| VerticalLine| rcub} rbrace}
      """
    let letters = """
      iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
      sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
      Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc \
      Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute \
      THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
      igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave \
      uacute ucirc uuml yacute thorn yuml
      """
    let named = signs.split(separator: " ").compactMap { pair in
      pair.unicodeScalars.last.map { (String(pair.dropLast()), $0.value) }
    }
    let others = zip(letters.split(separator: " ").map(String.init), (0xA1 as UInt32)...)
    return Dictionary(uniqueKeysWithValues: named + others)
  }()
}
