// SPDX-License-Identifier: Apache-2.0
// Tests of places in files.

import SourceText
import Testing

@Suite struct SourceFileTests {
  @Test(arguments: [
    ("abc", 0, 1, 1), ("abc", 3, 1, 4), ("abc", 99, 1, 4), ("a\nb", 2, 2, 1),
    ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("é€x", 5, 1, 3), ("", 0, 1, 1),
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
    let lines = (0...5).map { file.line(of: Position(line: $0, column: 1)) }
    #expect(lines == [nil, "one", "two", "", "four", nil])
  }

  @Test func `underlines a part of a line`() throws {
    let file = SourceFile(name: "f", text: "a:\n  stauts: 200\n")
    let excerpt = try #require(Excerpt(of: file, at: Position(line: 2, column: 3), length: 6))
    #expect("\(excerpt)" == " 2 |   stauts: 200\n   |   ^^^^^^")
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
}
