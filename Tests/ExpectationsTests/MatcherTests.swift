// SPDX-License-Identifier: Apache-2.0
// The matchers that look at one value: a table for each of what they match and what they say.

import Testing

@testable import Expectations

struct MatcherTests {
  @Test(
    arguments: [
      ("!any {}", "null"), ("!any {}", "[]"), ("!absent {}", nil), ("!optional 1", nil),
      ("!optional 1", "1"), ("!not 1", nil), ("!not 1", "2"), ("!not [!absent {}]", "null"),
      ("!one-of [1, x]", "\"x\""), ("!one-of [!absent {}, 1]", nil), ("!one-of `[1,[2]]`", "[2]"),
      ("!all [!string {}, !not x]", "\"y\""), ("!all [!optional 1, !not 2]", nil),
      ("!string {}", "\"\""), ("!string {length: 3}", "\"äöü\""),
      ("!string {length: {min: 1}}", "\"x\""), ("!string {length: {max: 1}}", "\"\""),
      ("!string {length: {max: 1}}", "\"x\""), ("!string {length: {min: 2, max: 2}}", "\"xy\""),
      ("!integer {}", "-3"), ("!integer {}", "1.0"), ("!integer {}", "12e1"),
      ("!integer {min: 1, max: 3}", "3"), ("!integer {min: 1}", "99999999999999999999"),
      ("!integer {min: 1}", "1"), ("!integer {min: 5, max: 5}", "5"), ("!number {}", "1.5"),
      ("!number {min: 1.5}", "1.50"), ("!number {max: 1.5}", "1.5"), ("!boolean {}", "false"),
      ("!object {}", "{}"), ("!array {}", "[]"), ("!matches '[0-9]+'", "\"123\""),
      ("!matches (?i)saml", "\"SAML\""), ("!matches '007'", "\"007\""),
      ("!matches `\"a.b\"`", "\"a.b\""), ("!contains b", "\"abc\""),
      ("!contains 429", "\"status 429 came\""), ("!contains \"\"", "\"\""),
      ("!contains aab", "\"aaaab\""), ("!contains `5`", "\"15\""),
      // A part whose beginning comes again before its end.
      ("!contains aab", "\"aaab\""), ("!contains aabaac", "\"aaabaabaac\""),
      ("!contains aabaac", "\"aabaaabaac\""), ("!contains abac", "\"ababac\""),
      ("!contains abab", "\"aabab\""), ("!contains abc", "\"abc\""),
      ("!starts-with invalid_", "\"invalid_x\""), ("!starts-with true", "\"true story\""),
      ("!uuid {}", "\"12f6fef9-d2e0-422b-a9d7-60D799ABE353\""),
      ("!media-type application/json", "\"Application/JSON;charset=UTF-8\""),
      (
        "!media-type application/json;charset=utf-8",
        "\"application/json; a=b; Charset=\\\"UTF-8\\\"\""
      ), ("!size 0", "[]"), ("!size 2", "{\"a\":1,\"b\":2}"), ("!size {min: 1, max: 2}", "[1]"),
      ("!size {min: 1, max: 2}", "[1,2]"), ("!size {min: 2, max: 2}", "[1,2]"),
      ("!exactly {a: 1}", "{\"a\":1}"), ("!exactly {}", "{}"),
      ("!exactly {a: {b: 1}}", "{\"a\":{\"b\":1,\"c\":2}}"), ("!exactly {a: !optional 1}", "{}"),
    ] as [(String, String?)])
  func `match what they say`(pattern: String, json: String?) throws {
    #expect(try judged(pattern, json) == [])
  }

