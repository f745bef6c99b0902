// SPDX-License-Identifier: Apache-2.0
// Damages inputs, and keeps enough of them that the readers get beyond their first line.

import Formats

/// Makes new inputs out of old ones.
struct Mutator {
  /// No input is longer.
  static let longest = 96 << 10

  private let pieces: [[UInt8]]
  private let form: Surface.Form

  init(pieces: [String], form: Surface.Form) {
    self.pieces = (pieces + Self.pieces).map { Array($0.utf8) } + Self.brokenText
    self.form = form
  }
}

extension Mutator {
  /// What is special in more than one language.
  private static let pieces = [
    "\n", "\r\n", "\r", "\t", " ", "\0", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}",
    "\u{FEFF}", "\u{FFFE}", "é", "e\u{301}", "😀", "\u{10FFFF}", "\\", "\"", "'", "{", "}", "[", "]",
    "(", ")", "<", ">", ":", ",", "#", "%", "&", "::error::", "##[error]", "\\u0000", "\\ud83d",
  ]

  /// Bytes that are not UTF-8: a lone continuation, an overlong slash, a surrogate, a cut character.
  private static let brokenText: [[UInt8]] = [
    [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xFF], [0xF5, 0x80, 0x80, 0x80],
  ]

  private static let numbers = [
    "0", "-0", "-1", "1", "007", "2147483648", "-9223372036854775808", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "1e308", "1e309", "1e-300", "-1e999999999",
    "0.1", "1e-400", "99999999999999999999999999999999999999999", "NaN", ".inf", "0x1F",
  ]

  /// An input made of another one.
  ///
  /// - Parameter donor: Gives parts of itself.
  func mutated(_ input: [UInt8], with donor: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    if form == .json, !random.oneIn(3), let root = try? JSONParser.document(input).root {
      let parts = (try? JSONParser.document(donor).root) ?? root
      var tree = root
      for _ in 0...random.below(4) { tree = TreeMutation.mutated(tree, with: parts, &random) }
      let bytes = JSONWriter.bytes(tree, indented: random.oneIn(4))
      // Most of them stay JSON, so that what reads the tree is reached.
      if !random.oneIn(8) { return Array(bytes.prefix(Self.longest)) }
      return changed(bytes, donor, &random)
    }
    var bytes = input
    for _ in 0...random.below(random.oneIn(4) ? 12 : 3) { bytes = changed(bytes, donor, &random) }
    return bytes.count > Self.longest ? Array(bytes.prefix(Self.longest)) : bytes
  }

  private func changed(
    _ input: [UInt8], _ donor: [UInt8], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = input
    let range = random.range(in: bytes.count, atMost: random.oneIn(6) ? 400 : 12)
    let place = random.below(bytes.count + 1)
    switch random.below(16) {
    case 0 where !bytes.isEmpty: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
    case 1: bytes.insert(UInt8(random.below(256)), at: place)
    case 2, 3: bytes.insert(contentsOf: random.pick(pieces) ?? [], at: place)
    case 4, 5: bytes.replaceSubrange(range, with: random.pick(pieces) ?? [])
    case 6: bytes.removeSubrange(range)
    case 7: bytes.insert(contentsOf: bytes[range], at: place)
    case 8, 9:
      let token = Self.token(in: donor, &random)
      bytes.replaceSubrange(Self.token(in: bytes, &random), with: donor[token])
    case 10:
      // A number becomes another one.
      let token = Self.token(in: bytes, &random)
      bytes.replaceSubrange(token, with: (random.pick(Self.numbers) ?? "").utf8)
    case 11: changeLines(&bytes, &random)
    case 12:
      let head = bytes[..<place]
      bytes = Array(head + donor[random.below(donor.count + 1)...])
    case 13 where random.oneIn(8): nest(&bytes, at: range, &random)
    case 14 where random.oneIn(24):
      let part = bytes[range]
      let most = max(1, Self.longest / max(1, part.count))
      let times = random.oneIn(4) ? most : random.below(min(most, 400))
      bytes.insert(contentsOf: (0..<times).flatMap { _ in part }, at: place)
    case 15 where random.oneIn(6): bytes.removeSubrange(place...)
    default: bytes.insert(contentsOf: random.pick(pieces) ?? [], at: place)
    }
    return bytes.count > Self.longest ? Array(bytes.prefix(Self.longest)) : bytes
  }

  /// What stands between two delimiters.
  private static func token(in bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
    guard !bytes.isEmpty else { return 0..<0 }
    let place = random.below(bytes.count)
    var start = place
    var end = place
    while start > 0, place - start < 60, !isDelimiter(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, end - place < 60, !isDelimiter(bytes[end]) { end += 1 }
    return start..<end
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80..., UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      false
    default: true
    }
  }

  private func changeLines(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = random.below(lines.count)
    let other = random.below(lines.count)
    switch random.below(5) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[line], at: other)
    case 2: lines.swapAt(line, other)
    case 3: lines[line] = [0x20, 0x20] + lines[line]
    default: lines[line] = lines[line].drop { $0 == 0x20 }
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  /// Puts brackets around a part, up to some hundreds deep.
  private func nest(_ bytes: inout [UInt8], at range: Range<Int>, _ random: inout SeededGenerator) {
    let brackets = [
      ("[", "]"), ("{\"a\":", "}"), ("(", ")"), ("<a>", "</a>"), ("- ", ""), ("!", ""),
    ]
    guard let (open, close) = random.pick(brackets) else { return }
    let depth = random.below(random.oneIn(6) ? 3000 : 80)
    let part = bytes[range]
    let opening = (0..<depth).flatMap { _ in Array(open.utf8) }
    let closing = (0..<depth).flatMap { _ in Array(close.utf8) }
    bytes.replaceSubrange(range, with: opening + part + closing)
  }
}
