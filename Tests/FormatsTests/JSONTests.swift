// SPDX-License-Identifier: Apache-2.0
// Tests of JSON texts and values.

import TestSupport
import Testing
import Text

@testable import Formats

struct JSONParserTests {
  @Test(
    arguments: [
      ("null", JSONValue.null), ("true", true), (" false\n", false), ("\t\r\n[ ] ", []),
      ("{}", [:]), ("-0", 0), ("1.50e+2", 150), ("\"\"", ""),
      (#"{"b": [1, {"a": null}], "a": "x"}"#, ["a": "x", "b": [1, ["a": JSONValue.null]]]),
      (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, "\"\\/\u{8}\u{C}\n\r\té😀"),
      ("\"é😀\u{7F}\u{2028}\"", "é😀\u{7F}\u{2028}"), ("\u{FEFF}[1]", [1]),
      ("[[],[[]],{}]", [[], [[]], [:]]), (#""\u0000""#, "\0"),
      (
        #""\uABcd\uD800\uDC00\uDBFF\uDFFF\uD7ff\uE000""#,
        "\u{ABCD}\u{10000}\u{10FFFF}\u{D7FF}\u{E000}"
      ), ("[50e-1,-0.0,1E1,1e-0]", [5, 0, 10, 1]), ("[1\r,\n2\t, 3]", [1, 2, 3]),
    ] as [(String, JSONValue)])
  func `reads every kind of value`(text: String, value: JSONValue) throws {
    #expect(try JSONParser.document(text).root == value)
  }

  @Test func `keeps the order of members, their offsets and the literals of numbers`() throws {
    let object = try #require(try JSONParser.document(#"{"b":1.0, "a" : 1e0,"c":[]}"#).root.object)
    #expect(object.names == ["b", "a", "c"])
    #expect(object.members.map(\.offset) == [1, 10, 20])
    #expect(object["b"]?.number?.literal == "1.0")
    #expect(object["a"]?.number?.literal == "1e0")
  }

  private static let halfPair = "an escape for half of a surrogate pair stands for no character"
  private static let unended = "expected '\"' at the end of a string, found the end of the text"
  private static let badEscape =
    #"invalid escape in a string: after '\' comes one of " \ / b f n r t or u and 4 hex digits"#

  @Test(
    arguments: [
      ("", 0, "expected a value, found the end of the text"),
      ("  ", 2, "expected a value, found the end of the text"),
      ("{\"a\":tru}", 5, "expected a value, found 't'"), ("[1,]", 3, "expected a value, found ']'"),
      ("[1 2]", 3, "expected ',' or ']' after an item, found '2'"),
      ("[1", 2, "expected ',' or ']' after an item, found the end of the text"),
      ("{\"a\":1 x", 7, "expected ',' or '}' after a member, found 'x'"),
      ("{\"a\":1,}", 7, "expected a name in '\"' after ',', found '}'"),
      ("{a:1}", 1, "expected a name in '\"', or '}', found 'a'"),
      ("{\"a\" 1}", 5, "expected ':' after a name, found '1'"),
      ("{\"a\"", 4, "expected ':' after a name, found the end of the text"),
      ("1 1", 2, "expected the end of the text, found '1'"),
      ("[1]\u{0}", 3, "expected the end of the text, found U+0000"),
      ("é", 0, "expected a value, found 'é'"), ("'a'", 0, "expected a value, found '''"),
      ("+1", 0, "expected a value, found '+'"), (".5", 0, "expected a value, found '.'"),
      ("NaN", 0, "expected a value, found 'N'"), ("[truE]", 1, "expected a value, found 't'"),
      ("nul", 0, "expected a value, found 'n'"), ("fals", 0, "expected a value, found 'f'"),
      ("[", 1, "expected a value, found the end of the text"),
      ("{", 1, "expected a name in '\"', or '}', found the end of the text"),
      ("{\"a\":1", 6, "expected ',' or '}' after a member, found the end of the text"),
      ("{\"a\":1,", 7, "expected a name in '\"' after ',', found the end of the text"),
      ("{\"a\":}", 5, "expected a value, found '}'"),
      ("[1}", 2, "expected ',' or ']' after an item, found '}'"),
      ("[,1]", 1, "expected a value, found ','"), ("]", 0, "expected a value, found ']'"),
      ("1\u{B}", 1, "expected the end of the text, found U+000B"),
      ("1\u{1F}", 1, "expected the end of the text, found U+001F"),
      ("1\u{7F}", 1, "expected the end of the text, found U+007F"),
      ("1\u{A0}", 1, "expected the end of the text, found '\u{A0}'"),
      ("\u{FEFF}1 1", 5, "expected the end of the text, found '1'"),
      ("\u{FEFF}\u{FEFF}", 3, "expected a value, found '\u{FEFF}'"),
      ("-a", 1, "invalid number: a digit must follow '-'"),
      ("1e", 2, "invalid number: an exponent must have a digit"),
      ("1ea", 2, "invalid number: an exponent must have a digit"),
      ("00", 0, "invalid number: a leading zero"),
      ("0x1", 1, "expected the end of the text, found 'x'"),
      ("1.5.2", 3, "expected the end of the text, found '.'"),
      ("\"\u{1F}\"", 1, #"a control character in a string must be escaped: \u001f"#),
      (#""\u12""#, 1, badEscape), (#""\uG000""#, 1, badEscape), (#""\ud83d\u00""#, 7, badEscape),
      (#""\ud83d\ue000""#, 1, halfPair), (#""\ud83d""#, 1, halfPair), (#""\udfff""#, 1, halfPair),
      (#""a\ud83d\x""#, 2, halfPair), ("01", 0, "invalid number: a leading zero"),
      ("-01", 1, "invalid number: a leading zero"),
      ("-", 1, "invalid number: a digit must follow '-'"),
      ("1.", 2, "invalid number: a digit must follow '.'"),
      ("[1.e2]", 3, "invalid number: a digit must follow '.'"),
      ("1e+", 3, "invalid number: an exponent must have a digit"), ("\"abc", 4, unended),
      ("\"\\", 2, unended), ("\"\\u00", 5, unended),
      ("\"a\nb\"", 2, #"a control character in a string must be escaped: \u000a"#),
      (#""a\x""#, 2, badEscape), (#""\u12g4""#, 1, badEscape), (#""\ud800""#, 1, halfPair),
      (#""\ud800\n""#, 1, halfPair), (#""\ud800\ud800""#, 1, halfPair),
      (#""\udc00\ud800""#, 1, halfPair),
    ] as [(String, Int, String)])
  func `refuses what is no JSON and says where`(text: String, offset: Int, message: String) {
    let error = #expect(throws: JSONError.self) { try JSONParser.document(text) }
    #expect(error?.offset == ByteOffset(offset))
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      [0x80], [0xC1, 0x81], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func `refuses what is not UTF-8`(bytes: [UInt8]) {
    #expect(throws: JSONError(.invalidUTF8, at: 2)) {
      try JSONParser.document(Array("\"a".utf8) + bytes + Array("\"".utf8))
    }
  }

  @Test func `reports repeated names with both places`() throws {
    let text =
      #"{"a": 1, "b": [0, {"x": 1, "y": 2, "x": 3, "x": 4}], "é": 1, "e\u0301": 2, "\u0061": 5}"#
    let inner = JSONPointer([.name("b"), .index(1)])
    #expect(
      try JSONParser.document(text).duplicates == [
        JSONDuplicate(name: "x", pointer: inner, offset: 35, firstOffset: 19),
        JSONDuplicate(name: "x", pointer: inner, offset: 43, firstOffset: 19),
        JSONDuplicate(name: "a", pointer: .root, offset: 76, firstOffset: 1),
      ])
  }

  @Test(
    arguments: [
      (#"[[], [1, {"a": 1, "a": 2}]]"#, ["/1/1"]),
      (#"[0, {"k": [1, 2, {"a": 0, "a": 0}]}]"#, ["/1/k/2"]),
      (#"{"k": [[0, [{"a": 0, "a": 0}]], {"b": 0, "b": 0}]}"#, ["/k/0/1/0", "/k/1"]),
      (#"{"a": 1, "a": {"x": 1, "x": 2}}"#, ["", "/a"]),
    ])
  func `says in which object a name is repeated`(text: String, pointers: [String]) throws {
    let duplicates = try JSONParser.document(text).duplicates
    #expect(duplicates.map(\.pointer.description) == pointers)
  }

  @Test(arguments: [2, 16, 17, 18, 40])
  func `reports a repeated name however large the object is`(count: Int) throws {
    let names = (1..<count).map { "\"n\($0)\": [0]" } + ["\"n1\": [0]"]
    let document = try JSONParser.document("[[],[{\(names.joined(separator: ", "))}]]")
    #expect(document.duplicates.map(\.name) == ["n1"])
    #expect(document.duplicates.map(\.pointer.description) == ["/1/0"])
  }

  @Test(arguments: ["", #", "b": [{"c": 1, "c": 2}]"#])
  func `lists a hundred repeated names and no more`(more: String) throws {
    let names = Array(repeating: #""a": 0"#, count: 150).joined(separator: ", ")
    #expect(try JSONParser.document("{\(names)\(more)}").duplicates.count == 100)
  }

  @Test func `lists as many repeated names as it may, of one object after the other`() throws {
    let text = #"[{"a":1,"a":2},{"b":1,"b":2,"b":3},{"c":1,"c":2}]"#
    let limits = JSONLimits(duplicates: 2)
    let names = try JSONParser.document(text, limits: limits).duplicates.map(\.name)
    #expect(names == ["a", "b"])
  }

  @Test func `reads as many values as it may, and as deep`() throws {
    func read(_ text: String) throws -> JSONValue {
      try JSONParser.document(text, limits: JSONLimits(depth: 2, values: 4)).root
    }
    #expect(try read("[[1],2]") == [[1], 2])
    #expect(try read(#"{"a":{"b":1}}"#) == ["a": ["b": 1]])
    #expect(throws: JSONError(.tooManyValues(limit: 4), at: 7)) { try read("[1,2,3,4]") }
    #expect(throws: JSONError(.tooManyValues(limit: 4), at: 11)) { try read(#"[1,2,{"a": []}]"#) }
    #expect(throws: JSONError(.tooDeep(limit: 2), at: 2)) { try read("[[[") }
    #expect(throws: JSONError(.tooDeep(limit: 2), at: 6)) { try read(#"{"a":[{}]}"#) }
  }

  @Test func `names a byte that is no character`() {
    let error = #expect(throws: JSONError.self) { try JSONParser.document([0x31, 0xFF]) }
    #expect(error?.description == "expected the end of the text, found the byte 0xFF")
  }

  @Test func `reads to its depth and not deeper, on a small stack`() throws {
    let deep = String(repeating: "[{\"a\":", count: 256)
    let closing = String(repeating: "}]", count: 256)
    try onSmallStack {
      let left = try? JSONParser.document("\(deep)1\(closing)").root
      let right = try? JSONParser.document("\(deep)2\(closing)").root
      #expect(left != nil && left != right)
      #expect(left.map { JSONWriter.text($0) } == "\(deep)1\(closing)")
      #expect(left.map { JSONWriter.text($0, indented: true).isEmpty } == false)
      #expect(throws: JSONError(.tooDeep(limit: 512), at: 1536)) {
        try JSONParser.document("\(deep)[\(closing)")
      }
    }
  }
}

struct JSONNumberTests {
  @Test(arguments: [
    [
      "-1e999999999999999999999", "-1e400", "-12345678901234567891", "-12345678901234567890", "-1",
      "-0.1", "-1e-400", "0",
    ],
    [
      "0", "1e-999999999999999999999", "1e-400", "0.1", "0.11", "0.2", "1", "1.5", "10", "1e400",
      "1e999999999999999999998",
    ],
    [
      "1e999999999999999999998", "1e999999999999999999999", "2e999999999999999999999",
      "1e1000000000000000000000",
    ], ["1e-1000000000000000000000", "1e-999999999999999999999", "0.2e-999999999999999999998"],
    ["9223372036854775807", "9223372036854775808", "12345678901234567890", "12345678901234567891"],
  ])
  func `are ordered exactly`(literals: [String]) throws {
    let numbers = try literals.map { try #require(JSONNumber(literal: $0)) }
    for (low, left) in numbers.enumerated() {
      for (high, right) in numbers.enumerated() {
        #expect((left < right) == (low < high), "\(left.literal) < \(right.literal)")
        #expect((left == right) == (low == high), "\(left.literal) == \(right.literal)")
      }
    }
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("0.1", "0.10"), ("-0", "0"), ("0e999999999999999999999", "-0.00"),
    ("120", "1.2E+2"),
    ("0.00012", "12e-5"), ("10e999999999999999999999", "1e1000000000000000000000"),
    ("0.1e1000000000000000000000", "1e999999999999999999999"), ("1e-0", "1"), ("100e-2", "1.00"),
    ("1e000000000000000000000001", "10"), ("0.1e-999999999999999999", "1e-1000000000000000000"),
    ("10e-1000000000000000000", "1e-999999999999999999"),
    ("1000e999999999999999998", "1e1000000000000000001"),
  ])
  func `are equal by value`(left: String, right: String) throws {
    #expect(try #require(JSONNumber(literal: left)) == #require(JSONNumber(literal: right)))
  }

  @Test(
    arguments: [
      ("1", 1), ("-1.0", -1), ("10e-1", 1), ("0.0", 0), ("-0e5", 0),
      ("9223372036854775807", Int.max), ("1.5", nil), ("-922337203685477580.8e1", Int.min),
      ("9223372036854775808", nil), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil),
      ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil), ("12e-1", nil),
      ("9e18", 9_000_000_000_000_000_000), ("9223372036854775807.0", Int.max),
      ("9223372036854775808.0", nil), ("-9223372036854775809.0", nil), ("0.12e2", 12),
      ("0.12e1", nil), ("-120e-1", -12), ("1e-19", nil),
    ] as [(String, Int?)])
  func `are integers where they are whole and fit`(literal: String, integer: Int?) throws {
    #expect(try #require(JSONNumber(literal: literal)).integer == integer)
  }

  @Test(arguments: [
    ("1e999999999999999999999", true), ("1.5e1", true), ("1.5", false), ("15e-1", false),
    ("0.00", true), ("-0", true), ("0.1e1", true), ("0.12e1", false), ("0.12e2", true),
    ("-7", true), ("150e-1", true), ("0e-9", true), ("1e-999999999999999999999", false),
  ])
  func `know whether they are whole`(literal: String, isInteger: Bool) throws {
    #expect(try #require(JSONNumber(literal: literal)).isInteger == isInteger)
  }

  @Test func `may be long`() throws {
    let long = String(repeating: "1", count: 100_000)
    let left = try #require(JSONNumber(literal: "\(long)2"))
    let right = try #require(JSONNumber(literal: "\(long)3"))
    #expect(left < right && left != right)
    #expect(left == JSONNumber(literal: "\(long)2.000"))
    #expect(left.integer == nil)
  }
}

struct JSONObjectTests {
  @Test(arguments: [
    (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1e0}"#, true),
    (#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#, false),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#, false), (#"{"é":1}"#, "{\"e\u{301}\":1}", false),
    (#"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":1,"a":2}"#, true),
    (#"{"a":1,"a":2}"#, #"{"a":1,"b":2}"#, false), (#"{"a":1,"a":1}"#, #"{"a":1,"b":1}"#, false),
    (#""é""#, "\"e\u{301}\"", false),
  ])
  func `are equal whatever their order`(left: String, right: String, areEqual: Bool) throws {
    let (left, right) = (try JSONParser.document(left).root, try JSONParser.document(right).root)
    #expect((left == right) == areEqual)
    #expect((right == left) == areEqual)
  }

  @Test func `are compared once at each level`() throws {
    // Twice at each level would be 2^400 comparisons.
    let open = String(repeating: #"{"b":0,"a":"#, count: 400)
    let close = String(repeating: "}", count: 400)
    let reordered = String(repeating: #"{"a":"#, count: 400)
    let end = String(repeating: #","b":0}"#, count: 400)
    let values = try ["\(open)1\(close)", "\(open)2\(close)", "\(reordered)1\(end)"].map {
      try JSONParser.document($0).root
    }
    #expect(values[0] != values[1])
    #expect(values[1] != values[2])
    #expect(values[0] == values[2])
  }
}

struct JSONLiteralTests {
  @Test(arguments: ["0", "-0", "0.0", "10", "1e05", "1E-5", "1e+5", "-1.25", "100"])
  func `is a number`(literal: String) { #expect(JSONNumber(literal: literal)?.literal == literal) }

  @Test(arguments: [
    "", "-", "01", "-01", "00", "1.", ".5", "1e", "1e+", "1e-", "+1", "1 ", " 1", "0x1", "1.e1",
    "--1", "1e1.5", "1-", "NaN", "1e1e1", "1.2.3", "٣",
  ])
  func `is no number`(literal: String) { #expect(JSONNumber(literal: literal) == nil) }
}

struct JSONMemberTests {
  static let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])

  @Test func `finds, replaces, adds and takes out the first of a name`() {
    var object = Self.object
    #expect(object["a"] == 1)
    object["a"] = 4
    object["c"] = 5
    object["d"] = nil
    #expect(object.names == ["a", "b", "a", "c"])
    #expect(object.members.map(\.value) == [4, 2, 3, 5])
    object["a"] = nil
    #expect(object.names == ["b", "a", "c"])
    #expect(object["a"] == 3)
  }

  @Test func `tells names apart by their bytes`() {
    var object = JSONObject([("é", 1)])
    #expect(object["e\u{301}"] == nil)
    object["e\u{301}"] = 2
    #expect(object["é"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test func `is of one kind`() {
    let values: [JSONValue] = [.null, true, 1, "a", [1], ["a": 1]]
    #expect(values.map(\.typeName) == ["null", "boolean", "number", "string", "array", "object"])
    #expect(values.map { $0.boolean != nil } == [false, true, false, false, false, false])
    #expect(values.map { $0.number != nil } == [false, false, true, false, false, false])
    #expect(values.map { $0.string != nil } == [false, false, false, true, false, false])
    #expect(values.map { $0.array != nil } == [false, false, false, false, true, false])
    #expect(values.map { $0.object != nil } == [false, false, false, false, false, true])
    for (left, first) in values.enumerated() {
      for (right, second) in values.enumerated() { #expect((first == second) == (left == right)) }
    }
  }
}

struct JSONPointerTests {
  @Test func `is written as RFC 6901 has it, and as a query`() {
    let pointer = JSONPointer.root.appending(name: "a/b~c").appending(index: 0)
      .appending(JSONPointer([.name("it's\n\u{1}\\é")]))
    #expect(pointer.description == "/a~1b~0c/0/it's\n\u{1}\\é")
    #expect(pointer.normalizedPath == #"$['a/b~c'][0]['it\'s\n\u0001\\é']"#)
    #expect(JSONPointer.root.description.isEmpty)
    #expect(
      JSONPointer([.name("\u{8}\t\n\u{C}\r\u{1F}\"")]).normalizedPath == #"$['\b\t\n\f\r\u001f"']"#)
    #expect(JSONPointer([.name("~1"), .name(""), .index(12)]).description == "/~01//12")
  }

  @Test func `are the same by the bytes of their names`() {
    #expect(JSONPointer([.name("é")]) != JSONPointer([.name("e\u{301}")]))
    #expect(JSONPointer([.name("0")]) != JSONPointer([.index(0)]))
    #expect(JSONPointer([.index(1)]) != JSONPointer([.index(0)]))
    #expect(JSONPointer([.name("a"), .index(0)]) == JSONPointer([.name("a"), .index(0)]))
  }
}

struct JSONWriterTests {
  @Test(arguments: [
    (#"{"b":[1.0,{}],"a":"é\"\\\n\u0001/"}"#, #"{"b":[1.0,{}],"a":"é\"\\\n\u0001/"}"#),
    ("[ ]", "[]"), ("1E5", "1E5"), ("[true,false,null]", "[true,false,null]"),
    (#""\t\r\u001f\u000b\u007f\u0080""#, #""\t\r\u001f\u000b\u007f"# + "\u{80}\""),
  ])
  func `writes what was read`(text: String, written: String) throws {
    #expect(JSONWriter.text(try JSONParser.document(text).root) == written)
  }

  @Test func `indents`() {
    let value: JSONValue = ["a": [1, [:]], "b": []]
    #expect(
      JSONWriter.text(value, indented: true)
        == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}")
    #expect(
      JSONWriter.text([[["a": 1]]], indented: true)
        == "[\n  [\n    {\n      \"a\": 1\n    }\n  ]\n]")
  }
}
