// SPDX-License-Identifier: Apache-2.0
// `!base64`, `!json`, `!xml`, `!url` and `!enhanced-error`: values that hold something inside.

import Formats
import TestSupport
import Testing

@testable import Expectations

struct EncodedTextTests {
  @Test(arguments: [
    ("!base64 {}", "\"aGk=\""), ("!base64 {}", "\"/+8=\""), ("!base64 hi", "\"aGk=\""),
    ("!base64 [!starts-with h]", "\"aGk=\""), ("!base64 [!xml {}]", "\"PGEvPg==\""),
    ("!base64 [!json {a: 1}]", "\"eyJhIjoxfQ==\""), ("!json {}", "\"[1]\""),
    ("!json {a: 1}", "\"{\\\"a\\\":1}\""), ("!json [!array {}]", "\"[]\""),
    ("!json [[1]]", "\"[1]\""), ("!json 5", "\"5\""), ("!json {$.a: 1}", "\"{\\\"a\\\":1}\""),
    ("!xml {}", "\"<a/>\""), ("!xml {/a/b: x}", "\"<a><p:b xmlns:p='u'> x </p:b></a>\""),
    ("!xml {/a/@id: \"7\"}", "\"<a id='7'/>\""),
    ("!xml {//b: [x, y]}", "\"<a><b>x</b><b>y</b></a>\""),
    ("!xml {//b: !size 2}", "\"<a><b>x</b><b>y</b></a>\""),
    ("!xml {//c: !absent {}, /a: !string {}}", "\"<a/>\""), ("!url {}", "\"/a?b=c\""),
    ("!url {}", "\"https://example.com\""),
    ("!url {scheme: HTTPS, host: Example.COM}", "\"https://example.com/\""),
    ("!url {origin: target, path: /a}", "\"/a\""),
    ("!url {origin: target}", "\"http://target.example/a\""),
    ("!url {origin: target}", "\"HTTP://Target.Example:80/a\""),
    ("!url {origin: !not target}", "\"http://h\""),
    ("!url {origin: HTTPS://H}", "\"https://h:443/a\""),
    ("!url {port: 8080}", "\"http://h:8080/\""), ("!url {port: !absent {}}", "\"http://h/\""),
    ("!url {host: !absent {}, path: /a/b}", "\"/a/b?c\""),
    ("!url {path: /a%2Fb/c}", "\"/a%2fb/%63\""), ("!url {path: !starts-with /a}", "\"/abc\""),
    ("!url {query: {code: a b, x: \"\"}}", "\"/a?code=a%20b&x\""),
    ("!url {query: {n: [\"1\", \"2\"]}}", "\"/a?n=1&m=3&n=2\""),
    ("!url {query: {n: [\"1\", \"2\", \"3\", \"4\"]}}", "\"/a?n=1&m=3&n=2&n=3&n=4\""),
    ("!url {query: {code: !absent {}}}", "\"/a\""), ("!url {query: !absent {}}", "\"/a\""),
    ("!jws {}", "\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln\""),
    ("!jws {}", "\"eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.\""),
    (
      "!jws {header: {alg: HS256}}",
      "\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln\""
    ),
    (
      "!jws {claims: {exp: !timestamp-seconds {after: now}}}",
      "\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln\""
    ),
    (
      "!jws {header: {$.claims.sub: a}}",
      "\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln\""
    ),
    ("!enhanced-error {}", "{\"action\":\"none\",\"status\":400,\"code\":\"c\",\"message\":\"m\"}"),
    (
      "!enhanced-error {code: c, status: 400, action: !one-of [none, retry]}",
      "{\"error\":{\"action\":\"none\",\"status\":400,\"code\":\"c\",\"message\":\"m\",\"x\":1}}"
    ),
    (
      "!enhanced-error {}",
      "{\"action\":\"none\",\"status\":400,\"code\":\"c\",\"message\":\"m\",\"helpUrl\":null,\"details\":null,\"trace\":null}"
    ),
    (
      "!enhanced-error {}",
      "{\"action\":\"none\",\"status\":400,\"code\":\"c\",\"message\":\"m\",\"helpUrl\":\"/h\",\"details\":\"\",\"trace\":\"\"}"
    ),
  ])
  func `match what is inside`(pattern: String, json: String) throws {
    #expect(try judged(pattern, json) == [])
  }

  @Test(arguments: table(tableText("EncodedTextTests")) as [(String, String, String)])
  func `say what differs inside`(pattern: String, json: String, mismatch: String) throws {
    #expect(try judged(pattern, json) == [whole(pattern, json, mismatch)])
  }

  @Test(arguments: [(999, true), (1000, false)])
  func `look at a thousand fields of a query`(before: Int, isSeen: Bool) throws {
    let fields = (0..<before).map { "f\($0)=&" }.joined()
    let found = try judged("!url {query: {last: \"1\"}}", "\"/a?\(fields)last=1\"")
    #expect(found == (isSeen ? [] : ["body → query last: expected \"1\", missing"]))
  }

  @Test func `report all that an enhanced error lacks`() throws {
    #expect(
      try judged("!enhanced-error {}", "{\"error\":\"invalid_request\"}").map { $0.prefix(9) } == [
        "/action: ", "/status: ", "/code: ex", "/message:",
      ])
  }

  @Test func `bind a variable in a path as a literal`() throws {
    // Pasted into the path, the quote would end the value.
    let pattern = try Written.pattern("!xml {\"/r/a[@n='${name}']\": x}", given: ["name": "it's"])
    #expect(pattern.accepts("<r><a n='other'>y</a><a n=\"it's\">x</a></r>", in: scope()))
    #expect(!pattern.accepts("<r><a n=\"it's\">y</a></r>", in: scope()))
    #expect(pattern.text.description == "!xml {/r/a[@n='${name}']: x}")
  }

  @Test func `bind a variable in the path of a URL as one segment`() throws {
    let pattern = try Written.pattern("!url {path: '/a/${name}'}", given: ["name": "b/c"])
    #expect(pattern.accepts("/a/b%2Fc", in: scope()))
    #expect(!pattern.accepts("/a/b/c", in: scope()))
  }

  @Test(arguments: [(["stop"], 0), (["go"], 1), (nil, 0)])
  func `judges the actions of enhanced errors`(actions: [String]?, count: Int) throws {
    let json = #"{"action": "stop", "status": 400, "code": "c", "message": "m"}"#
    let observation = Observation(
      .json(try JSONParser.document(json).root), receivedAt: answered, clockTolerance: .zero,
      actions: actions)
    let expectation = try Written.expectation("json: !enhanced-error {}")
    #expect(expectation.judgement(of: observation).mismatches.count == count)
  }
}
