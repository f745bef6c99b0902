// SPDX-License-Identifier: Apache-2.0
// What the compiler of patterns refuses: each mistake with its column, length and words.

import Formats
import TestSupport
import Testing
import Text

@testable import Suites

@Suite struct PatternCompilerTests {
  @Test(
    arguments: table(
      #"""
      !one_of [a] | 1+7 unknown matcher '!one_of', did you mean '!one-of'?
      !Timestamp {} | 1+10 unknown matcher '!Timestamp', did you mean '!timestamp'?
      !any 1 | 6+1 !any takes no argument; write !any {}
      !absent [x] | 9+1 !absent takes no argument; write !absent {}
      !each {} | 1+5 !each needs a pattern, and an empty {} is not one: for any object write !each [!object {}]
      !some [] | 7+1 !some needs one pattern, and the list is empty
      !some [1, 2] | 11+1 !some needs one pattern, and the list has 2; for an array of just these items write !some [[…]]
      !one-of [] | 9+1 !one-of needs at least one pattern
      !all [] | 6+1 !all needs at least one pattern
      !one-of a | 9+1 !one-of needs a list of patterns, such as !one-of [a, b]
      !unordered {} | 1+10 !unordered needs a list of patterns, such as !unordered [a, b]
      !all [!string {}, 5] | 1+4 nothing can match all of these patterns
      !not [!one-of [!absent {}, !any {}]] | 1+4 nothing can match this
      !each [!absent {}] | 8+7 an item is always there
      !base64 429 | 9+3 the decoded text is a string, and this matches only a number; as a text it is written "429"
      !string {lenght: 1} | 10+6 !string has no 'lenght', did you mean 'length'?
      !string {foo: 1} | 10+3 !string has no 'foo', expected one of: length
      !string x | 9+1 !string takes {length} or nothing
      !string {length: -1} | 18+1 'length' is an integer from 0, or {min, max}
      !string {length: {}} | 18+1 'length' is an integer from 0, or {min, max}
      !string {length: {min: 3, max: 2}} | 18+1 no count is from 3 to 2
      !string {length: {min: x}} | 24+1 'min' must be an integer from 0
      !integer {min: 5, max: 4} | 10+1 no number is from 5 to 4
      !integer {min: 0.5} | 16+1 'min' must be an integer
      !number {min: "1"} | 15+1 'min' must be a number
      !number 5 | 9+1 !number takes {min, max} or nothing
      !size {} | 1+5 !size needs a number or {min, max}
      !size -1 | 7+1 the argument of !size is an integer from 0, or {min, max}
      !size {min: 2, max: 1} | 7+1 no count is from 2 to 1
      !size {least: 2} | 8+5 !size has no 'least', expected one of: min, max
      !matches {} | 1+8 !matches needs a regular expression, such as !matches '[0-9]+'
      !matches [a] | 10+1 !matches needs a regular expression, such as !matches '[0-9]+'
      !contains {} | 1+9 !contains needs a text
      !starts-with [a] | 14+1 !starts-with needs a text
      // It points into a regular expression, and by characters into an XML path.
      !matches '[a-' | 13+1 invalid regular expression: this range has no end of one character; for a '-' write '\-'
      {a: !matches (a} | 14+1 invalid regular expression: a '(' without its ')'; for the character write '\('
      !xml {'/ä[': x} | 11+1 invalid XML path: expected a number, a name or '@' and a name
      // It still checks what stands beside a variable without a value.
      !integer {min: '${x}', max: y} | 29+1 'max' must be an integer
      !exactly [a] | 10+1 !exactly needs a map of members
      !timestamp {after: soon} | 20+1 'after' must be milliseconds since 1970, as a number or a string of digits, or 'now', 'now + 24h', 'now - 5m'
      !timestamp {at: now + 5} | 17+1 'at' must be milliseconds since 1970, as a number or a string of digits, or 'now', 'now + 24h', 'now - 5m'
      !timestamp {since: now} | 13+5 !timestamp has no 'since', expected one of: after, before, at
      !timestamp {after: 5, before: 5} | 12+1 no time is after 5 and before 5
      !timestamp {after: now + 1h, before: now} | 12+1 no time is after now + 1h and before now
      !timestamp {at: 5, after: 5} | 12+1 no time is after 5 and at 5
      !timestamp {at: now, before: now} | 12+1 no time is before now and at now
      !timestamp now | 12+1 !timestamp takes {after, before, at} or nothing
      !media-type json | 13+4 'json' is not a media type; write one such as application/json
      !url {hots: x} | 7+4 !url has no 'hots', did you mean 'host'?
      !url {path: a} | 13+1 a path begins with '/'
      !url {path: /a?b=c} | 13+1 a path ends before '?': the query of a URL stands under 'query'
      !url {path: /a#b} | 13+1 a path ends before '#': the query of a URL stands under 'query'
      !url {port: "443"} | 13+1 the port of a URL is a number, and this matches only a string
      !url {host: 5} | 13+1 the host of a URL is a string, and this matches only a number; as a text it is written "5"
      !xml [1, 2] | 6+1 !xml needs a map of paths to patterns
      !xml {/a: 5} | 11+1 the value of an XML path is a string, and this matches only a number; as a text it is written "5"
      !xml {$.a: x} | 7+3 '$.a' is a JSONPath query; an XML path begins with '/'
      !jws {head: {}} | 7+4 !jws has no 'head', did you mean 'header'?
      !jws {claims: 5} | 15+1 'claims' of a token is an object, and this matches only a number
      !enhanced-error {kode: x} | 18+4 !enhanced-error has no 'kode', did you mean 'code'?
      !enhanced-error {status: "400"} | 26+1 'status' of an enhanced error is a number
      !enhanced-error {code: 5} | 24+1 'code' of an enhanced error is a string
      !enhanced-error {action: zzzzzz} | 26+6 'zzzzzz' is not an action of an enhanced error, expected one of: none, configuration, application-registration, authentication, authorization, retry
      !enhanced-error {action: authenticate} | 26+12 'authenticate' is not an action of an enhanced error, did you mean 'authentication'?
      """#) as [(String, String)])
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
