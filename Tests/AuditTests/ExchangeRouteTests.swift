// SPDX-License-Identifier: Apache-2.0
// The paths by which exchanges are told apart, and the origins that they speak for.

import Audit
import TestSupport
import Testing
import Text

@Suite struct ExchangeRouteTests {
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
