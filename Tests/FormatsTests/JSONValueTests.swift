// SPDX-License-Identifier: Apache-2.0
// Tests of JSON values: numbers compared exactly, objects, pointers, text.

import Formats
import Testing

@Suite struct JSONNumberTests {
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
    ],
    ["1e-1000000000000000000000", "1e-999999999999999999999", "0.2e-999999999999999999998"],
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
      ("9223372036854775807", Int.max), ("1.5", nil),
      ("-922337203685477580.8e1", Int.min), ("9223372036854775808", nil),
      ("1e18", 1_000_000_000_000_000_000), ("1e19", nil),
      ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil), ("12e-1", nil),
      ("9e18", 9_000_000_000_000_000_000), ("9223372036854775807.0", Int.max),
      ("9223372036854775808.0", nil), ("-9223372036854775809.0", nil), ("0.12e2", 12),
      ("0.12e1", nil),
      ("-120e-1", -12), ("1e-19", nil),
    ] as [(String, Int?)])
  func `are integers where they are whole and fit`(literal: String, integer: Int?) throws {
    #expect(try #require(JSONNumber(literal: literal)).integer == integer)
  }

  @Test(arguments: [
    ("1e999999999999999999999", true), ("1.5e1", true), ("1.5", false), ("15e-1", false),
    ("0.00", true), ("-0", true), ("0.1e1", true), ("0.12e1", false), ("0.12e2", true),
    ("-7", true),
    ("150e-1", true), ("0e-9", true),
    ("1e-999999999999999999999", false),
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

@Suite struct JSONObjectTests {
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

@Suite struct JSONLiteralTests {
  @Test(arguments: ["0", "-0", "0.0", "10", "1e05", "1E-5", "1e+5", "-1.25", "100"])
  func `is a number`(literal: String) { #expect(JSONNumber(literal: literal)?.literal == literal) }

  @Test(arguments: [
    "", "-", "01", "-01", "00", "1.", ".5", "1e", "1e+", "1e-", "+1", "1 ", " 1", "0x1", "1.e1",
    "--1",
    "1e1.5", "1-", "NaN", "1e1e1", "1.2.3", "٣",
  ])
  func `is no number`(literal: String) { #expect(JSONNumber(literal: literal) == nil) }
}

@Suite struct JSONMemberTests {
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
    #expect(
      values.map(\.typeName) == ["null", "boolean", "number", "string", "array", "object"])
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

@Suite struct JSONPointerTests {
  @Test func `is written as RFC 6901 has it, and as a query`() {
    let pointer = JSONPointer.root.appending(name: "a/b~c").appending(index: 0)
      .appending(JSONPointer([.name("it's\n\u{1}\\é")]))
    #expect(pointer.description == "/a~1b~0c/0/it's\n\u{1}\\é")
    #expect(pointer.normalizedPath == #"$['a/b~c'][0]['it\'s\n\u0001\\é']"#)
    #expect(JSONPointer.root.description.isEmpty)
    #expect(
      JSONPointer([.name("\u{8}\t\n\u{C}\r\u{1F}\"")]).normalizedPath
        == #"$['\b\t\n\f\r\u001f"']"#)
    #expect(JSONPointer([.name("~1"), .name(""), .index(12)]).description == "/~01//12")
  }

  @Test func `are the same by the bytes of their names`() {
    #expect(JSONPointer([.name("é")]) != JSONPointer([.name("e\u{301}")]))
    #expect(JSONPointer([.name("0")]) != JSONPointer([.index(0)]))
    #expect(JSONPointer([.index(1)]) != JSONPointer([.index(0)]))
    #expect(JSONPointer([.name("a"), .index(0)]) == JSONPointer([.name("a"), .index(0)]))
  }
}

@Suite struct JSONWriterTests {
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
