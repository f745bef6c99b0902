// SPDX-License-Identifier: Apache-2.0
// Tests of what YAML files say: documents, scalars and their values.

import Formats
import Testing
import Text

struct YAMLParserTests {
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
    let beside = try #require(try root("a: &x !t\n  k: v\nb: *x\nc: !u\n  &y z\nd: *y\n"))
    #expect(["a", "b", "c", "d"].map { beside[$0]?.tag?.name } == ["t", "t", "u", "u"])
    // On lines above a value; and a tag without one.
    let over = try #require(
      try root("a: &x\n  !t k\nb: *x\nc: !u\n  &y\n  l\nd: *y\ne: !w\nf: 1\n"))
    #expect(["a", "b", "c", "d", "e"].map { over[$0]?.tag?.name } == ["t", "t", "u", "u", "w"])
    #expect(
      ["a", "b", "c", "d", "e", "f"].map { over[$0]?.text } == ["k", "k", "l", "l", "", "1"])
  }

  @Test(arguments: [
    ("--- |2\n   b\n", " b\n"), ("|1\n  b\n", " b\n"), ("--- >3\n   b\n   c\n", "b c\n"),
    ("--- |1-\n  b\n", " b"), ("--- |-1\n  b\n", " b"), ("--- |9+ # c\n          b\n\n", " b\n\n"),
    ("--- |\n b\n...\n", "b\n"), ("--- |\nb\n...\n", "b\n"), ("--- |\nb\n---\n", "b\n"),
    ("--- |\n b\n \n", "b\n"), ("--- |+\n b\n \n", "b\n\n"), ("--- |\n b\n  \n", "b\n \n"),
    ("--- |+\n b\n   \n", "b\n  \n"), ("--- >\n b\n  c\n d\n", "b\n c\nd\n"),
    ("--- >\n b\n\n c\n\n\n d\n", "b\nc\n\nd\n"),
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
    ("-- a", ["-- a"]), ("\n --- a", ["--- a"]),
  ])
  func `ends a document with its markers alone`(text: String, texts: [String]) throws {
    #expect(try documents(text).map(\.root.text) == texts)
  }

  @Test(arguments: ["'<<': 1", "\"<<\": 1", "!t <<: 1", "{'<<': 1}", "<<<: 1"])
  func `takes what only looks like a merge for a key`(text: String) {
    #expect(refusal(text) == nil)
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
    let text = #""\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P\x41\u00e9\U0001F600\ud83d\ude00""#
    #expect(
      try root(text)?.text
        == "\0\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B} \"/\\\u{85}\u{A0}\u{2028}\u{2029}Aé😀😀")
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
    "%YAML  1.2 # c\n---\na:\n b: 1", "%YAML\t1.2\t\n--- # c\na:\n b: 1\n...\n", "a:\n  b: 1",
    "a:\r\n  b: 1\r\n", "a:\n  b:\t1", "a:\t{b: 1}\t# c", "{\"a\":{'b':1}}", "{a: {b: 1,},}",
    "a: # c\n  # d\n  b: 1 # e", "{a: {b: 1}}", "a: {b: 1}", "%YAML 1.2\n---\na:\n b: 1",
  ])
  func `reads a text without its last line break`(text: String) throws {
    #expect(try root(text).map(Value.init) == .object(["a": .object(["b": .number(1)])]))
  }
}

struct YAMLDocumentTests {
  static let text = """
    # é
    key: plain text  # comment
    "quoted": 'it''s'
    list:
    - !tag {é: [one, "two"]}
    - !bare
    literal: |  # comment

      one
       two
    """

  /// Where the node at a path of keys and indices is, and how long.
  private func place(_ path: [String]) throws -> String {
    var node = try #require(try root(Self.text))
    for step in path { node = try #require(Int(step).map { node.items[$0] } ?? node[step]) }
    return "\(node.position)+\(node.length)"
  }

  @Test(arguments: [
    ("2:1+1", []), ("2:6+10", ["key"]), ("3:11+7", ["quoted"]), ("5:1+1", ["list"]),
    ("5:8+1", ["list", "0"]), ("5:12+1", ["list", "0", "é"]), ("5:13+3", ["list", "0", "é", "0"]),
    ("5:18+5", ["list", "0", "é", "1"]), ("6:3+5", ["list", "1"]), ("7:10+1", ["literal"]),
  ])
  func `knows where each node is`(place: String, path: [String]) throws {
    #expect(try self.place(path) == place)
  }

  @Test func `knows where keys and tags are`() throws {
    let root = try #require(try root(Self.text))
    guard case .mapping(let entries) = root.content else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map(\.key.position.line) == [2, 3, 4, 7])
    #expect(entries.map(\.key.length) == [3, 8, 4, 7])
    let items = try #require(root["list"]).items
    #expect(items.map { $0.tag?.name } == ["tag", "bare"])
    #expect(items.map { $0.tag?.position } == [5, 6].map { Position(line: $0, column: 3) })
    #expect(items[1].content == .scalar(YAMLScalar("", style: .plain)))
  }

