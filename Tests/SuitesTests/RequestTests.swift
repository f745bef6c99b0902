// SPDX-License-Identifier: Apache-2.0
// Requests: references, queries, headers and bodies, as they go out.

import Expectations
import Formats
import HTTP
import Suites
import TestSupport
import Testing
import Text

struct RequestTests {
  private static let values: [String: JSONValue] = [
    "id": "a/b c?&=+é~-._", "empty": "", "dot": ".", "dots": "..", "null": .null, "n": 7,
    "map": ["x": "1 2", "y": ["a", 3, true], "z": .null], "line": "a\r\nX: y",
    "lf": "a\nb", "cr": "a\rb", "nul": "a\u{0}b",
    "name": "X-N", "host": "Host", "list": ["a", "b"], "nested": [[]],
    "url": "https://t.example/x?y=1",
  ]

  private func prepared(_ lines: String) throws -> PreparedRequest {
    let facts = Self.values.keys.filter { $0 != "null" }.sorted()
    let text = suite(request: lines)
      .replacing("steps:", with: "needs: [\(facts.joined(separator: ", "))]\n    steps:")
    return try #require(loadWithoutMistakes(text, facts: facts).request())
      .prepared(defaults: [], in: bindings(Self.values))
  }

  @Test(arguments: [
    ("GET: /a/b%20c?d=e#f", "/a/b%20c?d=e#f"),
    ("GET: \"/a/${id}\"", "/a/a%2Fb%20c%3F%26%3D%2B%C3%A9~-._"),
    ("GET: \"/a?b=${id}&c=${n}\"", "/a?b=a%2Fb%20c%3F%26%3D%2B%C3%A9~-._&c=7"),
    ("GET: \"/${dot}/${dots}/x\"", "/%2E/%2E%2E/x"),
    ("GET: \"//evil.example/\"", "//evil.example/"),
    ("{method: GET, url: /x}", "/x"), ("GET: \"/!~\"", "/!~"), ("GET: /", "/"),
  ])
  func `a reference is sent as written, its variables encoded`(line: String, path: String) throws {
    let request = try prepared(line == "{method: GET, url: /x}" ? "method: GET\nurl: /x" : line)
    #expect(request.reference == .path(path))
    #expect(request.method == "GET")
  }

  @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
  func `a method has its own key, and its route no query`(method: String) throws {
    #expect(try prepared("\(method): /x").method == method)
    #expect(loadSuite(suite(request: "\(method): /x?y")).request()?.route == "\(method) /x")
  }

  @Test func `one variable is a URL, taken as it is`() throws {
    #expect(try prepared("GET: \"${url}\"").reference == .url("https://t.example/x?y=1"))
  }

