// SPDX-License-Identifier: Apache-2.0
// Tests of reading that the official suite has no case for, and of arbitrary input.

import Formats
import Testing
import Text

@Suite struct YAMLParserTests {
  @Test(arguments: [
    ("{a: !string, b: [!x], c: !y}", "b", "x"), ("a: 1\nb:\n- !x\n- 2", "b", "x"),
    ("b: [!x 'q']", "b", "x"), ("b:\n  - !x\n    c: d", "b", "x"),
    ("b: [&a !x , 1]", "b", "x"), ("b: [!a-b_c.d/1 , 1]", "b", "a-b_c.d/1"),
    ("b: [!a-_.~*'()#;/?:@&=+$z x]", "b", "a-_.~*'()#;/?:@&=+$z"),
    ("b: [!0Aa9Zz x]", "b", "0Aa9Zz"),
  ])
  func `reads local tags, bare ones too`(text: String, key: String, tag: String) throws {
    #expect(try root(text)?[key]?.items.first?.tag?.name == tag)
  }

  @Test func `gives a collection the tag on the line above it`() throws {
    let root = try #require(try root("a: !x\n- 1\nb: !y\n  c: 1\n---\n"))
    #expect(root["a"]?.tag?.name == "x")
    #expect(root["a"]?.items.count == 1)
    #expect(root["b"]?.tag?.name == "y")
    #expect(root["b"]?["c"] != nil)
  }

  @Test(arguments: [
    ("a: &x 1\nb: *x\n", Value.object(["a": .number(1), "b": .number(1)])),
    ("&x a: 1\nb: *x\n", .object(["a": .number(1), "b": .string("a")])),
    ("{&x a: *x}", .object(["a": .string("a")])),
    ("a: &x\nb: *x\n", .object(["a": .null, "b": .null])),
    ("- &x\n  a: 1\n- *x\n", .array([.object(["a": .number(1)]), .object(["a": .number(1)])])),
    (
      "- &x {k: v}\n- *x\n- &x 2\n- *x\n",
      .array([.object(["k": .string("v")]), .object(["k": .string("v")]), .number(2), .number(2)])
    ),
    (
      "- &x k\n- {*x : 1}\n- *x : 2\n",
      .array([.string("k"), .object(["k": .number(1)]), .object(["k": .number(2)])])
    ),
  ])
  func `replaces aliases by what they stand for`(text: String, value: Value) throws {
    #expect(try root(text).map(Value.init) == value)
  }

  @Test func `refuses an alias of a map as a key`() {
    let error = refusal("- &x {k: v}\n- {*x : 1}\n")
    #expect(error == YAMLError(.complexKey, at: Position(line: 2, column: 4)))
  }

