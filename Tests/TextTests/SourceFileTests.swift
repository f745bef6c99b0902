// SPDX-License-Identifier: Apache-2.0
// Tests of files, their places, and the words that are suggested for them.

import Testing
import Text

struct SourceFileTests {
  @Test(arguments: [
    ("abc", 0, 1, 1), ("abc", 3, 1, 4), ("abc", 99, 1, 4), ("a\nb", 2, 2, 1),
    ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("é€x", 5, 1, 3), ("", 0, 1, 1),
    ("a\r\nb", 2, 1, 3), ("a\nb", 1, 1, 2), ("a\nb\nc\nd", 6, 4, 1), ("a\nb\nc\nd", 5, 3, 2),
    ("a\n\nb", 2, 2, 1), ("a\n", 2, 2, 1), ("a\n\rb", 3, 3, 1), ("ab", -1, 1, 1),
    ("a\néb", 4, 2, 2),
  ])
  func `counts lines and scalars`(text: String, offset: Int, line: Int, column: Int) {
    let file = SourceFile(name: "f", text: text)
    #expect(file.position(at: ByteOffset(offset)) == Position(line: line, column: column))
  }

  @Test(arguments: [
    ("abc", 0, 1, 1), ("abc", 3, 1, 4), ("abc", 99, 1, 4), ("é\r\nb", 3, 2, 1), ("é€x", 2, 1, 3),
    ("é€x", 3, 1, 4), ("", 0, 1, 1),
  ])
  func `finds the place of a scalar`(text: String, offset: Int, line: Int, column: Int) {
    let file = SourceFile(name: "f", text: text)
    #expect(file.position(at: ScalarOffset(offset)) == Position(line: line, column: column))
  }

  @Test(arguments: [("abc", 2, 2), ("é€x", 2, 1), ("é€x", 5, 2), ("é€x", 6, 3), ("é€x", 99, 3)])
  func `counts the scalars before a byte`(text: String, bytes: Int, scalars: Int) {
    #expect(ScalarOffset(ByteOffset(bytes), in: Array(text.utf8)) == ScalarOffset(scalars))
  }

  @Test func `gives lines without their break`() {
    let file = SourceFile(name: "f", text: "one\r\ntwo\n\nfour")
    #expect(SourceFile(name: "f", text: "a\rb\r").line(of: Position(line: 2, column: 1)) == "b")
    #expect(SourceFile(name: "f", text: "a\n").line(of: Position(line: 2, column: 1)) == "")
    let lines = (0...5).map { file.line(of: Position(line: $0, column: 1)) }
    #expect(lines == [nil, "one", "two", "", "four", nil])
  }

  @Test(
    arguments: [
      ("x${a{b}}y", "a{b}", 8), ("x${ab}}", "ab", 6), ("x${é}", "é", 5), ("x${}", nil, 0),
      ("x${a", nil, 0), ("x${a{}", nil, 0), ("x${", nil, 0), ("x${}}", nil, 0),
    ] as [(String, String?, Int)])
  func `reads a variable up to its own brace`(text: String, expression: String?, end: Int) {
    let variable = TemplateVariable(in: Array(text.unicodeScalars), at: 1)
    #expect(variable?.expression == expression)
    #expect(variable?.offset == (expression == nil ? nil : 1))
    #expect(variable?.end.value ?? 0 == end)
  }

  @Test func `cuts a long line around the place and shows no control characters`() throws {
    let text = String(repeating: "x", count: 500) + "\u{1B}Y" + String(repeating: "z", count: 500)
    let file = SourceFile(name: "f", text: text)
    let excerpt = try #require(Excerpt(of: file, at: Position(line: 1, column: 502), length: 1))
    let lines = "\(excerpt)".split(separator: "\n")
    // The hidden one is written in six characters, and the carets stay below theirs.
    #expect(lines[0].count == 120 + 5 + 5)
    #expect(lines[0].contains(#"x\u{1B}Yz"#))
    #expect(!lines[0].contains("\u{1B}"))
    let column = try #require(lines[1].map(\.self).firstIndex(of: "^"))
    #expect(lines[0].map(\.self)[column] == "Y")
  }

  @Test(
    arguments: [
      ("a:\n  stauts: 200\n", 2, 3, 6, " 2 |   stauts: 200\n   |   ^^^^^^"),
      // The carets stay within the line.
      ("ab\tc", 1, 1, 2, " 1 | ab c\n   | ^^"), ("ab", 1, 2, 9, " 1 | ab\n   |  ^"),
      ("ab", 1, 3, 1, " 1 | ab\n   |   ^"), ("ab", 1, 9, 1, " 1 | ab\n   |   ^"),
      ("ab", 1, 0, 0, " 1 | ab\n   | ^"), ("", 1, 1, 1, " 1 | \n   | ^"),
      // They stand below a line of two digits.
      (String(repeating: "\n", count: 9) + "abc", 10, 2, 1, " 10 | abc\n    |  ^"),
      (String(repeating: "\n", count: 9) + "a", 11, 1, 1, nil),
    ] as [(String, Int, Int, Int, String?)])
  func `underlines a part of a line`(
    text: String, line: Int, column: Int, length: Int, shown: String?
  ) {
    let excerpt = Excerpt(
      of: SourceFile(name: "f", text: text), at: Position(line: line, column: column),
      length: length)
    #expect(excerpt?.description == shown)
    #expect(excerpt?.printed.rendered == shown.map { "\($0)\n" })
  }

