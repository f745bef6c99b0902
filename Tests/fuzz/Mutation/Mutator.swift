// SPDX-License-Identifier: Apache-2.0
// Changes inputs: bytes, pieces and trees, by a seeded generator.

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

/// Changes one value of a JSON tree.
enum TreeMutation {
  private static let values: [JSONValue] = [
    .null, true, false, 0, -1, .integer(.max), .integer(.min), "", "a", [], [:], ["": []],
    .string("\u{0}\u{1B}[31m\u{202E}\u{2028}]]>"), .string("::error::x\n##[error]y"), .string("é😀"),
    .string("\u{FFFE}\u{FEFF}"), .string(String(repeating: "[", count: 300)),
  ]

  private static let literals = [
    "1e308", "1e-300", "-0", "1.50", "99999999999999999999999", "1e999999999999999999999",
    "9223372036854775808", "-9223372036854775809",
  ]

  /// The tree with one value, name, member or item changed.
  ///
  /// - Parameter donor: Gives parts of itself.
  static func mutated(
    _ root: JSONValue, with donor: JSONValue, _ random: inout SeededGenerator
  ) -> JSONValue {
    // Goes down with a probability that finds deep values, too.
    switch root {
    case .array(let items) where !items.isEmpty && !random.oneIn(6):
      var items = items
      let index = random.below(items.count)
      items[index] = mutated(items[index], with: donor, &random)
      return .array(items)
    case .object(let object) where !object.members.isEmpty && !random.oneIn(6):
      var members = object.members.map { ($0.name, $0.value) }
      let index = random.below(members.count)
      members[index].1 = mutated(members[index].1, with: donor, &random)
      return .object(JSONObject(members))
    default: return changed(root, donor, &random)
    }
  }

  private static func changed(
    _ value: JSONValue, _ donor: JSONValue, _ random: inout SeededGenerator
  ) -> JSONValue {
    switch (value, random.below(6)) {
    case (.array(var items), 0...3):
      let index = random.below(items.count + 1)
      if random.oneIn(2), index < items.count {
        items.remove(at: index)
      } else {
        items.insert(items.first ?? part(of: donor, &random), at: index)
      }
      return .array(items)
    case (.object(let object), 0...3):
      var members = object.members.map { ($0.name, $0.value) }
      let index = random.below(members.count + 1)
      switch random.below(4) {
      case 0 where index < members.count: members.remove(at: index)
      case 1 where index < members.count:
        members[index].0 += random.pick(["", "x", "\u{301}", "é", "/", "~1"]) ?? ""
      case 2: members.insert((names.randomElement(using: &random) ?? "", .null), at: index)
      default: members.insert(members.first ?? ("a", part(of: donor, &random)), at: index)
      }
      return .object(JSONObject(members))
    case (.string(let text), 0...2):
      let other = random.pick(values)?.string ?? "x"
      return .string(random.oneIn(2) ? text + other : String(text.prefix(random.below(8))))
    case (.number, 0...2):
      return random.pick(literals).flatMap(JSONNumber.init(literal:)).map(JSONValue.number) ?? 0
    case (_, 3...4): return part(of: donor, &random)
    default: return random.pick(values) ?? .null
    }
  }

  private static let names = ["id", "result", "error", "verdict", "steps", "name", "", "é"]

  private static func part(of root: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
    var value = root
    while !random.oneIn(4) {
      switch value {
      case .array(let items) where !items.isEmpty: value = items[random.below(items.count)]
      case .object(let object) where !object.members.isEmpty:
        value = object.members[random.below(object.members.count)].value
      default: return value
      }
    }
    return value
  }
}

/// A generator that gives the same numbers for a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(state: UInt64) { self.state = state }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension SeededGenerator {
  /// A number from 0 below the bound; 0 for a bound under 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// True in one of so many cases.
  mutating func oneIn(_ number: Int) -> Bool { below(number) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// A range of at most so many elements.
  mutating func range(in count: Int, atMost length: Int) -> Range<Int> {
    let start = below(count + 1)
    return start..<min(count, start + below(length + 1))
  }
}