  /// The values may be masked, and look the same.
  @Test(arguments: [
    (#"{"state":"plain","id":"b"}"#, "`id` is another one than expected, and the rest is the same"),
    (
      #"{"state":"x","id":"b","c":1}"#,
      "`state` and `id` are others than expected, and the rest is the same"
    ), (#"{"state":"x","id":"b"}"#, nil), (#"{"state":"plain"}"#, nil),
  ])
  func `say which part of a value is another one`(json: String, reason: String?) throws {
    let wanted =
      json.contains("c") ? #"{"state":"plain","id":"a","c":1}"# : #"{"state":"plain","id":"a"}"#
    let finding = try Written.expectation("json: {x: !one-of [{state: enc}, `\(wanted)`]}")
      .judgement(of: response(200, [:], #"{"x":\#(json)}"#)).mismatches.first
    let other = "`state` is \(json.contains("plain") ? "\"plain\"" : "\"x\""); expected \"enc\""
    #expect(finding?.nearest == (reason ?? other))
  }

  @Test(
    arguments: [
      ("!any {}", nil, "body: expected !any {}, missing"), ("!absent {}", "null", ""),
      ("!optional 1", "2", "body: expected 1, found 2"),
      (
        "!optional 1", "null",
        "body: expected 1, found null; the body is null, null; expected the number 1"
      ), ("!not 1", "1.0", ""), ("!not [!one-of [a, b]]", "\"b\"", ""),
      ("!one-of [200, 201]", "404", ""),
      ("!one-of [a, b]", "1", "; the body is 1, a number; expected a string"),
      ("!one-of [SUPPORTED, PICKER]", "\"picker\"", "; the body differs only in case"),
      ("!one-of [{a: 1, b: 1}, {a: 2, b: 2}]", "{\"a\":2,\"b\":1}", "; `b` is 1; expected 2"),
      // Of an exception nothing is said.
      ("!one-of [!exactly {}, {a: {b: 1}}]", "{\"a\":{\"b\":2}}", ""),
      ("!one-of [{c: 1, d: 1}, {a: {b: 1}}]", "{\"a\":{\"b\":2}}", "; `b` is 2; expected 1"),
      ("!one-of [1]", nil, "body: expected !one-of [1], missing"),
      ("!all [!string {}, !not x]", "\"x\"", "body: expected !not x, found \"x\""),
      ("!string {}", "1", "; the body is 1, a number; expected a string"),
      ("!string {length: {min: 1}}", "\"\"", "; the body has 0 characters"),
      ("!string {length: 2}", "\"x\"", "; the body has 1 character"),
      ("!integer {}", "1.5", "; the body is 1.5, not a whole number"),
      ("!integer {}", "\"5\"", "; the body is `\"5\"`, a string; expected an integer"),
      ("!integer {min: 1, max: 3}", "4", ""), ("!integer {min: 1}", "0", ""),
      ("!size {max: 1}", "[1,2]", "; the body has 2 items"), ("!number {min: 1.5}", "1.49", ""),
      ("!string {length: {max: 1}}", "\"xy\"", "; the body has 2 characters"),
      ("!size {min: 1, max: 2}", "[1,2,3]", "; the body has 3 items"),
      ("!size {min: 2}", "{\"a\":1}", "; the body has 1 member"),
      ("!number {max: 1.5}", "1.51", ""),
      ("!boolean {}", "0", "; the body is 0, a number; expected a boolean"),
      ("!object {}", "[]", "; the body is [], an array; expected an object"),
      ("!array {}", "{}", "; the body is {}, an object; expected an array"),
      ("!matches '[0-9]+'", "\"12a\"", ""), ("!matches 'it''s'", "\"x\"", ""),
      ("!matches `\"a.b\"`", "\"axb\"", "body: expected !matches '${v1}', found \"axb\""),
      ("!contains b", "\"ac\"", ""), ("!contains abc", "\"ab\"", ""),
      ("!contains aab", "\"abab\"", ""), ("!contains abac", "\"ababc\"", ""),
      ("!contains aabaac", "\"aabaabac\"", ""),
      ("!contains SAML", "\"a saml b\"", "; the body has it in another case"),
      ("!starts-with a", "\"ba\"", ""),
      ("!starts-with SAML", "\"saml b\"", "; the body has it in another case"),
      ("!starts-with a", "\"\"", ""), ("!uuid {}", "\"12f6fef9d2e0422ba9d760d799abe353\"", ""),
      ("!media-type application/json", "\"text/html\"", ""),
      ("!media-type application/json", "\"json\"", "; the body is not a media type"),
      (
        "!media-type application/json;charset=utf-8", "\"application/json\"",
        "; the body has no parameter 'charset'"
      ), ("!media-type application/json", "\"application/xml\"", ""),
      ("!media-type application/json", "\"text/json\"", ""),
      ("!media-type a/b;c=d;e=f", "\"a/b;c=d\"", "; the body has no parameter 'e'"),
      ("!media-type a/b;c=d", "\"a/b;c=D\"", "; its parameter 'c' is 'D'"),
      ("!size 2", "[1]", "; the body has 1 item"),
      ("!size {min: 1}", "{}", "; the body has 0 members"),
      ("!size 2", "\"ab\"", "; the body is `\"ab\"`, a string; expected an array or an object"),
      (
        "!exactly {a: 1}", "{\"a\":1,\"b\":2}",
        "/b: expected !exactly {a: 1}, found 2; `b` is not expected: only `a` may be there"
      ),
      (
        "!exactly {}", "{\"b\":2}",
        "/b: expected !exactly {}, found 2; `b` is not expected: no member is"
      ),
      ("!exactly {a: 1}", "{\"a\":2}", "/a: expected 1, found 2"),
    ] as [(String, String?, String)])
  func `say why not`(pattern: String, json: String?, mismatch: String) throws {
    #expect(try judged(pattern, json) == [whole(pattern, json, mismatch)])
  }

  @Test func `cut what came at 200 characters`() throws {
    let long = String(repeating: "é", count: 300)
    let found = try judged("x", "\"\(long)\"")
    #expect(found == ["body: expected x, found \"\(String(repeating: "é", count: 198))…"])
  }

  @Test func `cut a large answer without writing it all`() throws {
    let items = String(repeating: "1,", count: 100_000)
    let found = try judged("x", "[\(items)1]")
    #expect(
      found.first?.hasPrefix("body: expected x, found [\(String(repeating: "1,", count: 99))…")
        == true)
  }
}

struct MatcherManualTests {
  @Test func `has every matcher, in the order of the names`() {
    #expect(MatcherManual.all.map(\.name) == MatcherTable.names)
  }

  @Test(arguments: MatcherTable.names)
  func `shows a value that matches and one that does not`(name: String) throws {
    let manual = try #require(MatcherManual.all.first { $0.name == name })
    #expect(manual.pattern.hasPrefix("!\(name) "))
    #expect(try judged(manual.pattern, manual.match).isEmpty)
    if let miss = manual.miss { #expect(try !judged(manual.pattern, miss.value).isEmpty) }
  }
}
