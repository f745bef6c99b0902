// SPDX-License-Identifier: Apache-2.0
// Tests of what a plan costs, before anything is sent, and of what an earlier run says of that.

import Encodings
import JSON
import Results
import Runner
import Testing

@Suite struct PlanCostsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The scenarios, each by its steps.
    let scenarios: [String]
    var paced = 0
    var unpaced = 0
    var wait = Duration.zero
  }

  static let rows = [
    Row(
      testDescription: "requests", scenarios: ["request: {GET: /a}", "request: {GET: /b}"], paced: 2
    ),
    Row(
      testDescription: "a burst, which is not paced",
      scenarios: ["{request: {GET: /a}, burst: 20}"], unpaced: 20),
    Row(
      testDescription: "an answer that is asked for again",
      scenarios: [
        "{request: {GET: /a}, retry: {while: {status: 404}, every: 1s, at-most: 5s}, expect: {status: 200}}"
      ], paced: 2),
    Row(testDescription: "a visit", scenarios: ["{user: {visit: /a}}"], paced: 3),
    Row(testDescription: "a fragment each time", scenarios: ["use: two", "use: two"], paced: 4),
    Row(
      testDescription: "a shared fragment once", scenarios: ["use: once", "use: once"], paced: 2),
    Row(
      testDescription: "a shared fragment for each argument",
      scenarios: [
        "{use: of, with: {name: a}}", "{use: of, with: {name: b}}",
        "{use: of, with: {name: \"${mvpd}\"}}", "{use: of, with: {name: M1}}",
      ], paced: 3),
    Row(
      testDescription: "what a fragment shares", scenarios: ["use: both", "use: once"], paced: 3),
    Row(
      testDescription: "a wait before a request",
      scenarios: ["{wait: 7s}\n      - {request: {GET: /a}}"], paced: 1, wait: .seconds(7)),
  ]

  static func costs(_ row: Row, parts: Int = 1) throws -> PlanCost {
    var bench = Bench()
    bench.facts = JSONObject([
      ("service_provider", "SP"), ("mvpd", "M1"), ("redirect_url", "https://sp.example/back"),
      ("login", "redirects"),
    ])
    let scenarios = row.scenarios.enumerated().map { index, step in
      let step = step.hasPrefix("{") ? step : "{\(step)}"
      return """
          - scenario: Number \(index)
            steps:
              - \(step)
        """
    }
    let suite =
      """
      suite: Small
      fragments:
        - fragment: two
          steps: [{request: {GET: /a}}, {request: {GET: /b}}]
        - fragment: once
          once: run
          steps: [{request: {GET: /a}}, {request: {GET: /b}}]
        - fragment: both
          steps: [{use: once}, {request: {GET: /c}}]
        - fragment: of
          takes: [name]
          once: run
          steps: [{request: {GET: "/${name}"}}]
      scenarios:
      \(scenarios.joined(separator: "\n"))
      """
    let plan = try bench.plan(
      suite.replacing("{request:", with: "{step: S, request:")
        .replacing("{user:", with: "{step: S, user:"))
    return PlanCosts(
      plan, facts: ["service_provider": "SP", "mvpd": "M1"], canSetClock: true, parts: parts
    ).total
  }

  @Test(arguments: rows) func `counts`(_ row: Row) throws {
    let cost = try Self.costs(row)
    #expect(cost.paced == row.paced)
    #expect(cost.unpaced == row.unpaced)
    #expect(cost.longestWait == row.wait)
  }

  /// Each machine has its own.
  @Test func `counts what is shared for each part of a run`() throws {
    let row = try #require(Self.rows.first { $0.testDescription == "what a fragment shares" })
    #expect(try Self.costs(row, parts: 4).paced == 9)
  }
}
