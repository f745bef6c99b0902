// SPDX-License-Identifier: Apache-2.0
// Tests of limits: each is its own error, at the place that goes over it.

import Formats
import Testing
import Text

@Suite struct YAMLLimitsTests {
  /// Limits with one of them changed.
  private func limits(_ change: (inout YAMLLimits) -> Void) -> YAMLLimits {
    var limits = YAMLLimits.standard
    change(&limits)
    return limits
  }

  @Test func `bounds the size of a file`() {
    let limits = limits { $0.byteCount = 4 }
    #expect(refusal("a: b", limits: limits) == nil)
    #expect(refusal("a: bc", limits: limits) == YAMLError(.over(.byteCount, limit: 4), at: .start))
  }

  @Test func `bounds the length of a line`() {
    let limits = limits { $0.lineLength = 6 }
    #expect(refusal("a: bcd\nb: cde\n", limits: limits) == nil)
    #expect(
      refusal("a: b\nb: cdef\n", limits: limits)
        == YAMLError(.over(.lineLength, limit: 6), at: Position(line: 2, column: 1)))
    #expect(refusal("a: bcde", limits: limits)?.reason == .over(.lineLength, limit: 6))
    #expect(refusal("a: bcd", limits: limits) == nil)
    #expect(refusal("\u{FEFF}a: bcd", limits: limits) == nil)
    #expect(
      refusal("\u{FEFF}a: bcde", limits: limits)
        == YAMLError(.over(.lineLength, limit: 6), at: .start))
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

  @Test func `counts what aliases stand for as nested and as nodes`() {
    let depth = limits { $0.depth = 3 }
    #expect(refusal("- &a {b: {}}\n- *a\n", limits: depth) == nil)
    #expect(
      refusal("- &a {b: {}}\n- - *a\n", limits: depth)
        == YAMLError(.over(.depth, limit: 3), at: Position(line: 2, column: 5)))
    // An alias within an anchor counts for the aliases of that.
    #expect(
      refusal("- &a {b: 1}\n- &c {d: *a}\n- {e: {f: *c}}\n", limits: depth)?.position
        == Position(line: 3, column: 11))
    let four = limits { $0.depth = 4 }
    #expect(refusal("- &a {b: 1}\n- &c {d: *a}\n- {e: *c}\n", limits: four) == nil)
    #expect(
      refusal("- &a {b: 1}\n- &c {d: *a}\n- {e: {f: *c}}\n", limits: four)
        == YAMLError(.over(.depth, limit: 4), at: Position(line: 3, column: 11)))
    #expect(
      refusal("- &a\n  b: 1\n- &c\n  d: *a\n- - - *c\n", limits: four)?.reason
        == .over(.depth, limit: 4))
    // What was deep beside an anchor does not count for it.
    #expect(refusal("- {a: {b: {c: 1}}}\n- &d {e: 1}\n- {f: {g: *d}}\n", limits: four) == nil)
    let nodes = limits { $0.nodeCount = 8 }
    #expect(refusal("- &a {b: c}\n- *a\n", limits: nodes) == nil)
    #expect(
      refusal("- &a {b: c}\n- *a\n- *a\n", limits: nodes)
        == YAMLError(.over(.nodeCount, limit: 8), at: Position(line: 3, column: 3)))
    #expect(refusal("[1, 2, 3, 4, 5, 6, 7, 8]", limits: nodes)?.position.column == 23)
    #expect(refusal("[1, 2, 3, 4, 5, 6, 7]", limits: nodes) == nil)
    #expect(refusal("{a: 1, b: 2, c: 3}", limits: nodes) == nil)
    #expect(
      refusal("{a: 1, b: 2, c: 3, d: }", limits: nodes)?.reason == .over(.nodeCount, limit: 8))
    #expect(refusal("- &a {b: c}\n- *a\n- x\n", limits: nodes) == nil)
    #expect(
      refusal("- &a {b: c}\n- *a\n- x\n- y\n", limits: nodes)?.position
        == Position(line: 4, column: 3))
    let nested = limits { $0.nodeCount = 12 }
    #expect(refusal("- &a {b: 1}\n- &c {d: *a}\n- 2\n- 3\n- 4\n", limits: nested) == nil)
    #expect(
      refusal("- &a {b: 1}\n- &c {d: *a}\n- *c\n", limits: nested)?.position
        == Position(line: 3, column: 3))
  }

  @Test func `stops aliases that double at each line`() {
    var text = "a0: &a0 {x: 1}\n"
    for level in 1...60 { text += "a\(level): &a\(level) {x: *a\(level - 1), y: *a\(level - 1)}\n" }
    #expect(refusal(text)?.reason == .over(.nodeCount, limit: 4_000_000))
  }

  @Test func `bounds aliases`() {
    let limits = limits { $0.aliasCount = 1 }
    #expect(refusal("[&a 1, *a]", limits: limits) == nil)
    #expect(
      refusal("[&a 1, *a, *a]", limits: limits)
        == YAMLError(.over(.aliasCount, limit: 1), at: Position(line: 1, column: 12)))
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
    let error = YAMLError(.over(measure, limit: 9), at: .start)
    #expect("\(error)" == message)
    #expect(error.reason.kind == .limit)
  }
}