  @Test(
    arguments: table(
      #"""
      GET: x | 7:16 | a reference begins with '/' (it is added to the target's base URL), or is one ${name} that holds a URL
      GET: "http://other.example/" | 7:16 | a reference begins with '/' (it is added to the target's base URL), or is one ${name} that holds a URL
      GET: "${mvpd}/x" | 7:16 | a reference begins with '/' (it is added to the target's base URL), or is one ${name} that holds a URL
      GET: /é | 7:16 | a reference is sent as written: visible ASCII only; percent-encode the rest
      GET: "/a b" | 7:16 | a reference is sent as written: visible ASCII only; percent-encode the rest
      GET: [/] | 7:16 | expected a reference that begins with '/', a text, found a list
      {} | 7:11 | a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'
      GET: /↵POST: / | 7:11 | a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'
      method: G T↵url: / | 7:19 | 'G T' can't be a method
      GET: /↵form: {}↵json: 1 | 7:11 | a request has at most one body that is not null, and this has form and json
      GET: /↵headers: {content-length: 1} | 8:21 | 'content-length' is set by the client, which frames the message; it can't be written
      method: GET | 7:11 | a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'
      url: / | 7:11 | a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'
      GET: /↵url: / | 7:11 | a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'
      GET: /↵method: GET | 7:11 | a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'
      GET: "/\x7F" | 7:16 | a reference is sent as written: visible ASCII only; percent-encode the rest
      GET: "/${mvpd}/ü" | 7:16 | a reference is sent as written: visible ASCII only; percent-encode the rest
      GET: /↵headers: {Transfer-Encoding: x} | 8:21 | 'Transfer-Encoding' is set by the client, which frames the message; it can't be written
      GET: /↵headers: {CONNECTION: x} | 8:21 | 'CONNECTION' is set by the client, which frames the message; it can't be written
      GET: /↵headers: {host: x} | 8:21 | 'host' is set by the client, which frames the message; it can't be written
      GET: /↵headers: {A: {b: "${mvpd}"}} | 8:24 | a member of the headers is a text or a list of texts
      GET: /↵text: a↵base64: aGk= | 7:11 | a request has at most one body that is not null, and this has text and base64
      GET: /↵headers: {"a b": 1} | 8:21 | 'a b' can't be the name of a header
      GET: /↵headers: {A: {b: c}} | 8:24 | a member of the headers is a text or a list of texts: expected a text or a list of texts, found a map
      GET: /↵query: {A: [[b]]} | 8:22 | a member of the query is a text or a list of texts: expected a text or a list of texts, found a list
      GET: /↵json: {a: !any {}} | 8:26 | a matcher (!any) can't be sent; write a value
      GET: /↵json: .inf | 8:17 | JSON has no number '.inf'; quote it to mean the text
      GET: /↵base64: "?" | 8:19 | the text is not Base64
      GET: /↵heders: {} | 8:11 | unknown key 'heders' in a request, did you mean 'headers'?
      """#) as [(String, String, String)])
  func `says what is wrong with a request`(lines: String, place: String, message: String) {
    let found = remarks(suite(request: lines))
    #expect(found.contains("\(place): error: \(message)"), "\(found)")
  }

  @Test func `a table chooses the body`() throws {
    let text = suite(
      scenario: """
        cases:
          - {n: form, form: {a: b}, json: null, text: null}
          - {n: json, form: null, json: {a: b}, text: null}
          - {n: none, form: null, json: null, text: null}
        steps:
          - step: s
            request: {POST: /, form: "${form}", json: "${json}", text: "${text}"}
            expect: {status: 200}
        """, named: "${n}")
    let loaded = loadWithoutMistakes(text)
    let bodies = try (0..<3).map { index in
      try #require(loaded.request(index)).prepared(defaults: [], in: bindings()).body
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(bodies == ["a=b", "{\"a\":\"b\"}", nil])
    #expect(
      remarks(text.replacing("json: null, text: null}", with: "json: 1, text: x}")) == [
        "10:18: error: a request has at most one body that is not null, and this has form and json "
          + "and text",
        "10:18: error: a request has at most one body that is not null, and this has json and text",
      ])
  }

  @Test(arguments: [
    (JSONValue.null, JSONValue.null, ""),
    (JSONValue.object(JSONObject([("a", "b")])), .null, "a=b"), (.null, .array([1]), "[1]"),
    (.null, 1, "1"),
  ])
  func `bodies of variables may be null`(form: JSONValue, json: JSONValue, sent: String) throws {
    let request = try #require(loadSuite(Self.twoBodies, facts: ["form", "data"]).request())
    let prepared = try request.prepared(
      defaults: [], in: bindings(facts: ["form": form, "data": json]))
    #expect(String(decoding: prepared.body ?? [], as: UTF8.self) == sent)
    #expect((prepared.body == nil) == sent.isEmpty)
    #expect((prepared.contentType == nil) == sent.isEmpty)
  }

  @Test func `two bodies that are not null are an error when they are known`() throws {
    let request = try #require(loadSuite(Self.twoBodies, facts: ["form", "data"]).request())
    let error = #expect(throws: EvaluationError.self) {
      try request.prepared(defaults: [], in: bindings(facts: ["form": ["a": "b"], "data": 1]))
    }
    let message = "a request has at most one body that is not null, and this has form and json"
    #expect(error == EvaluationError(message, at: request.position, cause: .step))
  }

  private static let twoBodies = suite(
    scenario: """
      needs: [form, data]
      steps:
        - step: s
          request: {POST: /, form: "${form}", json: "${data}"}
          expect: {status: 200}
      """)

  @Test(
    arguments: table(
      #"""
      GET: "/a/${empty}/b" | ${empty} is empty, which can't be a part of a path
      GET: "${empty}" | ${empty} is empty, so it is not a URL
      GET: "/${map}" | ${map} is a map, which can't stand inside a text
      GET: /↵headers: {A: "${line}"} | the value of header 'A' holds a line break or NUL, which HTTP can't carry
      GET: /↵headers: {A: "${lf}"} | the value of header 'A' holds a line break or NUL, which HTTP can't carry
      GET: /↵headers: {A: [x, "${cr}"]} | the value of header 'A' holds a line break or NUL, which HTTP can't carry
      GET: /↵headers: {A: "${nul}"} | the value of header 'A' holds a line break or NUL, which HTTP can't carry
      GET: /↵headers: {A: "${nested}"} | expected a text or a list of texts, found a list
      GET: /↵headers: {"${host}": x} | 'Host' is set by the client, which frames the message; it can't be written
      GET: /↵headers: {"${line}": x} | 'a\#r↵X: y' can't be the name of a header
      GET: /↵query: "${n}" | ${n} is a number; a map is needed here
      GET: /↵base64: "${id}" | the text is not Base64
      GET: /↵text: "${map}" | expected a text, found a map
      method: "${id}"↵url: / | 'a/b c?&=+é~-._' can't be a method
      """#) as [(String, String)])
  func `what can't be sent is an error when it is known`(lines: String, message: String) throws {
    let error = #expect(throws: EvaluationError.self) { try prepared(lines) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (
      "query: {a: 1 2, b: [x, 2, true], c: , d: \"\", \"${name}\": \"${id}\"}",
      "a=1%202&b=x&b=2&b=true&d=&X-N=a%2Fb%20c%3F%26%3D%2B%C3%A9~-._"
    ), ("query: \"${map}\"", "x=1%202&y=a&y=3&y=true"), ("query: {}", ""), ("query: {a: []}", ""),
    ("query: ", ""),
  ])
  func `a query is percent-encoded`(line: String, query: String) throws {
    #expect(try prepared("GET: /\n\(line)").query == query)
  }

  @Test(
    arguments: table(
      #"""
      form: {a: 1 2, b: [x, 2], c: null, d: "é&=+", e: ""} | a=1+2&b=x&b=2&d=%C3%A9%26%3D%2B&e= | application/x-www-form-urlencoded
      form: "${map}" | x=1+2&y=a&y=3&y=true | application/x-www-form-urlencoded
      json: {a: [1.0, "${id}", null]} | {"a":[1.0,"a/b c?&=+é~-._",null]} | application/json
      json: "${map}" | {"x":"1 2","y":["a",3,true],"z":null} | application/json
      text: '{"a": [' | {"a": [ | text/plain; charset=utf-8
      text: "" |  | text/plain; charset=utf-8
      text: "S=${id ¦ base64 ¦ url-encode ¦ url-encode}" | S=YS9iIGM%252FJj0rw6l%252BLS5f | text/plain; charset=utf-8
      base64: aGk= | hi | application/octet-stream
      """#) as [(String, String, String)])
  func `a body is of its kind`(line: String, body: String, type: String) throws {
    let request = try prepared("POST: /\n\(line)")
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == body)
    #expect(request.contentType == type)
  }

  @Test(arguments: ["form: null", "json: null", "text: ", "base64: null", "json: \"${mvpd}\""])
  func `null leaves a whole body out`(line: String) throws {
    let request = try #require(loadSuite(suite(request: "POST: /\n\(line)")).request())
    let prepared = try request.prepared(defaults: [], in: bindings(["mvpd": .null]))
    #expect(prepared.body == nil)
    #expect(prepared.contentType == nil)
  }

  @Test func `a step's own header replaces the default, null leaves it out`() throws {
    let text = suite(
      steps: """
        - step: a
          request:
            GET: /
            headers: {a: own, B: null, D: ["1", "2"], E: "", "${mvpd}": v, G: "é \\t"}
          expect: {status: 200}
        """,
      before: "defaults: {headers: {A: x, B: x, C: x, User-Agent: null, T: \"${token}\", "
        + "L: \"${line}\"}}\nneeds: [token, line]\n")
    let loaded = loadWithoutMistakes(text, facts: ["token", "line"])
    let step = try loaded.step
    let request = try #require(loaded.request())
    let prepared = try request.prepared(
      defaults: step.defaultHeaders, in: bindings(["mvpd": "X-V"]))
    #expect(
      prepared.headers.fields.map { "\($0.name): \($0.value)" }
        == ["C: x", "a: own", "D: 1", "D: 2", "E: ", "X-V: v", "G: é \t"])
    #expect(prepared.omittedHeaders == ["User-Agent", "B"])
    #expect(throws: EvaluationError.self) {
      try request.prepared(
        defaults: step.defaultHeaders, in: bindings(["mvpd": "X", "line": "a\r\nEvil: 1"]))
    }
  }
}
