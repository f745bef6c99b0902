// SPDX-License-Identifier: Apache-2.0
// Tests of what each edit makes of a part of an answer.

import Formats
import HTTP
import Suites
import Testing

@testable import SelfTest

@Suite struct EditTests {
  /// - Parameter result: The JSON of the edited value; empty where nothing changes.
  @Test(
    arguments: [
      (.null, "1", "null"), (.null, "null", ""), (.retype, "null", "\"\""),
      (.retype, "true", "\"true\""), (.retype, "1.5", "\"1.5\""), (.retype, "\"a\"", "[\"a\"]"),
      (.retype, "[1]", "{}"), (.retype, "{\"a\":1}", "[1]"),
      (.clear, "\"a\"", "\"\""), (.clear, "\"\"", ""), (.clear, "[1]", "[]"), (.clear, "[]", ""),
      (.clear, "{\"a\":1}", "{}"), (.clear, "{}", ""), (.flip, "true", "false"),
      (.flip, "false", "true"), (.flip, "\"true\"", "\"false\""), (.flip, "\"false\"", "\"true\""),
      (.flip, "\"yes\"", ""), (.flip, "1", ""), (.alter, "true", ""),
      (.increment, "1", "2"), (.increment, "-1", "0"), (.increment, "1.5", ""),
      (.negate, "1", "-1"), (.negate, "0", ""), (.negate, "-1", ""),
      (.seconds, "1795239000123", "1795239000"), (.seconds, "1000000000000", "1000000000"),
      (.seconds, "999999999999", ""), (.seconds, "9999999999999", "9999999999"),
      (.seconds, "10000000000000", ""), (.seconds, "\"1795239000123\"", "\"1795239000\""),
      (.seconds, "\"999999999999\"", ""), (.shiftYears(1), "1795239000123", "1826796600123"),
      (.shiftYears(-1), "\"1795239000123\"", "\"1763681400123\""), (.shiftYears(1), "5", ""),
      (.dropLast, "[1,2]", "[1]"), (.dropLast, "[1]", ""),
      (.dropLast, "{\"a\":1,\"b\":2}", "{\"a\":1}"),
      (.dropLast, "{\"a\":1}", ""), (.repeatLast, "[1,2]", "[1,2,2]"), (.repeatLast, "[]", ""),
      (.repeatLast, "{\"a\":1}", ""), (.reverse, "[1,2,3]", "[3,2,1]"), (.reverse, "[1]", ""),
      // The same backwards is no other order.
      (.reverse, "[1,2,1]", ""), (.reverse, "[1,1]", ""), (.reverse, "{\"a\":1,\"b\":2}", ""),
      (.addAlien, "[\"b\"]", "[\"b\",\"c\"]"), (.addAlien, "[]", "[\"sso-alien\"]"),
      (.addAlien, "[1]", "[1,1]"), (.addAlien, "[{\"a\":\"b\"}]", "[{\"a\":\"b\"},{\"a\":\"c\"}]"),
      (.addAlien, "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1},\"sso-alien\":{\"b\":1}}"),
      (.addAlien, "{}", ""), (.addAlien, "1", ""),
      (.addUnknown, "{}", "{\"ssoConformanceUnknown\":\"unknown\"}"), (.addUnknown, "[]", ""),
    ] as [(Edit, String, String)])
  func `changes a value of JSON`(edit: Edit, value: String, result: String) throws {
    let before = try JSONParser.document(value).root
    let after = edit.edited(before, others: [], sample: nil)
    guard case .value(let changed)? = after else {
      #expect(after == nil && result.isEmpty, "\(edit)")
      return
    }
    #expect(JSONWriter.text(changed) == result)
  }

