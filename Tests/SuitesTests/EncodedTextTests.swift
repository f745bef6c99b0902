// SPDX-License-Identifier: Apache-2.0
// `!base64`, `!json`, `!xml`, `!url` and `!enhanced-error`: values that hold something inside.

import Formats
import TestSupport
import Testing

@testable import Suites

@Suite struct EncodedTextTests {
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

  @Test(
    arguments: table(
      #"""
      !base64 {} | "aGk" | ; the body is not Base64: its length, 3, is not a multiple of 4
      !base64 {} | "aG k" | ; the body is not Base64: character 3 is white space
      !base64 {} | "aGk\n" | ; the body is not Base64: character 4 is a line break
      !base64 {} | "_-8=" | ; the body is not Base64: character 1 is of the alphabet for URLs
      !base64 {} | "aGl=" | ; the body is not Base64: it ends wrongly
      !base64 hi | "aG8=" | body → decoded: expected hi, found "ho"
      !base64 hi | "/+8=" | ; the body decodes to 2 bytes that are not UTF-8 text
      !base64 [!xml {/a/b: x}] | "PGE+PGI+eTwvYj48L2E+" | body → decoded → xml /a/b: expected x, found "y"
      !base64 [!xml {}] | "aGk=" | body → decoded: expected !xml {}, found "hi"; the decoded text is not XML: at byte 0, there is something before the root element
      !json {} | "[1 2]" | ; the body is not JSON: at byte 3, expected ',' or ']' after an item, found '2'
      !json {} | "{\"a\":1,\"a\":2}" | ; the body has an object with two members `a`, the second at byte 7
      !json {a: [1]} | "{\"a\":[2]}" | body → /a/0: expected 1, found 2
      !json {$.a: 1} | "{\"a\":2}" | body → /a: expected 1, found 2
      !json {$.b: 1} | "{}" | body → $.b: expected 1, missing
      !json 5 | "6" | body → json: expected 5, found 6
      !xml {/a/b: x} | "<a/>" | body → xml /a/b: expected x, missing
      !xml {//b: x} | "<a><b/><b/></a>" | body → xml //b: expected x, found ["",""]; `//b` selects 2 values; expected exactly one
      !xml {} | "<!DOCTYPE a><a/>" | ; the body is not XML: at byte 0, a document type declaration (<!DOCTYPE) is refused
      !jws {} | "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ" | ; the body is not a token: it has 1 of the 2 dots between its parts
      !jws {} | "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln.a.b" | ; the body is not a token: it has 4 of the 2 dots between its parts
      !jws {} | "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ." | ; the body is not a token: it has no signature, and its `alg` is not none
      !jws {} | "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2l=" | ; the body is not a token: it has a signature that is not base64url
      !jws {} | "eyJhbGciOiJIUzI1NiJ9=.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln" | ; the body is not a token: it has a part `header` that is not base64url without padding
      !jws {} | "eyJhbGciOiJIUzI1NiJ9.WzFd.c2ln" | ; the body is not a token: it has a part `claims` that is not a JSON object
      !jws {header: {alg: !not none}} | "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ." | body → /header/alg: expected !not none, found "none"
      !jws {claims: {sub: b}} | "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln" | body → /claims/sub: expected b, found "a"
      !jws {claims: {jti: !any {}}} | "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxNzUyMTQ5MzQxfQ.c2ln" | body → /claims/jti: expected !any {}, missing
      !timestamp-seconds {} | 1752149341000 | ; the body is 1752149341000, 13 digits; expected seconds since 1970, 9 to 11 digits
      !url {} | "a b" | ; the body is neither an absolute URL nor a path
      !url {} | "//host/path" | ; the body is neither an absolute URL nor a path
      !url {scheme: https} | "http://h" | body → scheme: expected https, found "http"
      !url {origin: target} | "http://target.example:81/a" | body → origin: expected target, found "http://target.example:81"
      !url {origin: target} | "https://target.example/a" | body → origin: expected target, found "https://target.example"
      !url {origin: target} | "urn:a" | body → origin: expected target, missing
      !url {origin: !not target} | "/a" | body → origin: expected !not target, found "target"
      !url {host: h} | "/a" | body → host: expected h, missing
      !url {port: 443} | "https://h" | body → port: expected 443, missing
      !url {path: /a/b} | "/a%2Fb" | body → path: expected /a/b, found "/a%2Fb"
      !url {path: /a} | "/a/" | body → path: expected /a, found "/a/"
      !url {query: {code: x}} | "/a?code=y" | body → query code: expected x, found "y"
      !url {query: {code: x}} | "/a" | body → query code: expected x, missing
      !url {query: !absent {}} | "/a?" | body → query: expected !absent {}, found {}
      !url {query: {}} | "/a?x=%FF" | body → query: expected {}, found x=%FF; the query can't be decoded
      !enhanced-error {} | {"action":"none","status":400,"code":"c"} | /message: expected a string, missing; an enhanced error has the member `message`
      !enhanced-error {} | {"action":"stop","status":400,"code":"c","message":"m"} | /action: expected one of none, configuration, application-registration, authentication, authorization, retry, found "stop"; `action` is `"stop"`; expected one of none, configuration, application-registration, authentication, authorization, retry
      !enhanced-error {status: 400} | {"error":{"action":"none","status":"400","code":"c","message":"m"}} | /error/status: expected 400, found "400"; `status` is `"400"`, a string; expected the number 400
      !enhanced-error {} | {"error":{"action":"none","status":400,"code":"c","message":"m"},"action":"none","status":400,"code":"c"} | /message: expected a string, missing; an enhanced error has the member `message`
      !enhanced-error {} | [] | ; the body is [], an array; expected an object
      !enhanced-error {code: !starts-with invalid_} | {"action":"none","status":400,"code":"c","message":"m"} | /code: expected !starts-with invalid_, found "c"
      !enhanced-error {} | {"action":"none","status":400,"code":"c","message":"m","helpUrl":""} | /helpUrl: expected a URL, found ""; `helpUrl` is `""`; expected a URL
      !enhanced-error {} | {"action":"none","status":400,"code":"c","message":"m","details":5} | /details: expected a string, found 5; `details` is 5; expected a string
      !enhanced-error {} | {"action":"none","status":400,"code":"c","message":"m","trace":[]} | /trace: expected a string, found []; `trace` is []; expected a string
      !enhanced-error {} | {"action":"none","status":400.5,"code":"c","message":"m"} | /status: expected an integer, found 400.5; `status` is 400.5; expected an integer
      !enhanced-error {} | {"action":"none","status":400,"code":5,"message":"m"} | /code: expected a string, found 5; `code` is 5; expected a string
      !enhanced-error {} | {"action":"none","status":400,"code":"c","message":null} | /message: expected a string, found null; `message` is null; expected a string
      !base64 {} | "aGk%3D" | ; the body is not Base64: character 4 is '%': it may be percent-encoded
      !base64 {} | "aG?=" | ; the body is not Base64: character 3 is not of its alphabet
      !base64 {} | "aGk-" | ; the body is not Base64: character 4 is of the alphabet for URLs
      !base64 {} | "a\tGk" | ; the body is not Base64: character 2 is white space
      !base64 {} | "\raGk" | ; the body is not Base64: character 1 is a line break
      """#) as [(String, String, String)])
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
    let scope = Scope(document: .null, moment: Moment(now: answered, tolerance: .zero))
    #expect(pattern.accepts("<r><a n='other'>y</a><a n=\"it's\">x</a></r>", in: scope))
    #expect(!pattern.accepts("<r><a n=\"it's\">y</a></r>", in: scope))
    #expect(pattern.text.description == "!xml {/r/a[@n='${name}']: x}")
  }

  @Test func `bind a variable in the path of a URL as one segment`() throws {
    let pattern = try Written.pattern("!url {path: '/a/${name}'}", given: ["name": "b/c"])
    let scope = Scope(document: .null, moment: Moment(now: answered, tolerance: .zero))
    #expect(pattern.accepts("/a/b%2Fc", in: scope))
    #expect(!pattern.accepts("/a/b/c", in: scope))
  }
}
