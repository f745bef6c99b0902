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
  /// Where each byte came from, in bytes of the source; empty where each is where it was.
  private var origins: [Range<Int32>] = []
  /// How often the escape of each byte was escaped itself; empty where there is no escape.
  private(set) var levels: [UInt8] = []
  private(set) var gaps: [Gap] = []
  let source: [UInt8]
}

extension NormalText {
  /// The text with its escapes undone, as far as the effort goes.
  init(_ text: [UInt8], _ effort: inout SearchEffort) {
    source = text
    bytes = text
    effort.look(at: text.count)
    guard !effort.isOver, text.contains(where: EscapeReader.begins) else { return }
    var reader = EscapeReader()
    reader.read(text, &effort)
    (bytes, origins, levels) = (reader.bytes, reader.origins, reader.levels)
  }

  init(_ text: [UInt8]) {
    var effort = SearchEffort()
    self.init(text, &effort)
  }

  /// The normal form in which two texts are compared.
  static func bytes(of text: [UInt8]) -> [UInt8] { bytes(of: text[...]) }

  static func bytes(of text: String.UTF8View) -> [UInt8] { bytes(of: Array(text)[...]) }

  static func bytes(of text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      if EscapeReader.begins(with: byte) {
        var effort = SearchEffort()
        return NormalText(Array(text), &effort).folded(&effort).bytes
      }
      let byte = folded[Int(byte)]
      if byte > 0 { bytes.append(byte) }
    }
    return bytes
  }

  /// The bytes with their escapes undone, as far as the effort goes.
  static func unescaped(_ text: [UInt8], _ effort: inout SearchEffort) -> [UInt8] {
    NormalText(text, &effort).bytes
  }

  /// How often the escape of a byte was escaped itself; 0 for a byte that stands for itself.
  func level(_ index: Int) -> UInt8 { levels.isEmpty ? 0 : levels[index] }

  /// Whether a byte may have been written in another way.
  var isEscaped: Bool { !origins.isEmpty }

  /// The bytes of the source that some bytes stand for; not empty.
  func range(of bytes: Range<Int>) -> Range<Int> {
    if origins.isEmpty { return bytes }
    return Int(origins[bytes.lowerBound].lowerBound)..<Int(origins[bytes.upperBound - 1].upperBound)
  }

  /// Whether a byte was written as `%XX`.
  func isPercentEncoded(_ index: Int) -> Bool {
    !origins.isEmpty && origins[index].count > 1
      && source[Int(origins[index].lowerBound)] == UInt8(ascii: "%")
  }

  /// The text without what wrapping adds, and with the rest alike, as far as the effort goes.
  func folded(_ effort: inout SearchEffort) -> NormalText {
    var result = NormalText(source: source)
    result.bytes.reserveCapacity(bytes.count)
    result.origins.reserveCapacity(bytes.count)
    result.gaps.reserveCapacity(bytes.count)
    if !effort.isOver { effort.look(at: bytes.count) }
    var gap = Gap.none
    var index = 0
    while index < bytes.count, !effort.isOver {
      let byte = bytes[index]
      if byte >= 0x80 {
        // A byte that is not UTF-8 is a letter of Latin-1: `%E9`. Two steps make `ß` and `SS` one.
        let scalar = EncodedScalar.read(bytes, at: index)
        let letter = Unicode.Scalar(scalar?.value ?? UInt32(byte)) ?? "?"
        let range = index..<(index + (scalar?.length ?? 1))
        for byte in "\(letter)".uppercased().lowercased().utf8 {
          result.append(byte, from: self.range(of: range), after: gap)
          gap = .none
        }
        index = range.upperBound
        continue
      }
      if Self.folded[Int(byte)] > 0 {
        let origin = origins.isEmpty ? index..<(index + 1) : range(of: index..<(index + 1))
        result.append(Self.folded[Int(byte)], from: origin, after: gap)
        gap = .none
      } else {
        if byte == 0x0A || byte == 0x0D { gap = .line }
        if byte <= 0x20, gap == .none { gap = .blank }
      }
      index += 1
    }
    return result
  }

  private init(source: [UInt8]) { self.source = source }

  private mutating func append(_ byte: UInt8, from origin: Range<Int>, after gap: Gap) {
    bytes.append(byte)
    origins.append(Int32(origin.lowerBound)..<Int32(origin.upperBound))
    gaps.append(gap)
  }

  /// Each byte as it is compared; 0 for one that is left out.
  static let folded: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "+"), UInt8(ascii: "-"): 0
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: Octets.lowercased(byte)
    }
  }
}

/// Whether a byte is a letter or a digit, also of a character beyond ASCII.
func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte >= 0x80 }
