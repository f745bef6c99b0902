// SPDX-License-Identifier: Apache-2.0
// The words of a vocabulary, and the paths and origins by which exchanges are told apart.

import Audit
import TestSupport
import Testing
import Text

struct VocabularyWordTests {
  /// A service whose calls carry packed parts, and whose logout names a page.
  static let words = """
    exchanges:
      - exchange: token
        request: POST /token
        values: {token: $.answer.json.access_token}
      - exchange: profiles
        request: ANY /{app}/profiles
      - exchange: logout
        request: GET /{app}/logout
        values: {page: $.answer.json.url}
      - exchange: page
        url-of: page
    ignore:
      - {method: OPTIONS}
    decoded:
      info: {path: "$.headers['x-info']", as: [base64, json]}
      token: {path: "$.headers['x-token']", as: [jws]}
      saml: {path: $.form.saml, as: [base64, xml]}
    every:
      device: {path: "$.headers['ap-device-identifier']", after: "fingerprint "}
      token: {path: $.headers.authorization, after: "Bearer "}
    sessions:
      by: device
      links: [token, page]
    """

  private func rule(_ text: String) -> AuditRules {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return load(
      "application: Test\ncookbook: book\nrules:\n  - rule: It is so\n"
        + lines.joined(separator: "\n"), exchanges: Self.words)
  }

  private func sent(_ at: Int, info: String, device: String = "a", token: String? = nil) -> Sent {
    var sent = Sent("GET /app/profiles", at: at, device: device, token: token)
    sent.headers?.append(("X-Info", Base64.encode(info)))
    return sent
  }

