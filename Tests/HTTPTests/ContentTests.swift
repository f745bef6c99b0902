// SPDX-License-Identifier: Apache-2.0
// Tests of media types and forms.

import HTTP
import Testing

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("application/json", "application/json"),
    ("Application/JSON ; Charset=UTF-8", "application/json; charset=UTF-8"),
    ("text/html;charset=\"utf-8\"", "text/html; charset=utf-8"),
    ("text/x;a=\"b;\\\"c\\\\\"", "text/x; a=\"b;\\\"c\\\\\""),
    ("text/x;;a=b;", "text/x; a=b"),
    ("application/vnd.x+json", "application/vnd.x+json"),
    ("a/b\t;\tc=d", "a/b; c=d"), ("a/b; c=\"\"", "a/b; c=\"\""),
    ("a/b; c=\"d e\"", "a/b; c=\"d e\""),
  ])
  func `reads a media type`(text: String, canonical: String) throws {
    #expect(try "\(#require(MediaType(text)))" == canonical)
  }

  @Test(arguments: [
    "", "json", "application/", "/json", "application /json", "application/json charset=utf-8",
    "a/b; c", "a/b; c=", "a/b; c =d", "a/b; c=\"d", "a/b; c=\"d\\", "a/b, c/d", "é/b",
    "a/b; c=\"\u{1}\"", "a/b; c=\"\\\u{7F}\"", "a/b; c=\"d\"e", "a/b c", "a/b/c", "a/b; =d",
  ])
  func `refuses another text`(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test(arguments: [
    ("a/b; charset=UTF-8", "A/B;CHARSET=\"utf-8\"", true), ("a/b; x=1; y=2", "a/b; y=2; x=1", true),
    ("a/b; x=A", "a/b; x=a", false), ("a/b", "a/c", false), ("a/b", "a/b; x=1", false),
    ("a/b", "c/b", false), ("a/b; x=1", "a/b; y=1", false), ("a/b; x=1", "a/b; x=2", false),
    ("a/b; x=1; x=2", "a/b; x=2; x=1", true), ("a/b; charset=a; x=B", "a/b; charset=A; x=b", false),
  ])
  func `compares without the case that has no meaning`(left: String, right: String, same: Bool) {
    #expect((MediaType(left) == MediaType(right)) == same)
  }

  @Test func `finds a parameter`() {
    #expect(MediaType("a/b; X=1; x=2")?[parameter: "x"] == "1")
    #expect(MediaType("a/b")?[parameter: "x"] == nil)
  }
}

@Suite struct FormBodyTests {
  @Test func `encodes fields in their order`() {
    let body = FormBody.encode([("grant_type", "client credentials"), ("a&b", "c=d+é"), ("e", "")])
    #expect(
      String(decoding: body, as: UTF8.self)
        == "grant_type=client+credentials&a%26b=c%3Dd%2B%C3%A9&e=")
  }

  @Test(
    arguments: [
      ("", [], []), ("a=1&b=2", ["a", "b"], ["1", "2"]), ("a&b=", ["a", "b"], ["", ""]),
      ("&&a=1&", ["a"], ["1"]), ("a=b=c", ["a"], ["b=c"]), ("a+b=%26", ["a b"], ["&"]),
    ] as [(String, [String], [String])])
  func `decodes`(text: String, names: [String], values: [String]) throws {
    let fields = try #require(FormBody.decode(Array(text.utf8)))
    #expect(fields.map(\.name) == names)
    #expect(fields.map(\.value) == values)
  }

  @Test(
    arguments: [
      Array("a=%".utf8), Array("a=%zz".utf8), Array("%ff=1".utf8), [0xFF, 0x3D],
      [0x61, 0x3D, 0xFF],
      Array("%=a".utf8), Array("a=1&b=%".utf8),
    ]
      as [[UInt8]])
  func `refuses what stands for no text`(bytes: [UInt8]) {
    #expect(FormBody.decode(bytes) == nil)
  }
}
