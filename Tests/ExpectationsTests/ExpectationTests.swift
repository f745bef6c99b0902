// SPDX-License-Identifier: Apache-2.0
// Whole expectations: status, headers, bodies, bursts and alternatives.

import Formats
import HTTP
import Suites
import TestSupport
import Testing
import Text

@testable import Expectations

struct ExpectationTests {
  static let json: Observation = response(
    200,
    [
      "Content-Type": "application/json;charset=UTF-8", "Set-Cookie": "a=1", "set-cookie": "b=2",
      "X-Empty": "",
    ], "{\"a\": 1}")

  @Test(arguments: [
    "status: 200", "status: 2xx", "status: !one-of [4xx, 200]", "status: !not 404",
    "status: !integer {max: 299}", "status: !any {}",
    "headers: {content-type: !media-type application/json}", "headers: {X-Empty: \"\"}",
    "headers: {Location: !absent {}}", "headers: {Location: !optional x}",
    "headers: {Location: !not x}", "headers: {Set-Cookie: b=2}", "headers: {Set-Cookie: !size 2}",
    "headers: {Set-Cookie: !each [!contains =]}", "headers: {Set-Cookie: !some a=1}",
    "headers: {Set-Cookie: !none c=3}", "headers: {Set-Cookie: !unordered [b=2, a=1]}",
    "headers: {Set-Cookie: !all [a=1, b=2]}", "headers: {Set-Cookie: !one-of [c=3, b=2]}",
    "headers: {Set-Cookie: !not c=3}", "headers: {Set-Cookie: !all [!size 2, a=1]}", "json: {a: 1}",
    "text: !contains a", "text: '{\"a\": 1}'",
    "status: 200, headers: {X-Empty: \"\"}, json: {a: !integer {}}",
    "either: [{as: x, status: 400}, {as: y, json: {a: 1}}]",
  ])
  func `hold`(expectation: String) throws {
    #expect(try judged(expectation, Self.json) == [])
  }

