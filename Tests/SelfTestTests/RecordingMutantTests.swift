// SPDX-License-Identifier: Apache-2.0
// Mutants of recordings: which rules catch, what is free, and what survives.

import Audit
import Record
import TestSupport
import Testing
import Text

@testable import SelfTest

@Suite struct RecordingMutantTests {
  /// A walk of one device: it registers, gets a token, begins a session and polls.
  static let walk = [
    Sent("POST /register", at: 0, answer: #"{"client_id": "client-01"}"#),
    Sent(
      "POST /token", at: 1, form: "client_id=client-01&scope=all",
      answer: #"{"access_token": "token-01", "expires_in": 600}"#),
    Sent("POST /p/sessions", at: 2, token: "token-01", answer: #"{"code": "CODE01"}"#),
    Sent("GET /p/sessions/CODE01?wait=1", at: 3, token: "token-01"),
    Sent("GET /p/sessions/CODE01?wait=2", at: 8, token: "token-01"),
  ]

  /// What survives of the mutants of a walk, as `kind place mutation`.
  static func survivors(
    _ rules: AuditRules, _ sent: [Sent] = walk, of kind: String
  ) throws -> Set<String> {
    #expect(!rules.hasErrors)
    let mutants = try RecordingMutants(rules, traffic(sent))
    var survivors: Set<String> = []
    for index in 0..<mutants.count {
      guard case .survived(let survivor)? = try mutants.fate(of: index),
        survivor.exchange == kind
      else { continue }
      survivors.insert("\(survivor.place) \(survivor.mutation)")
    }
    return survivors
  }

  @Test(
    arguments: [
      ("on: poll\nexpect: {query: {wait: !string {}}}", ["query parameter wait removed"]),
      ("on: poll\nexpect: {query: {wait: !matches '[0-9]+'}}", ["query parameter wait emptied"]),
      ("on: poll\nexpect: {query: {wait: !string {}}}", ["query parameter wait doubled"]),
      ("on: poll\nearlier: begin", ["the exchange moved-first"]),
      (
        "on: poll\nearlier: {is: begin, same: code}",
        ["path segment {code} altered"]
      ),
      ("on: poll\nearlier: {is: token, same: token}", ["header authorization altered"]),
      (
        "on: poll\nnot-earlier: {is: poll, query: {wait: '1'}, within: 3s}",
        ["the exchange repeated"]
      ),
      (
        "on: poll\nsave: {wait: $.query.wait}\nnot-earlier: {is: poll, query: {wait: '${wait}'}}",
        ["query parameter wait stale", "the exchange repeated"]
      ),
      ("on: poll\nexpect: {scheme: https}", ["the exchange insecure"]),
      (
        "on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        ["token.expires_in late"]
      ),
      // What is found on another occasion points to the exchange that was changed.
      (
        "on: poll\nlatest: {of: poll, is: {query: {wait: !string {}}}}",
        ["query parameter wait removed"]
      ),
    ])
  func `catches what a rule is about, and nothing else`(text: String, caught: [String]) throws {
    let none = try Self.survivors(rule("on: poll\nexpect: {method: GET}"), of: "poll")
    let left = try Self.survivors(rule(text), of: "poll")
    for mutant in caught {
      #expect(none.contains(mutant), "\(none.sorted())")
      #expect(!left.contains(mutant), "\(left.sorted())")
    }
    #expect(left.contains("header ap-device-identifier doubled"), "\(left.sorted())")
  }

  @Test func `knows when something that follows is missing`() throws {
    let one = try Self.survivors(
      rule(
        "on: [begin, poll]\nany:\n  - expect: {path: !matches '/p/sessions/.*'}\n"
          + "  - later: {is: poll, within: 1m}"), Array(Self.walk.dropLast()), of: "poll")
    #expect(!one.contains("the exchange dropped"), "\(one.sorted())")
  }

  /// A session is begun with all kinds of parts, after one of another device.
  @Test func `changes each part of a request in each way that there is`() throws {
    var begin = Sent(
      "POST /p/sessions?a=b&c=", at: 2, token: "token-01", answer: #"{"code": "K1"}"#)
    begin.headers = [
      (":authority", "api.test"), ("Host", "api.test"), ("Content-Length", "9"),
      ("Transfer-Encoding", "chunked"), ("Connection", "close"), ("Keep-Alive", "5"),
      ("Accept-Encoding", "br"), ("User-Agent", "u"), ("AP-Device-Identifier", "fingerprint a"),
      ("Accept", "*/*"), ("Content-Type", "application/json"),
    ]
    begin.body = .bytes(Array(#"{"s": "x", "l": [1], "n": 1, "o": {}, "t": true}"#.utf8))
    var form = Sent("POST /p/sessions", at: 4, form: "f=1&g=", answer: "{}")
    form.headers?.removeAll { $0.0 == "Content-Type" }
    let first = Self.walk[0]
    let rules = rule("on: begin\nexpect: {method: POST}")
    let left = try Self.survivors(rules, [first, begin, Self.walk[3], form], of: "begin")
    #expect(
      left.sorted() == [
        "body member l altered", "body member l emptied", "body member l removed",
        "body member n altered", "body member n removed", "body member o removed",
        "body member s altered", "body member s emptied", "body member s removed",
        "body member t removed", "form field f altered", "form field f doubled",
        "form field f emptied", "form field f removed", "form field g doubled",
        "form field g removed", "header accept doubled", "header accept emptied",
        "header accept removed", "header ap-device-identifier altered",
        "header ap-device-identifier doubled", "header ap-device-identifier emptied",
        "header ap-device-identifier removed", "header content-type altered",
        "header content-type doubled", "header content-type emptied",
        "header content-type removed", "path segment {app} altered", "path segment {app} removed",
        "query parameter a altered", "query parameter a doubled", "query parameter a emptied",
        "query parameter a removed", "query parameter c doubled", "query parameter c removed",
        "the exchange dropped", "the exchange insecure", "the exchange moved-first",
        "the exchange moved-last", "the exchange repeated",
      ])
  }

  @Test(
    arguments: [
      ("1", "2"), ("9", "0"), ("z", "a"), ("Z", "A"), ("abc", "acc"), ("ab", "ac"), ("-a-", "-b-"),
      ("%2F1", "%2F2"), ("1%2F", "2%2F"), ("%2F", nil), ("--", nil), ("é1", "é2"),
    ] as [(String, String?)])
  func `alters one letter or digit of a value`(value: String, altered: String?) throws {
    var walk = Array(Self.walk.prefix(3))
    walk.append(Sent("GET /p/sessions/CODE01?wait=\(value)", at: 3, token: "token-01"))
    let right = PercentEncoding.decode(value) ?? value
    func left(_ values: [String]) throws -> Bool {
      let list = values.map { "'\($0)'" }.joined(separator: ", ")
      return try Self.survivors(
        rule("on: poll\nexpect: {query: {wait: !one-of [\(list)]}}"), walk, of: "poll"
      ).contains("query parameter wait altered")
    }
    #expect(try !left([right, "other"]))
    guard let altered else { return }
    #expect(try left([right, PercentEncoding.decode(altered) ?? altered]))
  }

  @Test(arguments: [
    ("-9223372036854775808", false), ("9223372036854775807", false), ("-1", false), ("0", false),
    ("2", true), ("31535999", true), ("31536000", false), (#""600""#, true),
  ])
  func `sends late what has a lifetime of less than a year`(expiresIn: String, isSent: Bool) throws
  {
    var walk = Self.walk
    walk[1].answer = #"{"access_token": "token-01", "expires_in": \#(expiresIn)}"#
    let left = try Self.survivors(rule("on: poll\nexpect: {method: GET}"), walk, of: "poll")
    #expect(left.contains("token.expires_in late") == isSent, "\(left.sorted())")
  }

  @Test func `takes no value of the same device for that of another`() throws {
    let left = try Self.survivors(rule("on: poll\nexpect: {method: GET}"), of: "poll")
    #expect(left.filter { $0.hasSuffix(" foreign") } == [])
    #expect(left.contains("query parameter wait stale"))
  }

  @Test func `takes the value of another device`() throws {
    var other = Self.walk
    for index in other.indices {
      other[index].at += 100
      other[index].headers = other[index].headers?.map { name, value in
        (name, value.replacing("fingerprint a", with: "fingerprint b"))
      }
    }
    let left = try Self.survivors(
      rule("on: poll\nexpect: {method: GET}"), Self.walk + other, of: "poll")
    #expect(left.contains("header ap-device-identifier foreign"), "\(left.sorted())")
  }

  private static func rules(_ freedoms: String) -> AuditRules {
    load(
      "application: T\ncookbook: book\nrules:\n  - rule: It is so\n    covers: [R-1, R-2]\n"
        + "    on: poll\n    expect: {method: GET}\n",
      exchanges: "\(exchanges)\nfreedoms:\n\(freedoms)")
  }

  @Test func `calls harmless what is free`() throws {
    let free = Self.rules(
      """
        - text: It may wait as it likes.
          source: Section 1
          of: {is: poll, answer: {status: 200}}
          places: [$.query.wait]
          mutations: [removed, doubled]
      """)
    let left = try Self.survivors(free, of: "poll")
    #expect(!left.contains("query parameter wait removed"))
    #expect(!left.contains("query parameter wait doubled"))
    #expect(left.contains("query parameter wait emptied"))
    #expect(left.contains("header authorization removed"))
  }

  @Test(arguments: [
    ("mutations: [droped]", "unknown mutation 'droped', did you mean 'dropped'?"),
    ("mutations: [dropped]\n    places: [header Accept]", "expected a place in the exchange"),
    ("places: [$.query.wait]", "a freedom has 'mutations'"),
    (
      "mutations: [dropped]\n    of: {is: poll, within: 1m}", "what is free depends on the exchange"
    ),
    ("mutations: [dropped]\n    of: pol", "pol"),
  ])
  func `refuses a freedom that says nothing`(text: String, message: String) {
    let rules = Self.rules("  - text: T\n    source: S\n    \(text)\n")
    let messages = rules.diagnostics.map(\.description)
    #expect(messages.count == 1)
    #expect(messages.first?.contains(message) == true, "\(messages)")
    #expect(messages.first?.hasPrefix("rules/exchanges.yaml:") == true, "\(messages)")
  }
}
