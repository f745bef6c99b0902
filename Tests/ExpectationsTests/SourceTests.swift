// SPDX-License-Identifier: Apache-2.0
// The sources of `save:`.

import Formats
import HTTP
import Suites
import TestSupport
import Testing
import Text

@testable import Expectations

struct SourceTests {
  static let json: Observation = response(
    201, ["Location": "/a", "Set-Cookie": "a", "set-cookie": "b"],
    "{\"a\":{\"b\":1},\"n\":null,\"ids\":[{\"id\":\"x\"},{\"id\":\"y\"}]}")
  static let xml: Observation = response(200, [:], "<r><c> q </c><d/><d/></r>")

  static func value(_ text: String, _ observation: Observation) throws -> String {
    switch try Written.source(text).value(in: observation) {
    case .success(let value): JSONWriter.text(value)
    case .failure(let failure):
      "\(failure.found.text)\(failure.nearest.map { "; \($0)" } ?? "")"
    }
  }

  @Test(arguments: [
    ("$.a.b", "1"), ("$.a", "{\"b\":1}"), ("$.n", "null"), ("!status", "201"),
    ("!header location", "\"/a\""), ("[$.x, $.a.b]", "1"), ("[/r/c, $.a.b]", "1"),
    ("!optional $.x", "null"), ("!optional $.a.b", "1"), ("!optional [[$.x, $.y]]", "null"),
    ("!list '$..id'", "[\"x\",\"y\"]"), ("!list $.x", "[]"),
    ("!list [!header Set-Cookie]", "[\"a\",\"b\"]"), ("!optional [[/r/c, $.x]]", "null"),
    ("!optional [!header X]", "null"), ("[!optional $.x, $.a.b]", "null"),
  ])
  func `give what they select`(source: String, value: String) throws {
    #expect(try Self.value(source, Self.json) == value)
  }

  @Test(arguments: [
    ("$.a", ["$.a"]), ("/a/@b", ["xml /a/@b"]), ("!header X-A", ["header X-A"]),
    ("!status", ["status"]), ("!text", ["text"]), ("!optional [!list $.a]", ["$.a"]),
    ("[$.a, !header B, !optional /c]", ["$.a", "header B", "xml /c"]),
  ])
  func `tell the places where they look`(source: String, places: [String]) throws {
    #expect(try Written.source(source).places.map(\.description) == places)
  }

