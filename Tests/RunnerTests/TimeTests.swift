// SPDX-License-Identifier: Apache-2.0
// Tests of waiting, retrying, deadlines and interruptions.

import Dispatch
import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@Suite(.waits) struct RetryTests {
  static func suite(
    _ limit: String, every interval: String = "10ms", _ more: String = ""
  ) -> String {
    """
    suite: Retry
    scenarios:
      - scenario: It
        steps:
          - step: Poll
            request: {GET: /a}
            retry: {while: {json: {state: pending}}, every: \(interval), at-most: \(limit)}
            save: {state: $.state}
            expect: {json: {state: done}}
    \(more)
    """
  }

  @Test func `judges the first other answer`() throws {
    let record = try Bench().run(Self.suite("5s")) { _, number in
      .json(#"{"state": "\#(number < 2 ? "pending" : "done")"}"#)
    }
    let step = try record.onlyScenario().steps[0]
    #expect(step.verdict == .passed)
    #expect(step.exchanges.count + step.leftOut.number == 3)
    #expect(step.notes.map(\.description) == ["asked 3 times"])
  }

  @Test func `takes its times from variables`() throws {
    var bench = Bench()
    bench.ownFacts = ["interval", "limit"]
    bench.facts.append("interval", 10)
    bench.facts.append("limit", "5s")
    let text = Self.suite("${limit}", every: "\"${interval}ms\"", "    needs: [interval, limit]")
    let record = try bench.run(text.replacing("at-most: ${limit}", with: "at-most: \"${limit}\"")) {
      _, number in
      .json(#"{"state": "\#(number < 2 ? "pending" : "done")"}"#)
    }
    let step = try record.onlyScenario().steps[0]
    #expect(step.verdict == .passed)
    #expect(step.exchanges.count + step.leftOut.number == 3)
  }

  @Test(arguments: [
    ("- wait: \"${lifetime}s\"", 13), ("- {use: f, timeout: \"${lifetime}s\"}", 25),
  ])
  func `is an error at its place where a variable is not a duration`(
    step: String, column: Int
  ) throws {
    var bench = Bench()
    bench.ownFacts = ["lifetime"]
    bench.facts.append("lifetime", "soon")
    let record = try bench.run(
      """
      suite: Durations
      fragments:
        - {fragment: f, steps: [{step: a, request: {GET: /a}, expect: {status: 200}}]}
      scenarios:
        - scenario: It
          needs: [lifetime]
          steps:
          \(step)
      """
    ) { _, _ in .json("{}") }
    let verdict = try record.onlyScenario().steps[0].verdict
    guard case .broken(let problem) = verdict else {
      Issue.record("expected a problem, found \(verdict)")
      return
    }
    #expect(
      problem.message
        == "'soons' is not a duration; write an integer and ms, s, m, h or d, such as 500ms, 3s or 24h"
    )
    #expect(problem.location?.position.line == 8)
    #expect(problem.location?.position.column == column)
  }

  @Test func `fails with the last answer once time is up`() throws {
    let record = try Bench().run(Self.suite("1s", every: "300ms")) { _, _ in
      .json(#"{"state": "pending"}"#)
    }
    let step = try record.onlyScenario().steps[0]
    #expect(step.verdict.outline == "failed at retry")
    #expect(step.exchanges.count > 1)
    #expect(step.exchanges.last?.detail?.responseBody == #"{"state": "pending"}"#)
  }

  @Test func `says that it could not ask again where there is no time for that`() throws {
    let record = try Bench().run(Self.suite("1ms", every: "50ms")) { _, _ in
      .json(#"{"state": "pending"}"#)
    }
    guard case .failed(let findings) = try record.onlyScenario().verdict else {
      Issue.record("it has not failed")
      return
    }
    #expect(findings.map(\.expected) == ["another answer within 1ms"])
    #expect(findings.map(\.found) == ["this answer"])
  }

  @Test func `is an error where the scenario has less time than the retry`() throws {
    let record = try Bench().run(Self.suite("60s", every: "20s", "    timeout: 10s")) { _, _ in
      .json(#"{"state": "pending"}"#)
    }
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict.outline == "error: deadline")
    #expect(scenario.duration < .seconds(5))
  }

  @Test func `ends where no answer comes`() throws {
    let server = try ScriptedServer(
      [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{\"state\": \"pending\""),
      ],
      [.readRequest, .reset])
    defer { server.stop() }
    let record = try Bench().run(Self.suite("5s"), port: Int(server.port))
    #expect(try record.onlyScenario().verdict.outline == "error: transport")
  }

  @Test func `repeats a fragment and shows the first time and the last`() throws {
    let record = try Bench().run(
      """
      suite: Retry
      fragments:
        - fragment: poll
          gives: [state]
          steps: [{step: Ask, request: {GET: /a}, save: {state: $.state}}]
      scenarios:
        - scenario: It
          steps:
            - {use: poll, retry: {while: {json: {state: 0}}, every: 1ms, at-most: 5s}, expect: {json: {state: 2}}}
      """
    ) { _, number in .json(#"{"state": \#(number == 2 ? 2 : 0)}"#) }
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(scenario.steps[0].steps.count == 2)
    #expect(scenario.steps[0].steps[0].leftOut.sentence == "1 more like it (1 × 200)")
    #expect(RunJudgement(record).totals.requests == 3)
  }
}

@Suite(.waits) struct DeadlineTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let scenario: String
    let verdict: String
    let sentence: String
    var profile: @Sendable (inout Profile) -> Void = { _ in }
    var client = Bench().client
    var testDescription: String { what }
  }

  static let rows = [
    Row(
      what: "a wait beyond the scenario's time, at once",
      scenario:
        "{scenario: It, timeout: 5s, steps: [{wait: {until: \"${now + 10s}\"}}, {step: A, request: {GET: /slow}, expect: {status: 200}}]}",
      verdict: "error: deadline", sentence: "is longer than the time that the scenario has left"),
    Row(
      what: "a wait until what is no time",
      scenario: "{scenario: It, steps: [{wait: {until: \"${mvpd}\"}}]}", verdict: "error: suite",
      sentence: "'until' is a time in milliseconds"),
    Row(
      what: "a wait until the end of all times, at once",
      scenario:
        "{scenario: It, steps: [{wait: {until: 9223372036854775807}}, {step: A, request: {GET: /slow}, expect: {status: 200}}]}",
      verdict: "error: deadline", sentence: "is longer than the time that the scenario has left"),
    Row(
      what: "a wait in a fragment beyond the scenario's time",
      scenario: "{scenario: It, timeout: 5s, steps: [{use: waits}]}", verdict: "error: deadline",
      sentence: "the fragment 'waits' ended in its step 'Wait': waiting"),
    Row(
      what: "a step's own timeout",
      scenario:
        "{scenario: It, steps: [{step: A, timeout: 100ms, request: {GET: /slow}, expect: {status: 200}}]}",
      verdict: "error: transport", sentence: "no answer within"),
    Row(
      what: "the profile's step timeout",
      scenario: "{scenario: It, steps: [{step: A, request: {GET: /slow}, expect: {status: 200}}]}",
      verdict: "error: transport", sentence: "no answer within",
      profile: { $0.timeouts.step = .milliseconds(100) }),
    Row(
      what: "the response timeout",
      scenario: "{scenario: It, steps: [{step: A, request: {GET: /slow}, expect: {status: 200}}]}",
      verdict: "error: transport", sentence: "no answer within 100ms",
      client: ClientSettings(responseTimeout: .milliseconds(100))),
    Row(
      what: "the scenario's time",
      scenario:
        "{scenario: It, timeout: 100ms, steps: [{step: A, request: {GET: /slow}, expect: {status: 200}}]}",
      verdict: "error: transport", sentence: "no answer within"),
    Row(
      what: "the run's time",
      scenario: "{scenario: It, steps: [{step: A, request: {GET: /slow}, expect: {status: 200}}]}",
      verdict: "error: transport", sentence: "no answer within",
      profile: { $0.timeouts.run = .milliseconds(100) }),
    Row(
      what: "the time of a step that uses a fragment",
      scenario: "{scenario: It, steps: [{use: slow, timeout: 100ms}]}", verdict: "error: fragment",
      sentence: "no answer within"),
  ]

  static func run(_ row: Row) throws -> RunRecord {
    var bench = Bench()
    bench.profile = row.profile
    bench.client = row.client
    let server = HTTPServer { incoming in
      _ = incoming.pause(for: .seconds(20))
      return .json("{}")
    }
    let port = try server.start()
    defer { server.stop() }
    return try bench.run(
      """
      suite: Time
      fragments:
        - {fragment: slow, gives: [], steps: [{step: A, request: {GET: /slow}, expect: {status: 200}}]}
        - {fragment: waits, steps: [{wait: {until: "${now + 10s}"}}, {step: A, request: {GET: /slow}, expect: {status: 200}}]}
      scenarios:
        - \(row.scenario)
      """, port: Int(port))
  }

  @Test(arguments: rows)
  func `ends a step by its deadline, as an error`(row: Row) throws {
    let scenario = try Self.run(row).onlyScenario()
    #expect(scenario.verdict.outline == row.verdict)
    #expect(scenario.verdict.sentence.contains(row.sentence))
    #expect(scenario.duration < .seconds(2))
  }

  @Test func `says that the time of the run is over to all that come later`() throws {
    let row = Row(
      what: "the run's time",
      scenario: """
        {scenario: One, steps: [{step: A, request: {GET: /slow}, expect: {status: 200}}]}
          - {scenario: Two, steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]}
        """, verdict: "", sentence: "", profile: { $0.timeouts.run = .milliseconds(50) })
    let record = try Self.run(row)
    #expect(try record.scenario("Two").verdict.outline == "error: deadline")
    #expect(try record.scenario("Two").verdict.sentence.contains("the time of the run ended"))
  }

  @Test func `waits as long as it says`() throws {
    let record = try Bench().run(
      """
      suite: Time
      scenarios:
        - {scenario: It, steps: [{wait: 50ms}, {wait: {until: "${now - 1h}"}}, {wait: {until: -9223372036854775808}}, {step: A, request: {GET: /a}, expect: {status: 200}}]}
      """
    ) { _, _ in .json("{}") }
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(scenario.duration >= .milliseconds(50))
    #expect(
      scenario.steps.map { $0.notes.map(\.description) } == [
        ["waited 50ms in real time"], ["waited 0ms in real time"], ["waited 0ms in real time"], [],
      ])
  }
}

@Suite(.waits) struct InterruptionTests {
  /// While one waits without a job, the third is under way, too.
  @Test(arguments: [
    ("{step: A, request: {GET: /slow}, expect: {status: 200}}", "not-reached"),
    ("{wait: 20s}", "interrupted"),
    (
      "{step: A, request: {GET: /fast}, retry: {while: {status: 200}, every: 20s, at-most: 60s}, expect: {status: 404}}",
      "interrupted"
    ),
    ("{use: shared}", "interrupted"),
  ])
  func `interrupts what runs and reaches nothing more`(step: String, third: String) throws {
    var bench = Bench()
    bench.jobs = 2
    let cancellation = bench.cancellation
    let begun = DispatchSemaphore(value: 0)
    let server = HTTPServer { incoming in
      begun.signal()
      if incoming.request.target != "/fast" { _ = incoming.pause(for: .seconds(20)) }
      return .json("{}")
    }
    let port = try server.start()
    defer { server.stop() }
    startThread {
      // Some have nothing to tell: they are under way soon enough.
      let count = third == "interrupted" ? 3 : 2
      for _ in 0..<count { _ = begun.wait(timeout: .now() + .milliseconds(300)) }
      cancellation.cancel()
    }
    let record = try bench.run(
      """
      suite: Interrupted
      fragments:
        - {fragment: shared, gives: [], once: run, steps: [{step: A, request: {GET: /slow}, expect: {status: 200}}]}
      scenarios:
        - {scenario: One, steps: [\(step), {step: B, request: {GET: /b}, expect: {status: 200}}], finally: [{step: C, request: {GET: /c}, expect: {status: 200}}]}
        - {scenario: Two, steps: [\(step), {step: B, request: {GET: /b}, expect: {status: 200}}]}
        - {scenario: Three, steps: [{step: B, request: {GET: /b}, expect: {status: 200}}]}
      """, port: Int(port))
    #expect(record.isInterrupted)
    #expect(
      record.scenarios.map(\.verdict.outline) == [
        "interrupted", "interrupted", third,
      ])
    #expect(record.scenarios[0].steps.dropFirst().map(\.verdict) == [.notReached, .notReached])
    #expect(record.duration < .seconds(2))
  }

  @Test func `reaches nothing where it was interrupted before it began`() throws {
    let bench = Bench()
    bench.cancellation.cancel()
    let record = try bench.run(LiveTableTests.suite.replacing("needs: [resources]", with: "")) {
      _, _ in .json("{}")
    }
    #expect(record.scenarios.map(\.verdict.kind) == [.notReached, .skipped])
  }
}