  @Test func `adds to an empty collection an entry of another answer`() throws {
    let sample: JSONValue = ["a": "b"]
    for (value, result) in [("[]", #"[{"a":"c"}]"#), ("{}", #"{"sso-alien":{"a":"b"}}"#)] {
      let before = try JSONParser.document(value).root
      guard case .value(let changed)? = Edit.addAlien.edited(before, others: [], sample: sample)
      else {
        Issue.record("nothing was added to \(value)")
        continue
      }
      #expect(JSONWriter.text(changed) == result)
    }
  }

  @Test(
    arguments: [
      (.alter, "abc", "acc"), (.alter, "-9-", "-0-"), (.alter, "z", "a"), (.alter, "F", "A"),
      (.alter, "e", "f"), (.alter, "8", "9"), (.alter, "--", nil), (.alter, "", nil),
      (.extend, "a", "ax"), (.extend, "", "x"), (.swapCase, "abc", "ABC"),
      (.swapCase, "ABC", "abc"), (.swapCase, "aBc", "ABC"), (.swapCase, "a", nil),
      (.swapCase, "ab", "AB"), (.swapCase, "a1", nil), (.swapCase, "--", nil),
      (.swapCase, String(repeating: "a", count: 40), String(repeating: "A", count: 40)),
      (.swapCase, String(repeating: "a", count: 41), nil), (.borrow, "a", "b"),
      (.borrow, "b", "c"), (.moveHost, "https://a/b?c", "https://sso-alien.example/b?c"),
      (.moveHost, "http://a?c", "http://sso-alien.example?c"), (.moveHost, "/a", nil),
      (.moveHost, "ftp://a/b", nil), (.movePath, "https://a/b?c#d", "https://a/b/sso-alien?c#d"),
      (.movePath, "/a#d", "/a/sso-alien#d"), (.movePath, "a/b", nil),
      (.spoilBase64, "YWJjZGVmZ2hpamtsbW5vcHFy", "!YWJjZGVmZ2hpamtsbW5vcHFy"),
      // Shorter ones, and those of another length, may be words.
      (.spoilBase64, "YWJjZGVmZ2hpamtsbW5v", nil), (.spoilBase64, "YWJjZGVmZ2hpamtsbW5vcHFyc", nil),
      (.setText("x"), "a", "x"), (.setText("x"), "x", nil), (.clear, "a", ""), (.clear, "", nil),
    ] as [(Edit, String, String?)])
  func `changes a text`(edit: Edit, text: String, result: String?) {
    #expect(edit.edited(text, others: ["b", "c"]) == result)
  }

  @Test(
    arguments: [
      (.clear, "abcd", ""), (.cutInHalf, "abcd", "ab"), (.cutInHalf, "abc", "a"),
      (.cutInHalf, "a", nil), (.cutInHalf, "ab", "a"), (.markByteOrder, "{}", "\u{FEFF}{}"),
      (.null, "abc", nil),
    ] as [(Edit, String, String?)])
  func `changes a body`(edit: Edit, body: String, result: String?) {
    let part = AnswerPart(site: .body, place: "body", pattern: nil, text: nil)
    let changed = observed(answer(body)).mutated(
      part, MutationKind("m", .body, edit, "s"), .json(.null), others: [], sample: nil,
      readsText: false)
    #expect(changed?.response?.body == result.map { Array($0.utf8) })
  }

  @Test(arguments: [true, false])
  func `marks the byte order only before JSON`(isJSON: Bool) throws {
    let text = isJSON ? "{}" : "<a/>"
    let observation = observed(answer(text))
    let content: AnswerContent =
      isJSON ? .json(.object(JSONObject())) : .xml(try observation.xml.get())
    let part = AnswerPart(site: .body, place: "body", pattern: nil, text: nil)
    let kind = MutationKind("m", .body, .markByteOrder, "s")
    for (content, isMutant) in [(content, isJSON), (.other, false)] {
      let changed = observation.mutated(
        part, kind, content, others: [], sample: nil, readsText: false)
      #expect((changed != nil) == isMutant)
    }
  }

  @Test(
    arguments: [
      (.remove, "X-A", ["x-b: 1"]), (.remove, "x-B", ["X-A: 1", "x-a: 2"]),
      (.clear, "x-a", ["X-A: ", "x-a: 2", "x-b: 1"]),
      (.remove, "X-C", ["X-A: 1", "x-a: 2", "x-b: 1"]),
      (.clear, "X-C", nil), (.setText("1"), "x-b", nil),
    ] as [(Edit, String, [String]?)])
  func `changes a header, whatever the case of its name`(
    edit: Edit, name: String, result: [String]?
  ) {
    var response = answer("{}")
    response.headers = HeaderList([
      HeaderField("X-A", "1"), HeaderField("x-a", "2"), HeaderField("x-b", "1"),
    ])
    let part = AnswerPart(site: .header(name), place: "header", pattern: nil, text: nil)
    let changed = observed(response).mutated(
      part, MutationKind("m", .header, edit, "s"), .other, others: [], sample: nil,
      readsText: false)
    #expect(changed?.response?.headers.fields.map { "\($0.name): \($0.value)" } == result)
  }

  @Test(arguments: [(200, nil), (201, 201)])
  func `changes a status to another one`(code: Int, result: Int?) {
    let part = AnswerPart(site: .status, place: "status", pattern: nil, text: nil)
    let changed = observed(answer("{}")).mutated(
      part, MutationKind("m", .status, .status(code), "s"), .other, others: [], sample: nil,
      readsText: false)
    #expect(changed?.response?.status == result)
  }

  @Test(
    arguments: [
      ("/a", .remove, #"{"b":[1,2]}"#), ("/b/0", .remove, #"{"a":"x","b":[2]}"#),
      ("/b/1", .null, #"{"a":"x","b":[1,null]}"#), ("/b/2", .remove, #"{"a":"x","b":[1,2]}"#),
      ("/c", .remove, #"{"a":"x","b":[1,2]}"#), ("", .clear, "{}"),
    ] as [(String, Edit, String)])
  func `changes a value where it stands`(place: String, edit: Edit, result: String) throws {
    let root = try JSONParser.document(#"{"a":"x","b":[1,2]}"#).root
    let tokens = place.split(separator: "/").map { part -> JSONPointer.Token in
      Int(part).map { .index($0) } ?? .name(String(part))
    }
    let edited = try #require(edit.edited(root, others: [], sample: nil))
    #expect(JSONWriter.text(root.replacing(tokens[...], by: edited)) == result)
  }
}