  @Test func `takes packed parts apart, in patterns and in what is saved`() throws {
    let rules = rule(
      """
      on: {is: profiles, save: {model: $.decoded.info.model}}
      earlier: {is: profiles, decoded: {info: {model: "${model}"}}, within: 1h}
      """)
    let calls = [
      sent(0, info: #"{"model": "A"}"#), sent(4000, info: #"{"model": "A"}"#),
      sent(4010, info: #"{"model": "A"}"#), sent(4020, info: #"{"model": "B"}"#),
      sent(4030, info: "no JSON"),
    ]
    #expect(try outcome(rules, calls) == "+1 -2 ?2")
  }

  @Test(arguments: [
    ("a", "c2ln", 1_764_000_060, "+1 -0 ?0"), ("b", "c2ln", 1_764_000_060, "+0 -1 ?0"),
    ("a", "c2ln", 1_763_999_990, "+0 -1 ?0"), ("a", "", 1_764_000_060, "+0 -1 ?0"),
  ])
  func `unpacks a token`(subject: String, signature: String, end: Int, expected: String) throws {
    let rules = rule(
      """
      on: {is: profiles, save: {sent: $.time}}
      expect:
        decoded:
          token:
            header: {alg: HS256}
            claims: {sub: a, exp: !timestamp-seconds {after: "${sent}"}}
      """)
    let parts = [#"{"alg": "HS256"}"#, #"{"sub": "\#(subject)", "exp": \#(end)}"#]
    var sent = Sent("GET /app/profiles", at: 0)
    sent.headers?.append(
      ("X-Token", (parts.map { Base64.encode(url: $0) } + [signature]).joined(separator: ".")))
    #expect(try outcome(rules, [sent]) == expected)
  }

  @Test(arguments: [
    (
      #"{"@ID": _1, Issuer: i}"#, #"<r ID="_1"><x:Issuer xmlns:x="u"> i </x:Issuer></r>"#,
      "+1 -0 ?0"
    ), (#"{"@ID": _1, Issuer: i}"#, #"<r ID="_2"><Issuer>i</Issuer></r>"#, "+0 -1 ?0"),
    // The first child of a name counts; a child of an attribute's local name is another member.
    (
      #"{"@ID": "1", "Issuer": "a"}"#, #"<r ID="1"><Issuer>a</Issuer><Issuer>b</Issuer></r>"#,
      "+1 -0 ?0"
    ), (#"{"Issuer": "b"}"#, #"<r><Issuer>a</Issuer><Issuer>b</Issuer></r>"#, "+0 -1 ?0"),
    (#"{"@ID": "1", "ID": "2"}"#, #"<r ID="1"><ID>2</ID></r>"#, "+1 -0 ?0"),
    (#"{"Issuer": "a"}"#, #"<r><s><Issuer>a</Issuer></s></r>"#, "+0 -1 ?0"),
    (#"{"Issuer": ""}"#, "<r><Issuer/></r>", "+1 -0 ?0"),
    (#"{"Issuer": "a"}"#, "no XML", "+0 -1 ?0"),
  ])
  func `reads the parts of XML`(expected: String, xml: String, outcome: String) throws {
    let text = PercentEncoding.encodeForm(Base64.encode(xml))
    let sent = Sent("POST /app/profiles", at: 0, form: "saml=\(text)")
    #expect(
      try AuditTests.outcome(
        rule("on: profiles\nexpect: {decoded: {saml: \(expected)}}"), [sent]) == outcome)
  }

  @Test func `ignores what is not the application's`() throws {
    let rules = rule("on: profiles\nexpect: {method: GET}")
    let calls = [
      Sent("OPTIONS /app/profiles", at: 0), Sent("GET /app/profiles", at: 1),
      Sent("POST /app/profiles", at: 2),
    ]
    #expect(try outcome(rules, calls) == "+1 -1 ?0")
  }

  @Test func `looks among the exchanges of a value, beyond the session`() throws {
    let text = "on: profiles\nnot-earlier: {is: profiles, decoded: {info: {model: A}}}"
    let calls = [
      Sent("POST /token", at: 0, device: nil, answer: #"{"access_token": "t"}"#),
      sent(1, info: #"{"model": "A"}"#, device: "a", token: "t"),
      sent(2, info: #"{"model": "B"}"#, device: "b", token: "t"),
    ]
    #expect(try outcome(rule(text), calls) == "+0 -0 ?2")
    // Nothing has a token before the answer that gives it.
    #expect(try outcome(rule("among: token\n\(text)"), calls) == "+1 -1 ?0")
  }

  @Test(arguments: [
    ("https://mvpd.test/bye", "https://mvpd.test/bye", "+1 -0 ?0"),
    ("/bye", "https://api.test/bye", "+1 -0 ?0"),
    ("https://mvpd.test/bye", "https://mvpd.test/other", "+0 -1 ?0"),
  ])
  func `knows the URL of an answer again`(given: String, opened: String, expected: String) throws {
    let rules = rule("on: logout\nlater: {is: page, same: page, within: 10s}")
    let calls = [
      Sent("GET /app/profiles", at: 0),
      Sent("GET /app/logout", at: 1, answer: #"{"url": "\#(given)"}"#),
      Sent("GET /", at: 3, device: nil).at(opened), Sent("GET /app/profiles", at: 60),
    ]
    #expect(try outcome(rules, calls) == expected)
  }

  /// No recording shows what the page answered, so with it this could not be judged.
  @Test func `means requests to the service where a pattern names none`() throws {
    let rules = rule("on: profiles\nnot-earlier: {answer: {json: {a: b}}, since: logout}")
    let calls = [
      Sent("GET /app/logout", at: 1, answer: #"{"url": "https://mvpd.test/bye"}"#),
      Sent("GET /", at: 3, device: nil).at("https://mvpd.test/bye"),
      Sent("GET /app/profiles", at: 5),
    ]
    #expect(try outcome(rules, calls) == "+1 -0 ?0")
  }
}

extension Sent {
  /// The same at a URL.
  fileprivate func at(_ url: String) -> Sent {
    var sent = self
    let path = url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
    sent.origin = String(url.dropLast(path.count))
    sent.request = "GET \(path)"
    return sent
  }
}

struct ExchangeRouteTests {
  private static let words = """
    exchanges:
      - exchange: check
        request: [GET /check, GET /check.json]
      - exchange: list
        request: ["GET /list/{of}.json", "GET /list/{of}"]
      - exchange: show
        request: ["GET /show/{of}", "GET /show/{of}.json"]
      - exchange: whatever
        request: ANY /two/{of}
      - exchange: read
        request: GET /two/{of}
      - exchange: first
        request: GET /same/{of}
      - exchange: second
        request: GET /same/{other}
      - exchange: out
        request: DELETE /out
        common: true
      - exchange: other
        request: ["ANY /{first}", "ANY /{first}/{second}"]
        common: true
    every:
      device: $.query.device
    sessions: {by: device}
    """

  private static func rules(_ rule: String) -> AuditRules {
    load(
      "application: T\nrules:\n  - rule: It is so\n"
        + rule.split(separator: "\n").map { "    \($0)\n" }.joined(), exchanges: words)
  }

  @Test(
    arguments: [
      ("on: check\nexpect: {query: {x: y}}", "GET /check?x=y", "+1 -0 ?0"),
      ("on: check\nexpect: {query: {x: y}}", "GET /check.json?x=y", "+1 -0 ?0"),
      ("on: check\nexpect: {query: {x: y}}", "POST /check?x=y", "+0 -0 ?0"),
      ("on: list\nexpect: {parameters: {of: a}}", "GET /list/a", "+1 -0 ?0"),
      ("on: list\nexpect: {parameters: {of: a}}", "GET /list/a.json", "+1 -0 ?0"),
      ("on: list\nexpect: {parameters: {of: a b}}", "GET /list/a%20b.json", "+1 -0 ?0"),
      ("on: list\nexpect: {parameters: {of: .json}}", "GET /list/.json", "+1 -0 ?0"),
      ("on: show\nexpect: {parameters: {of: a}}", "GET /show/a.json", "+1 -0 ?0"),
      ("on: other\nexpect: {parameters: {second: a}}", "POST /list/a", "+1 -0 ?0"),
      ("on: other\nexpect: {method: GET}", "GET /checks", "+1 -0 ?0"),
      // A method says more than none, and of two that say as much the first is meant.
      ("on: read\nexpect: {parameters: {of: a}}", "GET /two/a", "+1 -0 ?0"),
      ("on: whatever\nexpect: {parameters: {of: a}}", "GET /two/a", "+0 -0 ?0"),
      ("on: whatever\nexpect: {parameters: {of: a}}", "PUT /two/a", "+1 -0 ?0"),
      ("on: first\nexpect: {parameters: {of: a}}", "GET /same/a", "+1 -0 ?0"),
      ("on: second\nexpect: {parameters: {other: a}}", "GET /same/a", "+0 -0 ?0"),
      // A slash at the end does not count, nor one beside another, nor what follows a '#'.
      ("on: check\nexpect: {query: {x: y}}", "GET /check/?x=y", "+1 -0 ?0"),
      ("on: check\nexpect: {query: {x: y}}", "GET //check?x=y#/z", "+1 -0 ?0"),
      ("on: check\nexpect: {query: {x: y}}", "GET /check/more?x=y", "+0 -0 ?0"),
      ("on: list\nexpect: {parameters: {of: 'a/b'}}", "GET /list/a%2Fb", "+1 -0 ?0"),
      ("on: list\nexpect: {parameters: {of: a+b}}", "GET /list/a+b", "+1 -0 ?0"),
    ])
  func `tell exchanges apart`(rule: String, request: String, expected: String) throws {
    let known = Sent("GET /check?device=a", at: 9)
    let rest = try outcome(Self.rules(rule), [known])
    let sum = try outcome(Self.rules(rule), [Sent(request, at: 1), known])
    #expect(Self.difference(sum, rest) == expected)
  }

  /// What the first exchange adds to what is said of the others.
  private static func difference(_ sum: String, _ rest: String) -> String {
    func numbers(_ text: String) -> [Int] {
      text.split(separator: " ").map { Int($0.dropFirst()) ?? 0 }
    }
    let (sum, rest) = (numbers(sum), numbers(rest))
    return zip(["+", "-", "?"], zip(sum, rest).map { $0 - $1 }).map { "\($0)\($1)" }
      .joined(separator: " ")
  }

  @Test func `that others have too do not make an origin the service`() throws {
    var own = Sent("DELETE /out?device=a", at: 1)
    own.origin = "https://backend.test"
    var other = Sent("POST /check", at: 2)
    other.origin = "https://backend.test"
    let rules = Self.rules("on: [out, other]\nexpect: {query: {x: y}}")
    #expect(try outcome(rules, [own, other, Sent("GET /check?device=a", at: 3)]) == "+0 -0 ?0")
    own.origin = "https://api.test"
    #expect(try outcome(rules, [own, other, Sent("GET /check?device=a", at: 3)]) == "+0 -1 ?0")
  }

  @Test(arguments: [
    ("- {exchange: a, request: check}", "expected a method (or ANY) and a path"),
    ("- {exchange: a, request: [GET /a, get /b]}", "expected a method (or ANY) and a path"),
    ("- {exchange: a, request: GET a}", "expected a method (or ANY) and a path"),
    ("- {exchange: a, request: GET /a b}", "expected a method (or ANY) and a path"),
    ("- {exchange: a, request: GET}", "expected a method (or ANY) and a path"),
    ("- {exchange: a, request: 'GET /{}'}", "expected a method (or ANY) and a path"),
    ("- {exchange: a, request: GET /a, common: 1}", "expected 'common', true or false"),
  ])
  func `are read strictly`(exchange: String, message: String) {
    let rules = load(
      "application: T\nrules: [{rule: R, on: a, expect: {method: GET}}]\n",
      exchanges: "exchanges:\n  \(exchange)\n")
    #expect(rules.diagnostics.contains { $0.message.hasPrefix(message) })
  }
}