  @Test(
    arguments: table(
      #"""
      status: 201 | status: expected 201, found 200
      status: 4xx | status: expected 4xx, found 200
      headers: {Location: x} | header Location: expected x, missing
      headers: {Content-Type: !media-type text/html} | header Content-Type: expected !media-type text/html, found "application/json;charset=UTF-8"
      headers: {Set-Cookie: !absent {}} | header Set-Cookie: expected !absent {}, found ["a=1","b=2"]
      headers: {Set-Cookie: c=3} | header Set-Cookie: expected c=3, found ["a=1","b=2"]; none of the 2 fields matches
      headers: {Set-Cookie: !each a=1} | header Set-Cookie: expected a=1, found "b=2"
      headers: {Set-Cookie: !size 1} | header Set-Cookie: expected !size 1, found ["a=1","b=2"]; `Set-Cookie` has 2 items
      headers: {Set-Cookie: !not b=2} | header Set-Cookie: expected !not b=2, found ["a=1","b=2"]
      json: {a: 2} | /a: expected 2, found 1
      xml: {/a: x} | body: expected {/a: x}, found {"a": 1}; the body is not XML: at byte 0, there is something before the root element
      text: "" | text: expected "", found "{\"a\": 1}"
      statuses: [200] | statuses: expected [200], missing; only a burst has several statuses
      """#) as [(String, String)])
  func `say what missed`(expectation: String, mismatch: String) throws {
    #expect(try judged(expectation, Self.json) == [mismatch])
  }

  @Test(
    arguments: table(
      #"""
      <html> | body: expected {a: 1}, found <html>; the body is not JSON: at byte 0, expected a value, found '<'
       | body: expected {a: 1}, found an empty body; the body is empty
      {"b":{"a":1,"a":1}} | /b/a: expected one member `a`, found two, at byte 6 and at byte 12; the body has an object with two members `a`, the second at byte 12
      """#) as [(String, String)])
  func `report a body that is no JSON once`(body: String, mismatch: String) throws {
    #expect(try judged("json: {a: 1}", response(200, [:], body)) == [mismatch])
    #expect(
      try judged(
        "json: {a: 1}, either: [{as: x, json: {a: 2}}, {as: y, json: {a: 3}}]",
        response(200, [:], body)
      ).count == 2)
  }

  @Test(
    arguments: table(
      #"""
       | the body is not JSON: at byte 0, expected a value, found '<'
      identity | the body is not JSON: at byte 0, expected a value, found '<'
      Identity | the body is not JSON: at byte 0, expected a value, found '<'
      gzip | the body is coded (Content-Encoding: gzip), though no coding was asked for; it is not unpacked
      identity & br | the body is coded (Content-Encoding: identity, br), though no coding was asked for; it is not unpacked
      """#) as [([String], String)])
  func `tell that a body is coded`(codings: [String], reason: String) throws {
    var answer = HTTPResponse(status: 200, body: Array("<".utf8))
    for coding in codings { answer.headers.append("Content-Encoding", coding) }
    #expect(
      try judged("json: {a: 1}", observation(.response(answer))) == [
        "body: expected {a: 1}, found <; \(reason)"
      ])
  }

  static let answers: [String: Observation] = [
    "empty": response(204), "marked": response(200, [:], "\u{FEFF}{\"a\": 1}"),
    "coded, empty": response(200, ["Content-Encoding": "gzip"]),
    "coded, repeated": response(200, ["Content-Encoding": "gzip"], #"{"a":1,"a":2}"#),
    "coded, JSON": response(200, ["Content-Encoding": "gzip"], #"{"a":1}"#),
    "coded, text": response(200, ["Content-Encoding": "gzip"], "x"),
    "no text": observation(.response(HTTPResponse(status: 200, body: [0x61, 0xFF, 0x62]))),
    "XML": response(
      403, [:],
      "<?xml version=\"1.0\"?><e:error xmlns:e='u'><status>403</status><d id='1'/></e:error>"),
    "XML with ${x}": response(
      200, ["Content-Type": "application/xml"], "<a><b c='${x}'>one</b><b c='y'>two</b></a>"),
    "call": observation(.json(["accountProviderIdentifier": "Cable"])),
    "burst": observation(
      .burst(
        [200, 200, 429],
        firsts: [
          HTTPResponse(status: 200, headers: HeaderList(), body: Array("{}".utf8)),
          HTTPResponse(
            status: 429, headers: HeaderList(["Content-Type": "text/html"]),
            body: Array("Too many".utf8)),
        ])),
  ]

  @Test(arguments: table(tableText("ExpectationTests")) as [(String, String, String)])
  func `judge other answers`(answer: String, expectation: String, mismatches: String) throws {
    let found = try judged(expectation, try #require(Self.answers[answer]))
    #expect(found.joined(separator: " & ") == mismatches)
  }

  @Test(
    arguments: table(
      #"""
      status: 4xx | granted
      status: 201 | none
      json: {on: false} | granted
      json: {list: []} | granted
      json: {$.list: !size 0} | granted
      json: {on: !one-of [null, !absent {}]} | unwanted
      json: {list: !none 1} | unwanted
      json: {on: !optional null} | unwanted
      json: !exactly {on: true, off: false, list: [1, 2]} | unwanted
      json: {inner: !optional {a: 2}} | granted
      json: {on: !optional 2} | none
      """#) as [(String, String)])
  func `tell where an answer gives more than it may`(expectation: String, excess: String) throws {
    let answer = response(
      200, ["X": "y"], #"{"on": true, "off": false, "list": [1, 2], "inner": {"a": 1}}"#)
    let finding = try Written.expectation(expectation).judgement(of: answer).mismatches.first
    #expect(try #require(finding).excess?.rawValue ?? "none" == excess)
  }

  @Test func `report all of a step`() throws {
    #expect(
      try judged("status: 201, headers: {X: y}, json: {a: 2, b: 3}", Self.json) == [
        "status: expected 201, found 200", "header X: expected y, missing",
        "/a: expected 2, found 1", "/b: expected 3, missing",
      ])
  }

  @Test(
    arguments: table(
      #"""
      status: 600 | 10+3 '600' is not a status: it is a number from 100 to 599, or a class such as 2xx
      status: ok | 10+2 'ok' is not a status: it is a number from 100 to 599, or a class such as 2xx
      status: "200" | 10+1 '200' is not a status: it is a number from 100 to 599, or a class such as 2xx
      status: !one-of [200, 6xx] | 24+3 '6xx' is not a status: it is a number from 100 to 599, or a class such as 2xx
      status: 99 | 10+2 '99' is not a status: it is a number from 100 to 599, or a class such as 2xx
      status: 0xx | 10+3 '0xx' is not a status: it is a number from 100 to 599, or a class such as 2xx
      status: 2xy | 10+3 '2xy' is not a status: it is a number from 100 to 599, or a class such as 2xx
      status: 2xxx | 10+4 '2xxx' is not a status: it is a number from 100 to 599, or a class such as 2xx
      answers: [] | 11+1 'answers' has at least one entry
      answers: [{text: x}] | 12+1 an entry says which answers it is about: add 'status: …'
      status: [200] | 10+1 a status is a number, and this matches only an array
      status: !string {} | 10+7 a status is a number, and this matches only a string
      headers: {X: 5} | 15+1 the value of a header is a string, and this matches only a number; as a text it is written "5"
      headers: {X: [a]} | 15+1 the value of a header is a string, and this matches only an array
      headers: {X: !each [!each a]} | 22+5 the value of a header is a string, and this matches only an array or an object
      headers: {X Y: a} | 12+3 'X Y' is not a valid header name
      headers: {Ab: a, aB: b} | 19+2 the header 'aB' stands here already as 'Ab': case does not count in names
      json: !absent {} | 8+7 the body is always there
      text: 5 | 8+1 the body as text is a string, and this matches only a number; as a text it is written "5"
      xml: {a: x} | 8+1 invalid XML path: expected '/' or '//'
      statuses: 200 | 12+3 the list of statuses is an array, and this matches only a number
      either: [{as: a, status: 200}, {as: a, status: 201}] | 33+1 an alternative is called 'a' already, at 1:11
      """#) as [(String, String)])
  func `are refused`(expectation: String, mistake: String) throws {
    #expect(try Written.mistakes { try Written.expectation(expectation) } == [mistake])
  }

  @Test(arguments: [
    ("status: 100", 100, true), ("status: 599", 599, true), ("status: 1xx", 100, true),
    ("status: 2xx", 200, true), ("status: 2xx", 299, true), ("status: 2xx", 300, false),
    ("status: 2xx", 199, false), ("status: 5xx", 599, true), ("status: 200", 201, false),
  ])
  func `take a status or a class of them`(expectation: String, status: Int, isHeld: Bool) throws {
    #expect(try judged(expectation, response(status)).isEmpty == isHeld)
  }

  /// What is left of an expectation without the parts that name a variable.
  @Test(
    arguments: table(
      #"""
      status: '${x}', text: a | text: a
      status: 200, text: '${x}' | status: 200
      status: 200, headers: {A: '${x}', B: b} | status: 200, headers: {B: b}
      json: {a: '${x}', b: {c: 1, d: '${x}'}} | json: {b: {c: 1}}
      json: {a: '${x}'}, status: 200 | status: 200
      json: ['${x}', 1], status: 200 | status: 200
      json: {a: !some {b: '${x}', c: 1}} | json: {a: !some {c: 1}}
      json: {a: !each {b: '${x}'}, d: 1} | json: {d: 1}
      json: {a: !not [{b: '${x}', c: 1}], d: 1} | json: {d: 1}
      json: {'$.a[?@ == ${x}]': 1, b: 2} | json: {b: 2}
      json: {'${x}': 1, b: 2} | json: {b: 2}
      xml: {/a: '${x}', /b: c, "/d[@e='${x}']": f} | xml: {/b: c}
      status: 200, either: [{as: a, text: '${x}'}, {as: b, text: c}] | status: 200
      answers: [{status: 200, text: '${x}'}, {status: 404, text: b}] | answers: [{status: 404, text: b}]
      statuses: !each ['${x}'], answers: [{status: 200, text: a}] | answers: [{status: 200, text: a}]
      status: 200, text: '${y}' | status: 200, text: '${y}'
      """#) as [(String, String)])
  func `leave out what names a variable`(text: String, rest: String) throws {
    let kind: AnswerKind = text.contains("answers") ? .burst : .response
    let left = try Self.template(text, of: kind).removing(["x"])
    let expected = try Self.template(rest, of: kind)
    #expect(
      try left.expectation(evaluatedIn: .unknown) == expected.expectation(evaluatedIn: .unknown))
    #expect(left.variables.count == expected.variables.count)
  }

  @Test(
    arguments: table(
      #"""
      status: 200, json: {a: !timestamp {after: now}} | status: 200
      json: {a: {b: '${x}', c: !timestamp {}}, d: !http-date {}} | json: {a: {b: '${x}'}}
      json: {'$.a[${x}]': {b: !not [1], c: !timestamp {after: now + 1m}}} | json: {'$.a[${x}]': {b: !not [1]}}
      json: {a: !some {b: 1, c: !timestamp {before: now}}} | json: {a: !some {b: 1}}
      json: {a: !not [!timestamp {}], b: 1} | json: {b: 1}
      headers: {Date: !http-date {}, B: b} | headers: {B: b}
      status: 200, either: [{as: a, json: {t: !timestamp {}}}, {as: b, text: c}] | status: 200
      """#) as [(String, String)])
  func `leave out what compares with the time`(text: String, rest: String) throws {
    let template = try Self.template(text, of: .response)
    let expected = try Self.template(rest, of: .response)
    #expect(template.asksForTime && !template.timeless.asksForTime)
    #expect(
      try template.timeless.expectation(evaluatedIn: .unknown)
        == expected.expectation(evaluatedIn: .unknown))
  }

  @Test(arguments: [
    ("status: 200", false, false), ("headers: {A: b}", false, false), ("json: {}", true, false),
    ("xml: {}", true, false), ("text: a", true, true),
    ("either: [{as: a, status: 200}, {as: b, status: 404}]", false, false),
    ("either: [{as: a, status: 200}, {as: b, json: {}}]", true, false),
    ("either: [{as: a, status: 200}, {as: b, text: a}]", true, true),
  ])
  func `tell whether they ask for the body, and for its text`(
    text: String, readsBody: Bool, readsText: Bool
  ) throws {
    #expect(try Self.template(text, of: .response).readsBody == readsBody)
    #expect(try Written.expectation(text).readsText == readsText)
  }

  private static func template(_ text: String, of kind: AnswerKind) throws -> ExpectationTemplate {
    var nodes = NodeReader(file: "test")
    return try #require(ValueReader().expectation(try yaml("{\(text)}"), of: kind, &nodes))
  }

  @Test(
    arguments: [
      ("status: 200", [], .status), ("json: {a: 1}", [], .json([])),
      ("json: {a: 1}", ["x"], .json(["a"])), ("json: {x: {b: 1}}", ["x"], .json(["x", "b"])),
      ("json: {x: {b: {c: 1}}}", ["x"], .json(["x", "b"])),
      ("json: {a: {b: 1}}", ["x"], .json(["a"])), ("json: {a: 1, b: 2}", ["x"], .json([])),
      ("json: !exactly {a: 1}", ["x"], .json([])), ("json: {$.a: 1}", ["x"], nil),
      ("json: {a: !timestamp {after: now}}", ["x"], nil),
      ("json: {a: !timestamp {after: 5}}", ["x"], .json(["a"])),
      ("json: {a: 1}, status: 200", ["x"], nil), ("headers: {A: b}, status: 200", [], nil),
      ("text: a, status: 200", [], nil), ("xml: {}, status: 200", [], nil),
      ("statuses: [200]", [], nil), ("answers: [{status: 200, text: a}]", [], nil),
      ("status: 200, either: [{as: a, status: 200}, {as: b, status: 404}]", [], nil),
    ] as [(String, Set<String>, SingleValueExpectation.Subject?)])
  func `tell which one value decides`(
    text: String, names: Set<String>, subject: SingleValueExpectation.Subject?
  ) throws {
    let single = SingleValueExpectation(try Written.expectation(text), membersOf: names)
    #expect(single?.subject == subject)
  }

  @Test func `name the alternative that held`() throws {
    let expectation = try Written.expectation(
      """
      either: [{as: refused, status: 400}, {as: falls back, status: 200, \
      either: [{as: one, json: {a: 1}}, {as: any, json: {}}]}]
      """)
    #expect(expectation.judgement(of: Self.json).chosen == ["falls back", "one"])
  }

  @Test func `report the alternative that came closest and a line for each other`() throws {
    let expectation = try Written.expectation(
      """
      either: [{as: refused, status: 400, json: !enhanced-error {}}, \
      {as: one, status: 200, json: {a: 2, b: 2, c: 2}}, {as: two, status: 200, json: {a: 1, e: 2}}]
      """)
    let judgement = expectation.judgement(of: Self.json)
    #expect(judgement.closest == ["two"])
    #expect(judgement.mismatches.map(line) == ["/e: expected 2, missing"])
    #expect(
      judgement.others == [
        "refused: the status is 400 and the body is an enhanced error",
        "one: the status is 200 and `a` is 2, `b` is 2 and `c` is 2",
      ])
  }

  /// Alternatives, and the one that an answer with `a: 1` was probably meant to be: that which speaks of
  /// the most members of it, then one that it does not contradict, else the first.
  @Test(arguments: [
    ("{as: usual, json: {a: 2, b: 2, c: 2}}, {as: exception, json: {a: 2}}", "usual"),
    ("{as: usual, json: {a: 2}}, {as: other, json: {a: 1, e: 2}}", "other"),
    ("{as: usual, json: {a: 1, e: 2, f: 2}}, {as: other, json: {a: 1, e: 2}}", "usual"),
    ("{as: usual, json: {a: 1, e: 2, f: 2, g: 3}}, {as: other, json: {a: 1, e: 2}}", "usual"),
    ("{as: usual, json: {b: 2}}, {as: other, json: {a: 2, c: 3, d: 4}}", "other"),
    ("{as: usual, status: 404, json: {a: 1, e: 2}}, {as: other, json: {a: 2}}", "other"),
    ("{as: usual, json: {a: !one-of [1, 3], e: 2}}, {as: other, json: {a: 2}}", "usual"),
    ("{as: usual, headers: {X-B: b, X-C: c, X-D: d}}, {as: other, headers: {X-B: b}}", "usual"),
    // That one value must not be there says nothing of what may be.
    ("{as: gone, status: 4xx}, {as: exception, status: 200, json: {a: !not 1}}", "gone"),
  ])
  func `takes the alternative that an answer was meant to be`(text: String, name: String) throws {
    let expectation = try Written.expectation("either: [\(text)]")
    #expect(expectation.judgement(of: Self.json).closest == [name])
  }

  /// The same for an answer with `a: 1` and `b: 3`: of two alternatives that it contradicts the first was
  /// meant, unless the other one speaks of more members of it.
  @Test(arguments: [
    ("{as: usual, json: {a: 2, b: 2}}, {as: exception, json: {a: 1, b: 2}}", "usual"),
    ("{as: usual, json: {a: 2}}, {as: other, json: {a: 1, b: 2}}", "other"),
    ("{as: usual, json: {a: 2, b: !absent {}}}, {as: other, json: {a: 1, b: 2}}", "other"),
    ("{as: usual, json: {a: 2, b: 2}}, {as: other, json: {a: 1, b: 2, c: 3}}", "usual"),
    ("{as: usual, json: {a: 1, b: 2}}, {as: other, json: {a: 2, b: 3}}", "usual"),
  ])
  func `passes over an alternative that an answer contradicts`(text: String, name: String) throws {
    let answer = response(200, [:], #"{"a": 1, "b": 3}"#)
    let expectation = try Written.expectation("either: [\(text)]")
    #expect(expectation.judgement(of: answer).closest == [name])
  }

  /// A decision that permits, where a service may refuse a request as a whole or each item.
  @Test func `takes a permitted item for one that was to be refused`() throws {
    let expectation = try Written.expectation(
      """
      either: [{as: as a whole, status: !one-of [403, 200], json: !enhanced-error {code: none}}, \
      {as: item by item, status: 200, json: {decisions: !each {authorized: false, \
      error: !enhanced-error {code: none}, token: !optional null}}}, \
      {as: exception, status: 200, json: {decisions: !each {source: degradation}}}]
      """)
    let answer = response(
      200, [:], #"{"decisions": [{"resource": "a", "source": "mvpd", "authorized": true}]}"#)
    let judgement = expectation.judgement(of: answer)
    #expect(judgement.closest == ["item by item"])
    #expect(
      judgement.mismatches.first.map(line) == "/decisions/0/authorized: expected false, found true")
  }

  /// A status that is as expected tells more than any number of other differences.
  @Test(arguments: [
    "{as: refused, status: 400}, {as: served, status: 200, json: {a: 2, b: 2, c: 3}}",
    "{as: served, status: 200, json: {a: 2, b: 2, c: 3}}, {as: refused, status: 400}",
    "{as: served, json: {a: 2, b: 2}}, {as: refused, status: 400, json: {a: 1}}",
  ])
  func `tell the closest alternative by the status first`(alternatives: String) throws {
    let expectation = try Written.expectation("either: [\(alternatives)]")
    #expect(expectation.judgement(of: Self.json).closest == ["served"])
  }

  @Test func `fail where a query is given up, under !not too`() throws {
    let observation = response(200, [:], "[1,2,3,4,5,6]", queryLimits: JSONPathLimits(nodes: 5))
    for text in ["json: {'$[*]': !not 5}", "json: !not [{'$[*]': 5}]"] {
      let expectation = try Written.expectation(text)
      #expect(!expectation.holds(for: observation))
      let mismatches = expectation.judgement(of: observation).mismatches
      #expect(mismatches.map(\.expected) == ["an answer to the query"])
    }
  }

  @Test(arguments: [
    ("json: {}", true, true), ("json: !any {}", true, false), ("status: !any {}", false, false),
    ("headers: {X: !not [!size 2]}", true, true), ("headers: {X: !size {min: 0}}", false, false),
    ("headers: {X: !one-of [!absent {}, !size {min: 1}]}", true, true),
    ("headers: {X: !optional [!string {}]}", false, false),
    ("json: {$..x: !optional [!any {}]}", true, true), ("headers: {X: !string {}}", true, true),
    ("text: !string {}", false, false), ("text: !contains \"\"", false, false),
    ("xml: {}", true, true), ("statuses: !size {min: 0}", false, false),
    ("statuses: !size {min: 1}", true, true), ("answers: [{status: 200}]", false, false),
    ("answers: [{status: 200, text: x}]", true, true), ("text: x", true, true),
    ("headers: {X: x}", true, true), ("text: !string {}, status: 200", true, true),
    ("either: [{as: a, status: 200}, {as: b, status: !integer {}}]", true, true),
    ("either: [{as: a, status: 200}, {as: b, status: !number {}}]", false, false),
  ])
  func `tell whether they can fail`(text: String, response: Bool, call: Bool) throws {
    let expectation = try Written.expectation(text)
    #expect(expectation.canFail(isResponse: true) == response)
    #expect(expectation.canFail(isResponse: false) == call)
  }

  @Test func `judge a variable`() throws {
    let pattern = try Written.pattern("!some x")
    #expect(pattern.mismatches(ofVariable: "names", ["x"], at: Self.json) == [])
    #expect(
      pattern.mismatches(ofVariable: "names", ["y"], at: Self.json).map(line) == [
        "${names}: expected !some x, found [\"y\"]"
      ])
  }

  @Test func `have the value of a row inside a regular expression`() throws {
    var nodes = NodeReader(file: "test")
    let row = CaseRow(["x": try yaml("b.c")], &nodes)
    let written = try yaml("json: {a: !matches 'a-${x}-[0-9]'}")
    let template = ValueReader(row: row).expectation(written, of: .response, &nodes)
    let expectation = try #require(template).expectation(evaluatedIn: .unknown)
    #expect(nodes.diagnostics == [])
    #expect(expectation.holds(for: response(200, [:], #"{"a": "a-b.c-1"}"#)))
    #expect(!expectation.holds(for: response(200, [:], #"{"a": "a-bxc-1"}"#)))
  }
}
