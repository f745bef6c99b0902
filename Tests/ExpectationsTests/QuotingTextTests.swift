// SPDX-License-Identifier: Apache-2.0
// Texts that quote values which are masked first.

import Expectations
import Formats
import Testing

struct QuotingTextTests {
  @Test func `writes words, and values in their way`() {
    let value: JSONValue = ["a": "b\n", "c": [1, true]]
    let text: QuotingText = "\("x") is \(QuotingText.json(value)), \(2) of \(words: "three")"
    #expect("\(text)" == #"x is {"a":"b\n","c":[1,true]}, 2 of three"#)
  }

  @Test func `masks values and names alone, and not the words`() {
    let value: JSONValue = ["a": "b"]
    let text: QuotingText = "a \("a") \(QuotingText.json(value)) \(words: "a")"
    #expect(text.written { "<\($0)>" } == #"a <a> {"<a>":"<b>"} a"#)
  }

  @Test func `masks before it cuts`() {
    let text = QuotingText.text("0123456789").cut(to: 5)
    #expect(text.description == "0123…")
    #expect(text.written { _ in "short" } == "short")
    #expect("\(text)\(text)" as QuotingText == "0123…0123…")
  }

  @Test(arguments: [
    ("0123456789", 10, "0123456789"), ("0123456789", 9, "01234567…"), ("01", 1, "…"),
    ("ééééé", 5, "ééééé"), ("ééééé", 4, "ééé…"), ("e\u{301}x", 2, "e\u{301}x"), ("", 1, ""),
  ])
  func `shows as many characters as it is cut to`(text: String, limit: Int, shown: String) {
    #expect(QuotingText.text(text).cut(to: limit).description == shown)
  }

  /// 1,600 bytes of a value are remembered.
  @Test(arguments: [
    (JSONValue.string(String(repeating: "a", count: 1600)), true),
    (.string(String(repeating: "a", count: 1601)), false),
    (.array(Array(repeating: 1, count: 800)), true),
    (.array(Array(repeating: 1, count: 801)), false),
    (.object(JSONObject((0..<200).map { ("member\($0 % 10)", .null) })), true),
    (.object(JSONObject((0..<201).map { ("member\($0 % 10)", .null) })), false),
    (.array([.string(String(repeating: "a", count: 1599)), 1]), false),
    (.array([.string(String(repeating: "a", count: 1597)), 1]), true),
  ])
  func `says that a value is longer where a part is left out`(value: JSONValue, isWhole: Bool) {
    let text = QuotingText.json(value).description
    #expect(text.hasSuffix("…") != isWhole)
    #expect((text == JSONWriter.text(value)) == isWhole)
  }

  @Test(arguments: [
    (JSONValue.string(String(repeating: "a", count: 5000)), "a…"),
    (.array(Array(repeating: 1, count: 5000)), "1]…"),
    (.object(JSONObject((0..<5000).map { ("n\($0)", .null) })), "null}…"),
  ])
  func `remembers the beginning of a long value`(value: JSONValue, end: String) {
    let text = QuotingText.json(value).description
    #expect(text.replacing("\"", with: "").hasSuffix(end))
    #expect(text.utf8.count < 10_000)
  }

  @Test func `joins texts`() {
    #expect(["a", "b"].joined(separator: ", ") as QuotingText == "a, b")
    #expect([QuotingText]().joined(separator: ", ").description.isEmpty)
  }
}