  @Test func `gives an alias the tag of its anchor`() throws {
    let root = try #require(try root("a: &x !t\n  k: v\nb: *x\nc: !u\n  &y z\nd: *y\n"))
    #expect(["a", "b", "c", "d"].map { root[$0]?.tag?.name } == ["t", "t", "u", "u"])
    let over = try #require(try Self.over)
    #expect(["a", "b", "c", "d", "e"].map { over[$0]?.tag?.name } == ["t", "t", "u", "u", "w"])
    #expect(
      ["a", "b", "c", "d", "e", "f"].map { over[$0]?.text } == ["k", "k", "l", "l", "", "1"])
  }

  @Test(arguments: [
    ("--- |2\n   b\n", " b\n"), ("|1\n  b\n", " b\n"), ("--- >3\n   b\n   c\n", "b c\n"),
    ("--- |1-\n  b\n", " b"), ("--- |-1\n  b\n", " b"), ("--- |9+ # c\n          b\n\n", " b\n\n"),
    ("--- |\n b\n...\n", "b\n"), ("--- |\nb\n...\n", "b\n"), ("--- |\nb\n---\n", "b\n"),
    ("--- |\n b\n \n", "b\n"), ("--- |+\n b\n \n", "b\n\n"), ("--- |\n b\n  \n", "b\n \n"),
    ("--- |+\n b\n   \n", "b\n  \n"),
    ("--- >\n b\n  c\n d\n", "b\n c\nd\n"), ("--- >\n b\n\n c\n\n\n d\n", "b\nc\n\nd\n"),
  ])
  func `takes the indentation of a text from its header or its first line`(
    text: String, value: String
  ) throws {
    #expect(try root(text)?.text == value)
  }

  @Test(arguments: [
    ("a: |1\n  b\n", " b\n"), ("a:\n  |2\n   b\n", " b\n"), ("a: |\n b\n# c\n", "b\n"),
  ])
  func `counts a given indentation from that of the map`(text: String, value: String) throws {
    #expect(try root(text)?["a"]?.text == value)
    let inner = try root("x:\n" + text.split(separator: "\n").map { "  \($0)\n" }.joined())
    #expect(inner?["x"]?["a"]?.text == value)
  }

  @Test(arguments: [
    "a\u{85}b", "a\u{A0}b", "a\u{FFFD}b", "a\u{10FFFF}b", "a\u{2028}b", "~\tb", "a#b", "a:b",
  ])
  func `reads a text without quotes`(text: String) throws {
    #expect(try root("- \(text)")?.items.first?.text == text)
    #expect(try root("- '\(text)'")?.items.first?.text == text)
  }

  @Test(arguments: [
    ("---a", ["---a"]), ("...a", ["...a"]), ("--- a\n...b", ["a ...b"]),
    ("--- a\n... # c\nb", ["a", "b"]),
    ("a\n---\tb", ["a", "b"]), ("a\n ---", ["a ---"]), ("--- a\n--- b", ["a", "b"]),
    ("-- a", ["-- a"]),
  ])
  func `ends a document with its markers alone`(text: String, texts: [String]) throws {
    #expect(try documents(text).map(\.root.text) == texts)
  }

  @Test(arguments: ["'<<': 1", "\"<<\": 1", "!t <<: 1", "{'<<': 1}", "<<<: 1"])
  func `takes what only looks like a merge for a key`(text: String) {
    #expect(refusal(text) == nil)
  }

  /// Tags and anchors on lines above a value, and a tag without one.
  static var over: YAMLNode? {
    get throws { try root("a: &x\n  !t k\nb: *x\nc: !u\n  &y\n  l\nd: *y\ne: !w\nf: 1\n") }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `reads each kind of line break`(lineBreak: String) throws {
    let text =
      "# c\na: |\n  one\n   two\n\nb: \"x\n  y\\\n  z\n\n  w\"\nc: p\n  q\n\n  r\nd: [1,\n  2]\n"
    let bytes = text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: lineBreak)
    let root = try #require(try root(bytes))
    #expect(root["a"]?.text == "one\n two\n")
    #expect(root["b"]?.text == "x yz\nw")
    #expect(root["c"]?.text == "p q\nr")
    #expect(root["d"]?.position == Position(line: 15, column: 4))
  }

  @Test func `reads every escape`() throws {
    let text = #""\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P\x41\u00e9\U0001F600""#
    #expect(
      try root(text)?.text
        == "\0\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B} \"/\\\u{85}\u{A0}\u{2028}\u{2029}Aé😀")
  }

  @Test func `tells keys apart in a map of many`() throws {
    let keys = (0..<5000).map { "k\($0): \($0)\n" }.joined()
    #expect(try root(keys)?["k4321"]?.text == "4321")
    for repeated in [0, 15, 16, 17, 4999] {
      let error = try #require(refusal("\(keys)'k\(repeated)': x\n"))
      #expect(
        error.reason
          == .duplicateKey("k\(repeated)", first: Position(line: repeated + 1, column: 1)))
      #expect(error.position == Position(line: 5001, column: 1))
    }
  }

  @Test(arguments: [
    "%YAML  1.2 # c\n---\na:\n b: 1", "%YAML\t1.2\t\n--- # c\na:\n b: 1\n...\n",
    "a:\n  b: 1", "a:\r\n  b: 1\r\n",
    "a:\n  b:\t1", "a:\t{b: 1}\t# c", "{\"a\":{'b':1}}", "{a: {b: 1,},}",
    "a: # c\n  # d\n  b: 1 # e", "{a: {b: 1}}", "a: {b: 1}", "%YAML 1.2\n---\na:\n b: 1",
  ])
  func `reads a text without its last line break`(text: String) throws {
    #expect(try root(text).map(Value.init) == .object(["a": .object(["b": .number(1)])]))
  }
}
