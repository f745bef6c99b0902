// SPDX-License-Identifier: Apache-2.0
// Texts without escapes and wrapping, as they are searched for secrets.

import HTTP
import Text

/// A text with every escape undone, in whichever way it was written, and where each byte came from.
///
/// - JSON and programs: `\u002B`, `\/`, `\n`, `\x{2b}`, `\053`; URLs and forms: `%2B`; HTML and XML:
///   `&amp`, `&eacute;`, `&#43;`, `&#x2B;`. An escape of an escape is undone as well, up to twelve levels.
/// - `folded` also has all letters in lower case, `_` as `/`, so that both alphabets of Base64 are one,
///   and neither blanks, line ends, `+`, `-` nor characters that can't be seen, so that a text may be wrapped.
struct NormalText {
  /// What was left out before a byte.
  enum Gap: UInt8 { case none, blank, line }

  private(set) var bytes: [UInt8] = []
  private var origins: [Range<Int32>] = []
  private(set) var gaps: [Gap] = []
  let source: [UInt8]

  /// Escapes within escapes are undone to this depth.
  private static let depth = 12
}

extension NormalText {
  /// The text with its escapes undone, as far as the effort goes.
  init(_ text: [UInt8], _ effort: inout SearchEffort) {
    self.init(source: text)
    bytes = text
    origins = (0..<Int32(text.count)).map { $0..<($0 + 1) }
    effort.look(at: text.count)
    for _ in 0..<Self.depth where !effort.isOver {
      guard bytes.contains(where: TextEscape.begins), let next = unescaped(&effort) else { break }
      self = next
    }
  }

  init(_ text: [UInt8]) {
    var effort = SearchEffort()
    self.init(text, &effort)
  }

  /// The normal form in which two texts are compared.
  static func bytes(of text: some Sequence<UInt8>) -> [UInt8] {
    let text = Array(text)
    if text.contains(where: TextEscape.begins) {
      var effort = SearchEffort()
      return NormalText(text, &effort).folded(&effort).bytes
    }
    return text.map { folded[Int($0)] }.filter { $0 > 0 }
  }

  /// The bytes with their escapes undone, as far as the effort goes.
  static func unescaped(_ text: [UInt8], _ effort: inout SearchEffort) -> [UInt8] {
    text.contains(where: TextEscape.begins) ? NormalText(text, &effort).bytes : text
  }

  /// The bytes of the source that some bytes stand for; not empty.
  func range(of bytes: Range<Int>) -> Range<Int> {
    Int(origins[bytes.lowerBound].lowerBound)..<Int(origins[bytes.upperBound - 1].upperBound)
  }

  /// Whether a byte was written as `%XX`.
  func isPercentEncoded(_ index: Int) -> Bool {
    origins[index].count > 1 && source[Int(origins[index].lowerBound)] == UInt8(ascii: "%")
  }

  private mutating func append(
    _ new: some Sequence<UInt8>, for range: Range<Int>, of other: NormalText, after gap: Gap = .none
  ) {
    let start = other.origins[range.lowerBound].lowerBound
    for (number, byte) in new.enumerated() {
      bytes.append(byte)
      origins.append(start..<other.origins[range.upperBound - 1].upperBound)
      gaps.append(number == 0 ? gap : .none)
    }
  }

  /// The text without one level of escapes; nil where it has none.
  private func unescaped(_ effort: inout SearchEffort) -> NormalText? {
    var result = NormalText(source: source)
    var index = 0
    while index < bytes.count, !effort.isOver {
      effort.look(at: 1)
      let escape = TextEscape.begins(with: bytes[index]) ? TextEscape.read(bytes, at: index) : nil
      let range = index..<(index + (escape?.length ?? 1))
      result.append(escape?.bytes ?? bytes[range], for: range, of: self)
      index = range.upperBound
    }
    return result.bytes.count < bytes.count ? result : nil
  }

  /// The text without what wrapping adds, and with the rest alike, as far as the effort goes.
  func folded(_ effort: inout SearchEffort) -> NormalText {
    var result = NormalText(source: source)
    var gap = Gap.none
    var index = 0
    while index < bytes.count, !effort.isOver {
      effort.look(at: 1)
      let byte = bytes[index]
      let scalar = byte < 0x80 ? nil : EncodedScalar.read(bytes, at: index)
      let range = index..<(index + (scalar?.length ?? 1))
      index = range.upperBound
      if byte >= 0x80 {
        // A byte that is not UTF-8 is a letter of Latin-1: `%E9`. Two steps make `ß` and `SS` one.
        let letter = Unicode.Scalar(scalar?.value ?? UInt32(byte)) ?? "?"
        let text = "\(letter)".uppercased().lowercased()
        result.append(text.utf8, for: range, of: self, after: gap)
      } else if Self.folded[Int(byte)] > 0 {
        result.append(CollectionOfOne(Self.folded[Int(byte)]), for: range, of: self, after: gap)
      } else {
        if byte == 0x0A || byte == 0x0D { gap = .line }
        if byte <= 0x20, gap == .none { gap = .blank }
        continue
      }
      gap = .none
    }
    return result
  }

