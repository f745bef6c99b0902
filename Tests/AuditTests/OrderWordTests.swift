// SPDX-License-Identifier: Apache-2.0
// Tests of what is said of calls in a wrong order, or at a wrong distance.

import Audit
import Expectations
import Suites
import TestSupport
import Testing
import Text

struct OrderWordTests {
  private static let hour = "{for: $.answer.json.expires_in}"
  private static let throttled = "on: {is: begin, answer: {status: 429}}\napart: "

  /// Rules, exchanges that break them, and what is wrong.
  private static let rows: [(rule: String, sent: String, fact: String)] = [
    (
      "on: poll\nearlier: token", "register 0; poll 1",
      "no `POST /token` before `GET /p/sessions/k`"
    ),
    (
      "on: poll\nearlier: {is: token, form: {a: x}}", "register 0; token 0 form=a=1; poll 3",
      "no fitting `POST /token` before `GET /p/sessions/k`: the nearest, 3 s before, differs: "
        + #"form field a: expected "x", found "1""#
    ),
    (
      "on: poll\nearlier: {is: [token, register], form: {a: x}}",
      "register 0; token 0 form=a=1; poll 90",
      "no fitting `POST /token` or `POST /register` before `GET /p/sessions/k`: the nearest, "
        + #"`POST /token`, 1 min 30 s before, differs: form field a: expected "x", found "1""#
    ),
    (
      "on: poll\nearlier: {is: token, since: profiles}", "profiles 0; poll 1",
      "no `POST /token` before `GET /p/sessions/k`, since the last `GET /{app}/profiles`"
    ),
    (
      "on: poll\nearlier: {is: token, within: 5s}", "token 0 form=a=b; profiles 1; poll 9",
      "no `POST /token` before `GET /p/sessions/k` within 5 s"
    ),
    (
      "on: poll\nearlier: {is: token, valid: \(hour)}", "register 0; hour-token 1; poll 9001",
      "no `POST /token` that still holds before `GET /p/sessions/k`"
    ),
    (
      "on: token\nearlier: {is: register, same: client}", "register 0; token 1 form=client_id=d",
      "no `POST /register` with the same client before `POST /token`"
    ),
    (
      "on: poll\nnot-earlier: begin", "register 0; begin 0; poll 1",
      "`GET /p/sessions/k` 1 s after `POST /p/sessions`"
    ),
    (
      "on: token\nnot-earlier: {is: token, valid: \(hour)}", "register 0; hour-token 1 200",
      "`POST /token` again after 3 min 19 s, while that answer still held"
    ),
    (
      "on: begin\nlater: {is: poll, within: 1s}", "begin 0; profiles 4",
      "no `GET /{app}/sessions/{code}` after `POST /p/sessions` within 1 s"
    ),
    (
      "on: begin\nlater: {is: [poll, show, token], before: profiles}", "begin 0; profiles 2",
      "no `POST /token` or 2 other calls after `POST /p/sessions`, before the next "
        + "`GET /{app}/profiles`"
    ),
    (
      "on: begin\nnot-later: [poll, show, profiles]", "begin 0; poll 172800",
      "`GET /p/sessions/k` 2 days after `POST /p/sessions`"
    ),
    (
      "on: {is: begin, answer: {status: 403}}\nnot-later: begin", "begin 0 status=403; begin 2",
      "`POST /p/sessions` again 2 s after the 403"
    ),
    (
      "on: begin\nnext: {of: [poll, profiles], expect: {parameters: {code: k}}}",
      "begin 0; profiles 1; poll 2",
      "`GET /p/profiles` 1 s after `POST /p/sessions`: path segment {code}: expected k, missing"
    ),
    (
      "on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}",
      "token 1; token 2 status=400; profiles 3",
      "`GET /p/profiles` 1 s after the 400 of `POST /token`: answer status: expected 200, found 400"
    ),
    (
      "on: poll\ngiven:\n  - latest: {of: begin, save: {code: $.answer.json.code}}\n"
        + "expect: {parameters: {code: \"${code}\"}}",
      #"begin 0 answer={"code":"j"}; poll 3"#,
      "`GET /p/sessions/k` 3 s after `POST /p/sessions`: path segment {code}: "
        + #"expected "j", found "k""#
    ),
    (
      "on: begin\nat-most: {count: 1, of: poll}", "begin 0; poll 1 2",
      "`GET /p/sessions/k` 2 times in the 2 s after `POST /p/sessions`, more than 1"
    ),
    (
      "on: begin\nat-most: {count: 0, of: poll}", "begin 0; poll 1",
      "`GET /p/sessions/k` 1 s after `POST /p/sessions`"
    ),
    (
      throttled + "{of: begin, at-least: 2900ms}", "begin 0 status=429; begin 2",
      "`POST /p/sessions` again 2 s after the 429, less than 2.9 s"
    ),
    (
      throttled + "{of: poll, at-least: 1m}", "begin 0 status=429; poll 2",
      "`GET /p/sessions/k` 2 s after the 429 of `POST /p/sessions`, less than 1 min"
    ),
  ]

  @Test(arguments: rows.indices) func `names the call and the time of both ends`(index: Int) throws
  {
    let row = Self.rows[index]
    let finding = try #require(try Self.finding(rule(row.rule), sent(row.sent)))
    let plain = finding.description
    #expect(finding.order?.fact(plain, nearest: finding.nearest) == row.fact)
    // What is expected and found has no list of names and no words of the rule's language.
    #expect(!finding.description.contains("exchange"))
    #expect(!finding.description.contains("characters in all"))
  }

  private static func finding(_ rules: AuditRules, _ sent: [Sent]) throws -> Finding? {
    #expect(rules.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    return try audited(rules, sent).rules[0].broken.first?.findings.first
  }

  @Test func `names no earlier call for what the value of none is expected in`() throws {
    let rules = rule(
      "on: poll\ngiven:\n  - latest: {of: begin, save: {code: $.answer.json.code}}\n"
        + "expect: {query: {a: x}, parameters: {code: \"${code}\"}}")
    let sent = sent(#"begin 0 answer={"code":"k"}; poll 3"#)
    let finding = try #require(try Self.finding(rules, sent))
    #expect(finding.place.description == "query parameter a")
    #expect(finding.order == nil)
  }

  @Test func `has the calls at both ends, and where they are recorded`() throws {
    let rules = rule("on: begin\nat-most: {count: 5, of: poll}")
    let order = try #require(
      try Self.finding(rules, sent("begin 0; poll 1 2 3 4 5 6 status=404"))?.order)
    #expect(order.demand == .atMost)
    #expect(order.wanted == ["GET /{app}/sessions/{code}"])
    #expect(order.most == 5)
    #expect(order.count == 6)
    #expect(order.call.method == "POST")
    // The last of many is the one too many.
    #expect(order.others.map(\.entry) == [1, 2, 3, 6])
    #expect(order.others.map(\.status) == [404, 404, 404, 404])
    #expect(order.calls.map(\.recording) == Array(repeating: "0.har", count: 5))
    #expect(order.calls.last?.time == Timestamp(milliseconds: 1_764_000_006_000))
  }
}