  @Test(arguments: [
    ("a: b${c}", 1, "1:5"), ("a: 'bé${c}'", 2, "1:7"), ("é: \"b${c}\"", 1, "1:6"),
    ("a: b", 99, "1:5"), ("a: b", -1, "1:4"),
    ("a: |\n   b\n    c", 0, "2:4"), ("a: |\n   b\n    c", 3, "3:5"), ("a: |\n\n  b", 1, "3:3"),
    ("a: |\n\n  b", 0, "2:1"), ("a: |\n  b", 9, "2:4"), ("a: |\n", 0, "1:4"),
    // Folded, with escapes, over lines: the node's own place.
    ("a: >\n  bcd", 2, "1:4"), ("a: \"\\tbc\"", 2, "1:4"), ("a: bc\n  d", 4, "1:4"),
    ("a: 'b''c'", 2, "1:4"), ("x: &x bcd\na: *x", 2, "2:4"), ("a: \"b\n  c\"", 1, "1:4"),
    // A tag stands before it, or above.
    ("a: !t bcd", 1, "1:8"), ("a: !t\n  bcd", 1, "2:4"), ("a: !t 'bcd'", 1, "1:9"),
    ("a: !t |\n  bcd", 1, "2:4"), ("a: &x !t bcd", 2, "1:12"),
    ("a: |2\n   b", 0, "2:3"), ("a: |\n  éb", 1, "2:4"), ("a: |\n  b\n\n  c", 3, "4:3"),
    ("a: |\n  b\n\n  c", 2, "3:1"), ("a: b", 1, "1:5"), ("a: ''", 0, "1:5"), ("a: ''", 9, "1:5"),
  ])
  func `maps an offset in a text to its place`(
    text: String, offset: Int, place: String
  ) throws {
    let value = try #require(try root(text)?[text.first == "é" ? "é" : "a"])
    #expect("\(value.position(atScalar: ScalarOffset(offset)))" == place)
  }

  @Test func `puts an alias where it stands and its members where they were written`() throws {
    let root = try #require(try root("a: &x {b: c}\nd: *x\n"))
    #expect(root["d"]?.position == Position(line: 2, column: 4))
    #expect(root["d"]?.length == 2)
    #expect(root["d"]?["b"]?.position == Position(line: 1, column: 11))
  }

  @Test func `is the same without its tag`() throws {
    let node = try #require(try root("a: !t 'bc'")?["a"])
    #expect(node.tag == YAMLTag("t", at: Position(line: 1, column: 4)))
    #expect(node.untagged.tag == nil)
    #expect(node.untagged.content == node.content)
    #expect(node.untagged.position == node.position)
    #expect(node.untagged.length == 4)
    #expect(node.untagged.position(atScalar: 1) == Position(line: 1, column: 9))
  }

  @Test func `does not count a byte order mark as a column`() throws {
    let file = SourceFile(name: "f", bytes: [0xEF, 0xBB, 0xBF] + Array("a: b".utf8))
    #expect(try YAMLParser.documents(of: file).first?.root["a"]?.position.column == 4)
  }

  @Test func `gives an empty document a null`() throws {
    #expect(try documents("").isEmpty)
    let documents = try documents("---\n---\n# nothing\n...\n")
    #expect(documents.map { Value($0.root) } == [.null, .null])
    #expect(documents.map(\.root.position.line) == [1, 2])
  }
}

struct CoreSchemaTests {
  @Test(arguments: [
    ("", YAMLCoreValue.null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
    ("true", .boolean(true)), ("True", .boolean(true)), ("TRUE", .boolean(true)),
    ("false", .boolean(false)), ("False", .boolean(false)), ("FALSE", .boolean(false)),
    ("0", .integer("0")), ("-0", .integer("-0")), ("12", .integer("12")), ("+12", .integer("12")),
    ("-12", .integer("-12")), ("0o17", .integer("15")), ("0o0", .integer("0")),
    ("0x1F", .integer("31")), ("0xffffffffffffffffff", .integer("4722366482869645213695")),
    ("123456789012345678901234567890", .integer("123456789012345678901234567890")),
    ("1.", .float("1.0")), (".5", .float("0.5")), ("-.5", .float("-0.5")), ("+.5", .float("0.5")),
    ("1e3", .float("1e3")), ("1E+3", .float("1e+3")), ("1.e-3", .float("1.0e-3")),
    ("00.5", .float("0.5")), ("685_230.15", .string("685_230.15")),
    (".inf", .nonFinite(".inf")), ("-.Inf", .nonFinite("-.Inf")), ("+.INF", .nonFinite("+.INF")),
    (".nan", .nonFinite(".nan")), (".NaN", .nonFinite(".NaN")), (".NAN", .nonFinite(".NAN")),
  ])
  func `reads null, booleans and numbers`(text: String, value: YAMLCoreValue) {
    #expect(YAMLScalar(text, style: .plain).coreValue == value)
  }

  @Test(arguments: [
    "yes", "no", "on", "off", "y", "nULL", "tRUE", "-", "+", ".", "-.", "1e", "e1", ".e1", "1e+",
    "0b1", "0o8", "0o", "0x", "0xG", "-0x1", "1_000", "1:30", "2001-01-23", "1.2.3", "1 2", "-.nan",
    ".infinity", "١",
  ])
  func `takes any other text as a string`(text: String) {
    #expect(YAMLScalar(text, style: .plain).coreValue == .string(text))
  }

  @Test(arguments: [YAMLScalar.Style.singleQuoted, .doubleQuoted, .literal, .folded])
  func `takes quoted and block scalars as strings`(style: YAMLScalar.Style) {
    for text in ["", "null", "true", "12", "1.5", ".inf"] {
      #expect(YAMLScalar(text, style: style).coreValue == .string(text))
    }
  }

  @Test(arguments: ["0", "-0", "0.7", "00.7", "0o7", "'007'", "007a", "0-0", "2007", "0e1"])
  func `reads numbers that do not look octal`(text: String) {
    #expect(refusal("a: \(text)") == nil)
  }

  @Test(arguments: ["00", "007", "+01", "-08", "010"])
  func `refuses numbers that look octal, also as keys and under tags`(text: String) {
    #expect(refusal("a: \(text)")?.reason == .octalNumber(text))
    #expect(refusal("\(text): a")?.reason == .octalNumber(text))
    #expect(refusal("{a: !b \(text)}")?.reason == .octalNumber(text))
  }
}