  /// Each byte as it is compared; 0 for one that is left out.
  private static let folded: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "+"), UInt8(ascii: "-"): 0
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: Octets.lowercased(byte)
    }
  }
}

/// A character that is written as an escape, or one that can't be seen, which stands for nothing.
struct TextEscape {
  let bytes: ArraySlice<UInt8>
  /// How many bytes the escape has.
  let length: Int
}

extension TextEscape {
  /// Longer ones are none.
  private static let longest = 101

  /// What stands for itself, or for a blank or a line end, behind a backslash.
  private static let letters = Dictionary(
    uniqueKeysWithValues: zip("\\/\"'nrtbf".utf8, "\\/\"'\n\n   ".utf8))

  /// The escapes that are a number: how they begin, how many digits they have, and in which radix.
  /// A number of at most three digits is a byte.
  private static let numbers = [
    (start: "%", digits: 2...2, radix: 16), ("%u", 4...4, 16), ("\\x{", 1...6, 16),
    ("\\x", 2...2, 16), ("\\X", 2...2, 16), ("\\", 3...3, 8), ("\\u{", 1...6, 16),
    ("\\u", 4...4, 16), ("\\U", 8...8, 16), ("&#x", 1...98, 16), ("&#X", 1...98, 16),
    ("&#", 1...99, 10),
  ]

  static func begins(with byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x25 || byte == 0x26 || byte == 0x5C
  }

  /// The escape that begins at an index, with the semicolon of HTML or without it; nil where none does.
  static func read(_ bytes: [UInt8], at index: Int) -> TextEscape? {
    let text = bytes[index...].prefix(longest)
    func escape(for value: UInt32, isByte: Bool = false, to end: Int) -> TextEscape? {
      guard let scalar = Unicode.Scalar(value) else { return nil }
      let isClosed = text.first == UInt8(ascii: "&") && text[end...].first == UInt8(ascii: ";")
      return TextEscape(
        bytes: isByte ? [UInt8(value)] : Array(String(scalar).utf8)[...],
        length: end - index + (isClosed ? 1 : 0))
    }
    if bytes[index] >= 0x80 {
      guard let read = EncodedScalar.read(bytes, at: index), let scalar = Unicode.Scalar(read.value)
      else { return nil }
      return UnsafeCharacters.isHidden(scalar) ? TextEscape(bytes: [], length: read.length) : nil
    }
    let letter = bytes[index] == UInt8(ascii: "\\") ? text.dropFirst().first : nil
    if let byte = letter.flatMap({ letters[$0] }) { return TextEscape(bytes: [byte], length: 2) }
    // Most signs that could begin an escape begin none.
    guard let next = text.dropFirst().first, next.isAlphanumeric || next == UInt8(ascii: "#") else {
      return nil
    }
    for (start, count, radix) in numbers where text.starts(with: start.utf8) {
      let digits = text.dropFirst(start.utf8.count).prefix(count.upperBound)
        .prefix { Hexadecimal.value(of: $0).map { $0 < radix } ?? false }
      let rest = text[digits.endIndex...]
      let isByte = count.upperBound <= 3
      guard digits.count >= count.lowerBound,
        var value = UInt32(String(decoding: digits, as: UTF8.self), radix: radix),
        !isByte || value < 256, !start.hasSuffix("{") || rest.first == UInt8(ascii: "}")
      else { continue }
      var end = start.hasSuffix("{") ? digits.endIndex + 1 : digits.endIndex
      // Two halves of a character beyond U+FFFF.
      if 0xD800...0xDBFF ~= value, rest.starts(with: #"\u"#.utf8),
        let low = UInt32(String(decoding: rest.dropFirst(2).prefix(4), as: UTF8.self), radix: 16),
        0xDC00...0xDFFF ~= low
      {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        end += 6
      }
      return escape(for: value, isByte: isByte, to: end)
    }
    guard text.first == UInt8(ascii: "&") else { return nil }
    var name = String(
      decoding: text.dropFirst().prefix(longestName).prefix(while: \.isAlphanumeric), as: UTF8.self)
    while entities[name] == nil, !name.isEmpty { name.removeLast() }
    return entities[name].flatMap { escape(for: $0, to: index + 1 + name.utf8.count) }
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

/// Whether a byte is a letter or a digit, also of a character beyond ASCII.
func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte >= 0x80 }