  @Test func `tell the name of a member that was nearly written`() throws {
    let answer = response(201, [:], #"{"access_token":"t","created_at":1}"#)
    #expect(
      try Self.value("$.acces_token", answer)
        == "nothing; the answer has no `acces_token`, did you mean 'access_token'?")
    #expect(
      try Self.value("$.access_token.x", answer)
        == "nothing; the answer has no `access_token.x`")
  }

  @Test(arguments: [
    ("/config/id", "nothing; the root element is `r`"),
    ("/p:config", "nothing; the root element is `r`"), ("/r/id", "nothing"), ("//id", "nothing"),
    ("/*/id", "nothing"), ("/p:r/id", "nothing"),
  ])
  func `tell what the root element is where a path begins with another`(
    source: String, failure: String
  ) throws {
    let answer = response(200, [:], "<r><a>1</a></r>")
    #expect(try Self.value(source, answer) == failure)
    #expect(
      try judged("xml: {\(source): x}", answer) == [
        "xml \(source): expected x, missing"
          + (source.contains("config") ? "; the root element is `r`" : "")
      ])
  }

  @Test(arguments: [
    ("$.x", "nothing; the answer has no `x`"),
    ("'$..id'", "[\"x\",\"y\"]; 2 values; expected exactly one"),
    ("!header X", "nothing; the answer has no header X"),
    ("!header Set-Cookie", "[\"a\",\"b\"]; 2 values; expected exactly one"),
    ("[$.x, $.y]", "nothing"), ("[/r/c, $.x]", "nothing"),
    ("$.ab", "nothing; the answer has no `ab`"),
    (
      "[/r/c, /r/d]",
      "nothing; the body is not XML: at byte 0, there is something before the root element"
    ),
    ("['$..id', $.a]", "[\"x\",\"y\"]; 2 values; expected exactly one"),
    ("/r/c", "nothing; the body is not XML: at byte 0, there is something before the root element"),
    ("!optional '$..id'", "[\"x\",\"y\"]; 2 values; expected exactly one"),
  ])
  func `fail where they don't select one`(source: String, failure: String) throws {
    #expect(try Self.value(source, Self.json) == failure)
  }

  @Test func `read XML and text`() throws {
    #expect(try Self.value("/r/c", Self.xml) == "\"q\"")
    #expect(try Self.value("[$.c, /r/c]", Self.xml) == "\"q\"")
    #expect(try Self.value("!list //d", Self.xml) == "[\"\",\"\"]")
    #expect(try Self.value("!text", Self.xml) == "\"<r><c> q </c><d/><d/></r>\"")
    #expect(try Self.value("!text", response(204)) == "\"\"")
    #expect(try Self.value("!optional $.a", response(204)) == "null")
    #expect(try Self.value("$.a", response(204)) == "nothing; the body is empty")
  }

  @Test func `refuse a body that can be read in two ways`() throws {
    let body = response(200, [:], "{\"a\":1,\"a\":2}")
    let failure = "nothing; the body has an object with two members `a`, the second at byte 7"
    #expect(try Self.value("$.a", body) == failure)
    #expect(try Self.value("!optional $.a", body) == failure)
    #expect(try Self.value("[$.a, !status]", body) == failure)
  }

  @Test func `ask a call for JSON only`() throws {
    let call = observation(.json(["a": 1]))
    #expect(try Self.value("$.a", call) == "1")
    #expect(try Self.value("!status", call) == "nothing; only the answer of a request has it")
  }

  @Test(arguments: ["$..*", "!optional $..*", "!list $..*", "[$..*, !status]"])
  func `fail where a query is given up`(source: String) throws {
    let answer = response(200, [:], "[1,2,3,4,5,6]", queryLimits: JSONPathLimits(nodes: 5))
    #expect(try Self.value(source, answer).hasPrefix("nothing; the query was given up: "))
  }

  @Test(arguments: [
    "$.a", "/a/b", "!header X", "!status", "!text", "[$.a, /b]", "!optional $.a", "!list $.a",
  ])
  func `are written as suites do`(source: String) throws {
    #expect(try Written.source(source).text == source)
  }

  @Test(arguments: [
    ("$.a", true, false), ("/a/b", true, false), ("!text", true, true), ("!status", false, false),
    ("!header X", false, false), ("[!status, $.a]", true, false), ("[!status, !text]", true, true),
    ("[!status, !header X]", false, false), ("!optional $.a", true, false),
    ("!optional [!header X]", false, false), ("!list [[$.a, !text]]", true, true),
  ])
  func `tell whether they take from the body, and from its text`(
    source: String, readsBody: Bool, readsText: Bool
  ) throws {
    var nodes = NodeReader(file: "test")
    let template = try #require(ValueReader().source(try yaml(source), &nodes)).template
    #expect(template.readsBody == readsBody)
    #expect(template.readsText == readsText)
  }

  private static func body(_ names: String...) -> Place {
    .body(JSONPointer(names.map { Int($0).map { .index($0) } ?? .name($0) }))
  }

  /// What a finding is about, and whether the saved value is then in doubt.
  @Test(
    arguments: [
      ("$.a.b", body("a", "b"), true), ("$.a.b", body("a"), true), ("$.a", body("a", "b"), true),
      ("$.a.b", body(), true), ("$.a.b", body("ids"), false), ("$.a.b", .status, false),
      ("$.a", .header("Location"), false), ("$.a", .text, true), ("$.a", .xml("/r"), false),
      ("$.a.b", .query("$..b"), true), ("$.a.b", .query("$..id"), false),
      ("$.a.b", .query("$..x[?@ == ${v}]"), true), ("'$..id'", body("ids", "1"), true),
      ("'$..id'", body("ids", "1", "id"), true), ("'$..id'", body("n"), false),
      // Of several sources each counts, and those inside others.
      ("[$.x, $.a.b]", body("a", "b"), true), ("[$.a.b, $.x]", body("a", "b"), true),
      ("[$.x, $.a.b]", body("n"), false), ("[$.x, !status]", .status, true),
      ("!optional $.a.b", body("a", "b"), true), ("!optional $.a.b", body("n"), false),
      ("!list '$..id'", body("ids", "0", "id"), true), ("!list '$..id'", body("a"), false),
      ("!status", .status, true), ("!status", body(), false), ("!status", .statuses(nil), false),
      ("!header location", .header("Location"), true), ("!header location", .header("X"), false),
      ("!header location", .status, false), ("!text", body("a"), true), ("!text", .xml("/a"), true),
      ("!text", .query("$.a"), true), ("!text", .text, true), ("!text", .status, false),
      ("!text", .header("X"), false), ("/r/c", .xml("/r/d"), true), ("/r/c", .text, true),
      ("/r/c", body(), true), ("/r/c", body("a"), false), ("/r/c", .status, false),
      // A place within a text of the answer.
      ("$.a.b", .inside(body("a", "b"), .part("host")), true),
      ("$.a.b", .inside(body("n"), body("a", "b")), false),
      ("!header Location", .inside(.header("Location"), .part("host")), true),
    ] as [(String, Place, Bool)])
  func `are in doubt by what a finding is about`(
    source: String, place: Place, isDoubted: Bool
  ) throws {
    #expect(try Written.source(source).isDoubted(by: place, in: Self.json) == isDoubted)
  }

  @Test func `are in doubt by anything of a body that can't be read`() throws {
    let answer = response(200, [:], "{")
    #expect(try Written.source("$.a").isDoubted(by: Self.body("b"), in: answer))
    #expect(try !Written.source("$.a").isDoubted(by: .status, in: answer))
    #expect(Self.body("b").isWithin(memberNamed: "a", of: answer))
    #expect(!Place.status.isWithin(memberNamed: "a", of: answer))
  }

  @Test(
    arguments: [
      (body("a"), true), (body("a", "b"), true), (body(), true), (body("n"), false),
      (body("ids", "0"), false), (.status, false), (.query("$..b"), true), (.query("$..id"), false),
      (.inside(body("a", "b"), .decoded), true), (.inside(body("n"), .decoded), false),
    ] as [(Place, Bool)])
  func `a place is within a member or around it`(place: Place, isWithin: Bool) {
    #expect(place.isWithin(memberNamed: "a", of: Self.json) == isWithin)
  }

  @Test(
    arguments: table(
      #"""
      token | 1+5 expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text
      !headre X | 1+7 unknown source !headre, did you mean 'header'?
      !header {} | 9+1 expected the name of a header, a text, found a map
      !header 'a b' | 9+1 'a b' is not a valid header name
      !status x | 9+1 !status takes no argument
      !optional {} | 11+1 expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text
      [] | 1+1 a list of sources has at least one
      '$.ä[' | 6+1 invalid JSONPath: expected a selector: a name in quotes, an index, a slice, '*', or '?' and a condition, found the end of the query
      /ä[ | 4+1 invalid XML path: expected a number, a name or '@' and a name
      """#) as [(String, String)])
  func `are refused`(source: String, mistake: String) throws {
    #expect(try Written.mistakes { try Written.source(source) } == [mistake])
  }
}
