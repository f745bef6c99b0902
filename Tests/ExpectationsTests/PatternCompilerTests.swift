// SPDX-License-Identifier: Apache-2.0
// What the compiler of patterns refuses: each mistake with its column, length and words.

import Formats
import TestSupport
import Testing
import Text

@testable import Expectations

struct PatternCompilerTests {
  @Test(arguments: table(tableText("PatternCompilerTests")) as [(String, String)])
  func `refuses and says where`(pattern: String, mistake: String) throws {
    #expect(try mistakes(pattern) == [mistake])
  }

  @Test func `finds all mistakes in order`() throws {
    #expect(
      try mistakes("{a: !sme 1, b: [!eech 2, {c: !size x}], d: !none []}") == [
        "5+4 unknown matcher '!sme', did you mean '!some'?",
        "17+5 unknown matcher '!eech', did you mean '!each'?",
        "36+1 the argument of !size is an integer from 0, or {min, max}",
        "50+1 !none needs one pattern, and the list is empty",
      ])
  }

  @Test(arguments: [
    "'${x}'", "{a: '${x}'}", "['${x}']", "!each '${x}'", "!each ['${x}']", "!one-of '${x}'",
    "!one-of ['${x}', 1]", "!matches '${x}'", "!contains '${x}'", "!starts-with '${x}'",
    "!size '${x}'", "!size {min: '${x}'}", "!string {length: '${x}'}",
    "!string {length: {max: '${x}'}}", "!integer {min: '${x}'}", "!timestamp {after: '${x}'}",
    "!timestamp {after: now, before: '${x}'}", "!media-type '${x}'", "!url {host: '${x}'}",
    "!url {query: {a: '${x}'}}", "!xml {/a: '${x}'}", "!enhanced-error {code: '${x}'}",
    "!exactly {a: '${x}'}", "!not '${x}'", "!optional '${x}'", "!none '${x}'",
    "!all ['${x}', !string {}]", "!base64 '${x}'", "!jws {claims: {a: '${x}'}}",
    "!json {a: '${x}'}", "!unordered ['${x}']", "!xml '${x}'",
  ])
  func `takes a variable without a value anywhere, and matches nothing by it`(text: String) throws {
    let pattern = try Written.pattern(text)
    #expect(!pattern.isComplete)
    #expect(!pattern.canFail(on: []) && pattern.canFail())
  }

  @Test(arguments: ["!exactly `5`", "!each {a: !exactly `[]`}", "!contains `{}`", "!xml `5`"])
  func `refuses a variable of a wrong kind`(text: String) {
    #expect(throws: EvaluationError.self) { try Written.pattern(text) }
  }

  @Test func `refuses what is nested too deep`() throws {
    // A file can't nest so deep, but a value given by 'with' adds to the depth of its place.
    let template = (0..<100).reduce(ValueTemplate.list([], at: Position(line: 1, column: 100))) {
      .list([$0], at: Position(line: 1, column: 99 - $1))
    }
    #expect(
      throws: PatternErrors([
        PatternError("patterns are nested more than 64 deep", at: Position(line: 1, column: 64))
      ])
    ) {
      try template.checkedPattern()
    }
  }

  @Test(arguments: [
    ("!any {}", false), ("!optional [!any {}]", true), ("!one-of [!absent {}, !any {}]", true),
    ("!string {}", false), ("!not 1", false),
  ])
  func `sees what can't fail`(text: String, never: Bool) throws {
    #expect(try Written.pattern(text).canFail() == !never)
  }

  @Test(arguments: [
    "SUPPORTED", "\"200\"", "{a: 1, b c: [x, !any {}]}", "!each [!string {}]", "!some {a: 1}",
    "!not [[1]]", "!timestamp {after: now, before: now + 24h}", "!size {min: 1, max: 2}", "!size 2",
    "!string {length: {min: 1}}", "!matches '(?i)saml'", "!media-type application/json",
    "!xml {/a/@b: x}", "!url {path: /a, port: 80}", "!enhanced-error {code: !starts-with x}",
    "!exactly {a: !optional 1}", "!base64 [!xml {}]", "!jws {header: {alg: x}}", "!contains \", \"",
    "!one-of [true, null]",
    "!contains \"null\"", "!contains \"TRUE\"", "!contains \"~\"", "!contains \"1.5\"",
    "!contains \"a: b\"", "!contains \"a #b\"", "!contains \"a:\"", "!contains \" a\"",
    "!contains \"a \"", "!contains \"-a\"", "!contains \"!a\"", "!contains \"a]\"",
    "!contains \"\"", "!contains a:b", "!contains a#b", "{\"a,b\": 1}", "{\"5\": 1, \"x:\": 2}",
    "!not [!any {}]", "!optional x", "!all [!string {}, x]", "!url {path: /a, query: {b: c}}",
    "!each [!exactly {a: 1}]", "!number {}", "!integer {min: 1}",
  ])
  func `writes a pattern as the suite does`(text: String) throws {
    #expect(try Written.pattern(text).text.description == text)
  }

  @Test func `writes a query as in block style`() throws {
    #expect(
      try Written.pattern("{'$..a[*]': !none {b: 1}}").text.description == "{$..a[*]: !none {b: 1}}"
    )
  }
}
