// SPDX-License-Identifier: Apache-2.0
// What a recording lacks makes a rule neither met nor broken.

import Audit
import Expectations
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

struct UnknownPartTests {
  static let demand = """
    on: token
    expect:
      headers: {X-Info: !any {}, AP-Device-Identifier: !any {}}
      form: {grant_type: client_credentials}
      answer: {status: 200, json: {access_token: !string {}}}
    """

  static let right: Sent = {
    var sent = Sent(
      "POST /token", at: 0, form: "grant_type=client_credentials",
      answer: #"{"access_token": "t"}"#)
    sent.headers?.append(("X-Info", "i"))
    return sent
  }()

  static func changed(_ change: (inout Sent) -> Void) -> Sent {
    var sent = right
    change(&sent)
    return sent
  }

  /// The same with another body.
  static func typed(_ type: String?, _ body: String) -> Sent {
    changed {
      $0.headers?.removeAll { $0.0 == "Content-Type" }
      if let type { $0.headers?.append(("Content-Type", type)) }
      $0.body = .bytes(Array(body.utf8))
    }
  }

  /// The same with fields of a form whose bytes were not kept.
  static func fields(_ fields: KeyValuePairs<String, String>) -> Sent {
    changed { $0.body = .fields(fields.map { HeaderField($0, $1) }) }
  }

  /// The same without some header, as far as the recording tells.
  static func withheld(_ headers: WithheldHeaders, lacksInfo: Bool = true) -> Sent {
    changed {
      if lacksInfo { $0.headers?.removeLast() }
      $0.withheld = headers
    }
  }

  @Test(arguments: [
    (right, "+1 -0 ?0"), (changed { $0.answer = nil }, "+0 -0 ?1"),
    (changed { $0.status = 0 }, "+0 -0 ?1"),
    (changed { $0.body = .missing(because: "not kept") }, "+0 -0 ?1"),
    (fields(["grant_type": "client_credentials"]), "+1 -0 ?0"),
    // Nobody knows whether the recorder decoded the value; a blank in one shows it.
    (fields(["grant_type": "client%5Fcredentials"]), "+0 -0 ?1"),
    (fields(["grant_type": "client_credentials", "a": "1%", "b": "1 2"]), "+1 -0 ?0"),
    // A form is read under another type, too, but not a message with marks or blanks.
    (typed(nil, "a=b&grant_type=client_credentials"), "+1 -0 ?0"),
    (typed("text/plain", "grant_type=client_credentials"), "+1 -0 ?0"),
    (typed("text/plain", "grant_type=client_credentials&a=b c"), "+0 -1 ?0"),
    (typed("text/plain", "grant_type=client_credentials&a=<b"), "+0 -1 ?0"),
    (
      typed("Application/X-WWW-Form-URLEncoded", "a=<b c&grant_type=client%5Fcredentials"),
      "+1 -0 ?0"
    ), (typed("text/plain", #"{"grant_type": "client_credentials"}"#), "+0 -1 ?0"),
    (changed { $0.body = .none }, "+0 -1 ?0"), (changed { $0.headers = nil }, "+0 -0 ?1"),
    (withheld(.none), "+0 -1 ?0"), (withheld(.named(["x-info"])), "+0 -0 ?1"),
    (withheld(.named(["x-info"]), lacksInfo: false), "+1 -0 ?0"),
    (withheld(.any, lacksInfo: false), "+1 -0 ?0"), (withheld(.any), "+0 -0 ?1"),
    (withheld(.named(["accept"])), "+0 -1 ?0"),
    // What is there is wrong, whatever the recording lacks.
    (
      changed {
        $0.answer = nil
        $0.body = .bytes(Array("grant_type=password".utf8))
      }, "+0 -1 ?0"
    ), (changed { $0.isDeliberate = true }, "+0 -0 ?0"),
  ])
  func `judges what is there`(sent: Sent, expected: String) throws {
    #expect(try outcome(rule(Self.demand), [sent, Sent("GET /p/profiles", at: 9)]) == expected)
  }

  /// Recorders write 0 where no answer came; the least status that is judged is 1.
  @Test(arguments: [
    (0, WithheldHeaders.none, "+0 -0 ?1"), (-1, .none, "+0 -0 ?1"), (1, .none, "+0 -1 ?0"),
    (200, .none, "+1 -0 ?0"), (0, .any, "+0 -0 ?1"), (0, .named(["set-cookie"]), "+0 -0 ?1"),
    (1, .any, "+0 -1 ?0"),
  ])
  func `judges no answer that never came, whatever stands in its place`(
    status: Int, withheld: WithheldHeaders, expected: String
  ) throws {
    let rules = rule(
      "on: token\nexpect: {answer: {status: 200, headers: {Content-Type: !any {}}, json: {a: 1}}}")
    var exchange = try traffic([Self.right]).exchange(EntryReference(recording: 0, index: 0))
    exchange.response = RecordedExchange.Response(
      status: status, headers: HeaderList(["Content-Type": "application/json"]),
      withheldHeaders: withheld, body: .bytes(Array(#"{"a": 1}"#.utf8)))
    let result = try Audit(rules, origins: ["https://api.test"])
      .judge(ExchangeList(recordings: ["0.har"], [exchange])).rules[0]
    #expect(
      "+\(result.met) -\(result.broken.count) ?\(result.notJudged.values.reduce(0, +))" == expected)
  }

  @Test func `counts what was judged, without an answer, or sent to break a rule`() throws {
    var other = Self.right
    other.origin = "https://other.test"
    var wrong = Self.changed { $0.status = 0 }
    wrong.isDeliberate = true
    let sent = [Self.right, Self.changed { $0.status = 0 }, wrong, other, Self.right]
    let traffic = try audited(rule(Self.demand), sent).traffic
    #expect([traffic.judged, traffic.unanswered, traffic.deliberate] == [3, 1, 1])
    #expect(traffic.ignored == ["other.test": 1])
    let start = Timestamp(milliseconds: 1_764_000_000_000)
    #expect(traffic.span == start...start + .milliseconds(100))
  }

  @Test func `says why`() throws {
    let sent = Self.changed { $0.answer = nil }
    let result = try audited(rule(Self.demand), [sent])
    #expect(result.rules[0].notJudged == ["the recording lacks the body of the answer": 1])
  }

  @Test(
    arguments: rows(
      #"""
      grant_type=password
        form field grant_type: expected client_credentials, found "password"
      {"grant_type": "client_credentials"}
        form: expected {grant_type: client_credentials}, missing
      """#))
  func `blames requirements of what is wrong, or of a part`(body: String, finding: String) throws {
    let rules = rule(
      """
      covers:
        - R-1: $.form.grant_type
        - R-2: $.headers['x-info']
        - R-3: $.query.a
      on: token
      expect: {headers: {X-Info: i}, form: {grant_type: client_credentials}}
      """)
    let sent = Self.changed { $0.body = .bytes(Array(body.utf8)) }
    let broken = try #require(try audited(rules, [sent]).rules[0].broken.first)
    #expect(broken.findings.map(\.description) == [finding])
    #expect(broken.blamed == ["R-1"])
  }

  @Test(arguments: [
    ("{method: GET}", "request method"), ("{scheme: http}", "request scheme"),
    ("{host: a}", "request host"), ("{path: /a}", "request path"),
    ("{headers: {X-Info: j}}", "request header X-Info"),
    ("{headers: {ap-device-identifier: j}}", "request header AP-Device-Identifier"),
    ("{query: {a: j}}", "query parameter a"), ("{form: {grant_type: j}}", "form field grant_type"),
    ("{answer: {status: 404}}", "answer status"),
    ("{answer: {headers: {Content-Type: j}}}", "answer header Content-Type"),
    ("{answer: {json: {access_token: j}}}", "answer body $['access_token']"),
    ("{$.answer.json.access_token: j}", "answer body $['access_token']"),
    ("{$.answer.status: 404}", "answer status"),
  ])
  func `names the place of what is wrong in words`(expected: String, place: String) throws {
    let result = try audited(rule("on: token\nexpect: \(expected)"), [Self.right])
    let finding = try #require(result.rules[0].broken.first?.findings.first)
    #expect(String(finding.description.prefix { $0 != ":" }) == place)
  }

  @Test(arguments: [
    // Several values of one name are a list, among few names and among many.
    ("query: {a: ['1', '2'], b: '3'}", "a=1&b=3&a=2", "+1 -0 ?0"),
    ("query: {a: '1'}", "a=1&b=3&a=2", "+0 -1 ?0"),
    (
      "query: {p5: ['x', 'y'], p31: ['x', 'y'], p32: ['x', 'y'], p39: ['x', 'y'], p38: 'x'}",
      (0..<40).map { "p\($0)=x" }.joined(separator: "&") + "&p5=y&p31=y&p32=y&p39=y", "+1 -0 ?0"
    ), ("query: {a: 'b c', d: '+', 'e=f': ''}", "a=b+c&d=%2B&e%3Df", "+1 -0 ?0"),
    ("query: {a: '%zz'}", "a=%zz", "+1 -0 ?0"), ("query: {a: 'b=c'}", "a=b=c", "+1 -0 ?0"),
  ])
  func `reads a query`(expected: String, query: String, outcome: String) throws {
    let sent = Sent("GET /p/profiles?\(query)", at: 0)
    #expect(try AuditTests.outcome(rule("on: profiles\nexpect: {\(expected)}"), [sent]) == outcome)
  }

  @Test func `reads a body by its type, also where another one had the same text`() throws {
    var other = Sent("POST /token", at: 1, form: "a=b c")
    other.headers?.removeAll { $0.0 == "Content-Type" }
    other.headers?.append(("Content-Type", "text/plain"))
    var long = Sent("POST /token", at: 2, form: "a=b c&d=\(String(repeating: "x", count: 1000))")
    long.headers?.append(("X", "y"))
    let sent = [Sent("POST /token", at: 0, form: "a=b c"), other, long]
    #expect(try outcome(rule("on: token\nexpect: {form: {a: b c}}"), sent) == "+2 -1 ?0")
    #expect(try outcome(rule("on: token\nexpect: {text: !matches 'a=b c.*'}"), sent) == "+3 -0 ?0")
  }

  @Test func `takes several headers of one name for a list`() throws {
    var sent = Self.right
    sent.headers?.append(("x-INFO", "j"))
    #expect(
      try outcome(rule("on: token\nexpect: {headers: {X-Info: [i, j]}}"), [sent]) == "+1 -0 ?0")
    #expect(try outcome(rule("on: token\nexpect: {headers: {X-Info: i}}"), [sent]) == "+0 -1 ?0")
  }

  @Test func `gives the first three entries that obeyed a rule as examples`() throws {
    let sent = (0..<5).map { Sent("GET /p/profiles", at: $0) }
    let result = try audited(rule("on: profiles\nexpect: {method: GET}"), sent).rules[0]
    #expect(result.met == 5)
    #expect(result.examples.map(\.index) == [0, 1, 2])
  }
}
