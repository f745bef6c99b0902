// SPDX-License-Identifier: Apache-2.0
// The sources of `save:`.

import Encodings
import JSON
import SourceText
import Testing

@testable import Expectations

@Suite struct SourceTests {
  static let json: Observation = response(
    201, ["Location": "/a", "Set-Cookie": "a", "set-cookie": "b"],
    "{\"a\":{\"b\":1},\"n\":null,\"ids\":[{\"id\":\"x\"},{\"id\":\"y\"}]}")
  static let xml: Observation = response(200, [:], "<r><c> q </c><d/><d/></r>")

  static func value(_ text: String, _ observation: Observation) throws -> String {
    switch try Written.source(text).value(in: observation) {
    case .success(let value): JSONWriter.text(value)
    case .failure(let failure):
      "\(failure.found)\(failure.nearest.map { "; \($0)" } ?? "")"
    }
  }

  @Test(arguments: [
    ("$.a.b", "1"), ("$.a", "{\"b\":1}"), ("$.n", "null"), ("!status", "201"),
    ("!header location", "\"/a\""), ("[$.x, $.a.b]", "1"), ("[/r/c, $.a.b]", "1"),
    ("!optional $.x", "null"), ("!optional $.a.b", "1"), ("!optional [[$.x, $.y]]", "null"),
    ("!list '$..id'", "[\"x\",\"y\"]"), ("!list $.x", "[]"),
    ("!list [!header Set-Cookie]", "[\"a\",\"b\"]"),
    ("!optional [!header X]", "null"), ("[!optional $.x, $.a.b]", "null"),
  ])
  func `give what they select`(source: String, value: String) throws {
    #expect(try Self.value(source, Self.json) == value)
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
    ("/r/id", "nothing"), ("//id", "nothing"),
  ])
  func `tell what the root element is where a path begins with another`(
    source: String, failure: String
  ) throws {
    let answer = response(200, [:], "<r><a>1</a></r>")
    #expect(try Self.value(source, answer) == failure)
    #expect(
      try judged("xml: {\(source): x}", answer) == [
        "xml \(source): expected x, missing"
          + (source == "/config/id" ? "; the root element is `r`" : "")
      ])
  }

  @Test(arguments: [
    ("$.x", "nothing; the answer has no `x`"),
    ("'$..id'", "[\"x\",\"y\"]; 2 values; expected exactly one"),
    ("!header X", "nothing; the answer has no header X"),
    ("!header Set-Cookie", "[\"a\",\"b\"]; 2 values; expected exactly one"),
    ("[$.x, $.y]", "nothing"),
    ("['$..id', $.a]", "[\"x\",\"y\"]; 2 values; expected exactly one"),
    (
      "/r/c",
      "nothing; the body is not XML: at byte 0, there is something before the root element"
    ),
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
    let failure =
      "nothing; the body has an object with two members `a`, the second at byte 7"
    #expect(try Self.value("$.a", body) == failure)
    #expect(try Self.value("!optional $.a", body) == failure)
    #expect(try Self.value("[$.a, !status]", body) == failure)
  }

  @Test func `ask a call for JSON only`() throws {
    let call = Observation(.json(["a": 1]), receivedAt: answered, clockTolerance: .zero)
    #expect(try Self.value("$.a", call) == "1")
    #expect(try Self.value("!status", call) == "nothing; only the answer of a request has it")
  }

  @Test(arguments: [
    (
      "token",
      "1+5 expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text"
    ),
    ("!headre X", "1+7 unknown source !headre, did you mean 'header'?"),
    ("!header {}", "9+1 expected the name of a header, a text, found a map"),
    ("!header 'a b'", "9+1 'a b' is not a valid header name"),
    ("!status x", "9+1 !status takes no argument"),
    (
      "!optional {}",
      "11+1 expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text"
    ),
    ("[]", "1+1 a list of sources has at least one"),
    (
      "'$.ä['",
      "6+1 invalid JSONPath: expected a selector: a name in quotes, an index, a slice, '*', or '?' and a condition, found the end of the query"
    ),
    ("/ä[", "4+1 invalid XML path: expected a number, a name or '@' and a name"),
  ])
  func `are refused`(source: String, mistake: String) throws {
    #expect(try Written.mistakes { try Written.source(source) } == [mistake])
  }
}
