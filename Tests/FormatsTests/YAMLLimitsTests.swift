// SPDX-License-Identifier: Apache-2.0
// Tests of limits: each is its own error, at the place that goes over it.

import Formats
import Testing
import Text

struct YAMLLimitsTests {
  private static func at(_ line: Int, _ column: Int) -> Position {
    Position(line: line, column: column)
  }

  @Test(
    arguments: [
      (.byteCount, 4, "a: b", nil), (.byteCount, 4, "a: bc", .start),
      (.lineLength, 6, "a: bcd\nb: cde\n", nil), (.lineLength, 6, "a: b\nb: cdef\n", at(2, 1)),
      (.lineLength, 6, "a: bcd", nil), (.lineLength, 6, "a: bcde", .start),
      (.lineLength, 6, "\u{FEFF}a: bcd", nil), (.lineLength, 6, "\u{FEFF}a: bcde", .start),
      (.aliasCount, 1, "[&a 1, *a]", nil), (.aliasCount, 1, "[&a 1, *a, *a]", at(1, 12)),
      // What aliases stand for counts as nested and as nodes.
      (.depth, 3, "- &a {b: {}}\n- *a\n", nil), (.depth, 3, "- &a {b: {}}\n- - *a\n", at(2, 5)),
      // An alias within an anchor counts for the aliases of that.
      (.depth, 3, "- &a {b: 1}\n- &c {d: *a}\n- {e: {f: *c}}\n", at(3, 11)),
      (.depth, 4, "- &a {b: 1}\n- &c {d: *a}\n- {e: *c}\n", nil),
      (.depth, 4, "- &a {b: 1}\n- &c {d: *a}\n- {e: {f: *c}}\n", at(3, 11)),
      (.depth, 4, "- &a\n  b: 1\n- &c\n  d: *a\n- - - *c\n", at(5, 7)),
      // What was deep beside an anchor does not count for it.
      (.depth, 4, "- {a: {b: {c: 1}}}\n- &d {e: 1}\n- {f: {g: *d}}\n", nil),
      (.nodeCount, 8, "- &a {b: c}\n- *a\n", nil),
      (.nodeCount, 8, "- &a {b: c}\n- *a\n- *a\n", at(3, 3)),
      (.nodeCount, 8, "[1, 2, 3, 4, 5, 6, 7, 8]", at(1, 23)),
      (.nodeCount, 8, "[1, 2, 3, 4, 5, 6, 7]", nil), (.nodeCount, 8, "{a: 1, b: 2, c: 3}", nil),
      (.nodeCount, 8, "{a: 1, b: 2, c: 3, d: }", at(1, 22)),
      (.nodeCount, 8, "- &a {b: c}\n- *a\n- x\n", nil),
      (.nodeCount, 8, "- &a {b: c}\n- *a\n- x\n- y\n", at(4, 3)),
      (.nodeCount, 12, "- &a {b: 1}\n- &c {d: *a}\n- 2\n- 3\n- 4\n", nil),
      (.nodeCount, 12, "- &a {b: 1}\n- &c {d: *a}\n- *c\n", at(3, 3)),
    ] as [(YAMLLimits.Measure, Int, String, Position?)])
  func `refuses what goes over a limit where it does`(
    measure: YAMLLimits.Measure, limit: Int, text: String, place: Position?
  ) {
    var limits = YAMLLimits.standard
    switch measure {
    case .byteCount: limits.byteCount = limit
    case .lineLength: limits.lineLength = limit
    case .depth: limits.depth = limit
    case .nodeCount: limits.nodeCount = limit
    case .aliasCount: limits.aliasCount = limit
    case .keyLength: limits.keyLength = limit
    case .digitCount: limits.digitCount = limit
    }
    let error = place.map { YAMLError(.over(measure, limit: limit), at: $0) }
    #expect(refusal(text, limits: limits) == error)
  }

  @Test(arguments: ["[", "{a: ", "- ", "!x [", "[a: "])
  func `bounds nesting`(opening: String) throws {
    let text = String(repeating: opening, count: 200_000)
    let error = try #require(refusal(text))
    #expect(error.reason == .over(.depth, limit: 64))
    #expect(error.position.line == 1)
  }

  @Test func `reads what is nested up to the limit`() throws {
    let flow = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try documents(flow).count == 1)
    #expect(refusal("[\(flow)]")?.position == Position(line: 1, column: 65))
    let block = (0..<64).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(try documents(block).count == 1)
    let deeper = block + "\n" + String(repeating: " ", count: 64) + "a:"
    #expect(refusal(deeper)?.position == Position(line: 65, column: 65))
  }

  @Test func `stops aliases that double at each line`() {
    var text = "a0: &a0 {x: 1}\n"
    for level in 1...60 { text += "a\(level): &a\(level) {x: *a\(level - 1), y: *a\(level - 1)}\n" }
    #expect(refusal(text)?.reason == .over(.nodeCount, limit: 4_000_000))
  }

  @Test func `bounds keys but those in braces`() {
    let key = String(repeating: "k", count: 1025)
    #expect(refusal("\(key.dropLast()): 1") == nil)
    #expect(refusal("{\(key): 1}") == nil)
    #expect(refusal("\(key): 1")?.reason == .over(.keyLength, limit: 1024))
    #expect(refusal("a: 1\n\(key): 1")?.position == Position(line: 2, column: 1))
    #expect(refusal("[\(key): 1]")?.reason == .over(.keyLength, limit: 1024))
    #expect(refusal("[\(key.dropLast()): 1]") == nil)
    #expect(refusal("a: 1\n\(key.dropLast()): 1") == nil)
    // The quotes count.
    #expect(refusal("'\(key.dropLast(3))': 1") == nil)
    #expect(refusal("'\(key.dropLast(2))': 1")?.reason == .over(.keyLength, limit: 1024))
  }

  @Test func `bounds numbers that must be converted`() {
    let digits = String(repeating: "f", count: 256)
    #expect(refusal("a: 0x\(digits)") == nil)
    #expect(refusal("a: 0x\(digits)f")?.reason == .over(.digitCount, limit: 256))
    #expect(refusal("a: 0x\(digits)g") == nil)
    let octal = String(repeating: "7", count: 256)
    #expect(refusal("a: 0o\(octal)") == nil)
    #expect(refusal("a: 0o\(octal)7")?.reason == .over(.digitCount, limit: 256))
    #expect(refusal("a: 7\(octal)7777") == nil)
  }

  @Test(arguments: [
    (YAMLLimits.Measure.byteCount, "the file is over 9 bytes; split it"),
    (.lineLength, "the line is over 9 bytes; split it"),
    (.depth, "maps and lists nested over 9 levels deep; nest less"),
    (.nodeCount, "over 9 values, with those that aliases stand for; split the file"),
    (.aliasCount, "over 9 aliases; write fewer"),
    (.keyLength, "the key is over 9 characters; shorten it"),
    (.digitCount, "the number is over 9 digits; write it in base 10, or quote it"),
  ])
  func `says which limit it was`(measure: YAMLLimits.Measure, message: String) {
    #expect("\(YAMLError(.over(measure, limit: 9), at: .start))" == message)
  }
}