  @Test(arguments: [
    (120, 1, 120, 1), (120, 120, 120, 120), (121, 1, 120, 1), (121, 121, 120, 120),
    (500, 61, 120, 61), (500, 62, 120, 61), (500, 500, 120, 120),
  ])
  func `shows at most 120 characters of a line`(
    length: Int, column: Int, shown: Int, caret: Int
  ) throws {
    let text =
      String(repeating: "x", count: column - 1) + "Y"
      + String(repeating: "z", count: length - column)
    let excerpt = try #require(
      Excerpt(of: SourceFile(name: "f", text: text), at: Position(line: 1, column: column)))
    let lines = "\(excerpt)".split(separator: "\n").map { Array($0.dropFirst(5)) }
    #expect(lines[0].count == shown)
    #expect(lines[0].firstIndex(of: "Y") == caret - 1)
    #expect(lines[1].firstIndex(of: "^") == caret - 1)
  }

  @Test func `sorts remarks by file, place and text`() {
    let places = [("a", 1, 2, "x"), ("a", 2, 1, "x"), ("b", 1, 1, "w"), ("b", 1, 1, "x")]
    let remarks = places.map { file, line, column, message in
      Diagnostic(.error, message, file: file, at: Position(line: line, column: column), length: 0)
    }
    #expect(remarks.reversed().sorted() == remarks)
    #expect(remarks.map(\.description).first == "a:1:2: error: x")
    #expect(remarks.allSatisfy { $0.length == 1 })
  }
}

struct EncodedScalarTests {
  @Test func `reads each scalar there is`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      let read = EncodedScalar.read(bytes, at: 0)
      #expect(read?.value == value && read?.length == bytes.count)
    }
  }

  @Test(
    arguments: [
      [], [0x80], [0xC1, 0x81], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xE2, 0x82], [0xE2, 0x82, 0x28], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF1, 0x80, 0x80], [0xF1, 0x80, 0x28, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func `refuses what is not UTF-8`(bytes: [UInt8]) {
    #expect(EncodedScalar.read(bytes, at: 0) == nil)
  }
}

struct SuggestionTests {
  @Test(
    arguments: [
      ("stauts", "status"), ("staus", "status"), ("Status", "status"), ("header", "headers"),
      ("jsn", "json"), ("stxtxs", "status"), ("JSON", "json"), ("ehaders", "headers"),
      // A known word, and those to which none is near.
      ("status", nil), ("", nil), ("body", nil), ("xyzzy", nil), ("sxxtxs", nil),
      (String(repeating: "s", count: 65), nil),
    ] as [(String, String?)])
  func `names the nearest word`(word: String, nearest: String?) {
    #expect(Suggestion.nearest(to: word, among: ["status", "headers", "json"]) == nearest)
  }

  @Test(arguments: [
    ("cax", ["car", "cat"], "car"), ("cax", ["dog", "cat", "car"], "cat"), ("ix", ["id"], "id"),
    ("stauts", ["statute", "status"], "status"),
  ])
  func `names the first of those that are equally near`(
    word: String, candidates: [String], nearest: String
  ) {
    #expect(Suggestion.nearest(to: word, among: candidates) == nearest)
  }

  @Test(arguments: [(63, 64, true), (64, 63, true), (64, 65, false), (65, 64, false)])
  func `compares words of at most 64 characters`(word: Int, candidate: Int, isNamed: Bool) {
    let candidates = [String(repeating: "s", count: candidate)]
    let word = String(repeating: "s", count: word)
    #expect((Suggestion.nearest(to: word, among: candidates) != nil) == isNamed)
  }

  @Test func `asks whether it was meant`() {
    #expect(Suggestion.hint(for: "stauts", among: ["status"]) == ", did you mean 'status'?")
    #expect(Suggestion.hint(for: "body", among: ["status"]).isEmpty)
  }
}

struct WildcardTests {
  @Test(arguments: [
    (["The user logs out"], "The user logs out", true),
    (["The user logs out"], "The user logs out.", false), (["", ""], "", true),
    (["", ""], "anything", true), (["The MVPD ", " is on ", "."], "The MVPD A is on 3.", true),
    (["The MVPD ", " is on ", "."], "The MVPD  is on .", true),
    (["The MVPD ", " is on ", "."], "The MVPD A is on 3", false),
    (["The MVPD ", " is on ", "."], "An MVPD A is on 3.", false),
    (["The MVPD ", " is on ", "."], "The MVPD A is off 3.", false),
    // A part is not found in what another one has taken.
    (["ab", "ba"], "aba", false), (["ab", "ba"], "abba", true), (["a", "a"], "a", false),
    (["a", "a"], "aa", true), (["a", ""], "ab", true), (["", "a"], "ab", false),
    (["a", "", "c"], "abc", true), (["a", "b", "c", "d"], "a-c-b-d", false), ([], "", true),
    ([], "a", false), (["a", "b", "b", "c"], "a-b-c", false),
    (["a", "b", "b", "c"], "a-b-b-c", true),
  ])
  func mayBeATextThatHasThePartsInTheirOrder(parts: [String], text: String, isMatch: Bool) {
    #expect(Wildcard(parts).mayBe(text) == isMatch)
  }
}
