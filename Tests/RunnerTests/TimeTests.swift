// SPDX-License-Identifier: Apache-2.0
// Tests of waits, of the target's clock and of the limits of time.

import Dispatch
import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner

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
      _, number in .json(#"{"state": "\#(number < 2 ? "pending" : "done")"}"#)
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
    let findings = try record.onlyScenario().verdict.findings
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
      ], [.readRequest, .reset])
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
  /// Runs scenarios, of which one waits longer than something allows.
  ///
  /// - Parameter limit: What ends after 100 ms: the profile's step, or run, or the client's response.
  static func run(_ scenarios: String, limit: String? = nil) throws -> RunRecord {
    var bench = Bench()
    if limit == "response" { bench.client = ClientSettings(responseTimeout: .milliseconds(100)) }
    bench.profile = {
      if limit == "step" { $0.timeouts.step = .milliseconds(100) }
      if limit == "run" { $0.timeouts.run = .milliseconds(100) }
    }
    let server = HTTPServer { incoming in
      _ = incoming.pause(for: .seconds(20))
      return .json("{}")
    }
    let port = try server.start()
    defer { server.stop() }
    let ask = "{step: A, request: {GET: /slow}, expect: {status: 200}}"
    return try bench.run(
      """
      suite: Time
      fragments:
        - {fragment: slow, gives: [], steps: [ASK]}
        - {fragment: waits, steps: [{wait: {until: "${now + 10s}"}}, ASK]}
      scenarios:
      \(scenarios)
      """.replacing("ASK", with: ask), port: Int(port))
  }

  /// The steps, the verdict, a part of its sentence, the scenario's time, and what else has a limit.
  @Test(
    arguments: table(
      #"""
      {wait: {until: "${now + 10s}"}}, ASK | error: deadline | is longer than the time that the scenario has left | 5s
      {wait: {until: "${mvpd}"}} | error: suite | 'until' is a time in milliseconds
      {wait: {until: 9223372036854775807}}, ASK | error: deadline | is longer than the time that the scenario has left
      {use: waits} | error: deadline | the fragment 'waits' ended in its step 'Wait': waiting | 5s
      {step: A, timeout: 100ms, request: {GET: /slow}, expect: {status: 200}} | error: transport | no answer within
      {use: slow, timeout: 100ms} | error: fragment | no answer within
      ASK | error: transport | no answer within |  | step
      ASK | error: transport | no answer within 100ms |  | response
      ASK | error: transport | no answer within | 100ms
      ASK | error: transport | no answer within |  | run
      """#) as [(String, String, String, String?, String?)])
  func `ends a step by its deadline, as an error`(
    steps: String, verdict: String, sentence: String, time: String?, limit: String?
  ) throws {
    let timeout = time.map { "timeout: \($0), " } ?? ""
    let record = try Self.run("  - {scenario: It, \(timeout)steps: [\(steps)]}", limit: limit)
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict.outline == verdict)
    #expect(scenario.verdict.sentence.contains(sentence))
    #expect(scenario.duration < .seconds(2))
  }

  @Test func `says that the time of the run is over to all that come later`() throws {
    let scenarios = "  - {scenario: One, steps: [ASK]}\n  - {scenario: Two, steps: [ASK]}"
    let record = try Self.run(scenarios, limit: "run")
    #expect(try record.scenario("Two").verdict.outline == "error: deadline")
    #expect(try record.scenario("Two").verdict.sentence.contains("the time of the run ended"))
  }

  @Test func `waits as long as it says`() throws {
    let record = try Bench().run(
      steps: """
        - {wait: 50ms}
        - {wait: {until: "${now - 1h}"}}
        - {wait: {until: -9223372036854775808}}
        - {step: A, request: {GET: /a}, expect: {status: 200}}
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
    #expect(record.scenarios.map(\.verdict.outline) == ["interrupted", "interrupted", third])
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

@Suite struct TargetClockTests {
  /// The bench's clock stands still at this time: Fri, 15 Jan 2027 08:00:00 GMT.
  static let now = 1_800_000_000_000

  static let suite = """
    suite: Clock
    scenarios:
      - scenario: It
        timeout: 5s
        steps:
          - step: ask
            request: {GET: /a}
            save: {end: $.end}
            expect: {status: 200}
          - wait: {until: "${end}"}
          - step: ask again
            request: {GET: /b}
            expect: {status: 200}
    """

  static func wait(until end: Int, date: String?) throws -> StepRecord {
    let record = try Bench().run(suite) { _, _ in
      var answer = HTTPResponse.json(#"{"end": \#(end)}"#)
      if let date { answer.headers.append("Date", date) }
      return answer
    }
    return try record.onlyScenario().steps[1]
  }

  @Test(arguments: [
    // Ahead by nearly eight seconds: the end of a second has come already.
    ("Fri, 15 Jan 2027 08:00:08 GMT", 7_000), ("Fri, 15 Jan 2027 08:00:08 GMT", 8_000),
    ("Fri, 15 Jan 2027 08:00:00 GMT", 0),
  ])
  func `don't wait for what has passed there`(date: String, offset: Int) throws {
    let step = try Self.wait(until: Self.now + offset, date: date)
    #expect(step.verdict == .passed)
    #expect(step.notes.map(\.description) == ["waited 0ms in real time"])
  }

  @Test(arguments: [
    // Behind by sixty seconds, and less than a scenario's time is left of ours.
    ("Fri, 15 Jan 2027 07:59:00 GMT", -10_000), (nil, 20_000), ("yesterday", 20_000),
    // The clocks agree as far as a date tells, so ours counts.
    ("Fri, 15 Jan 2027 08:00:00 GMT", 20_000),
  ])
  func `wait for what is still to come there`(date: String?, offset: Int) throws {
    let step = try Self.wait(until: Self.now + offset, date: date)
    #expect(step.verdict.outline == "error: deadline")
    let milliseconds = date?.contains("07:59") == true ? "50s" : "20s"
    #expect(step.verdict.sentence.hasPrefix("waiting \(milliseconds) is longer"))
  }

  @Test func `an expectation goes by our own clock`() throws {
    let record = try Bench().run(
      steps: """
        - step: ask
          request: {GET: /a}
          expect: {headers: {Date: !http-date {at: now}}}
        - step: not reached
          request: {GET: /b}
          expect: {status: 200}
        """
    ) { _, _ in .json("{}", headers: ["Date": "Fri, 15 Jan 2027 08:00:47 GMT"]) }
    let findings = try record.onlyScenario().verdict.findings
    #expect(
      findings.map(\.nearest) == [
        "the target's clock is 47 s ahead of ours; clock-tolerance is 10s"
      ])
  }
}

@Suite struct TimeLimitsTests {
  /// What happens in a scenario that has a minute, in a run that has an hour.
  enum Event: Sendable {
    /// Requests are held back for so many seconds.
    case hold(Int)
    /// A step begins that has so many seconds.
    case begin(Int)
    /// The innermost step ends.
    case end
  }

  /// Nobody waits: what is left is told to the second, and a second passes later.
  @Test(
    arguments: [
      ([], 60), ([.begin(10)], 10), ([.begin(90)], 60), ([.begin(10), .end], 60),
      // A hold counts for no limit that it was in.
      ([.hold(5)], 65), ([.begin(10), .hold(5)], 15), ([.begin(10), .hold(5), .end], 65),
      // One that was over before lengthens nothing.
      ([.hold(5), .begin(10)], 10), ([.begin(10), .hold(5), .end, .begin(10)], 10),
      ([.hold(5), .begin(10), .hold(2)], 12), ([.begin(30), .hold(5), .begin(20)], 20),
      ([.begin(20), .hold(5), .begin(30)], 25), ([.begin(20), .begin(30), .hold(5)], 25),
      // The run goes on meanwhile.
      ([.hold(7200)], 3600), ([.begin(10), .hold(7200)], 3600),
    ] as [([Event], Int)])
  func `has what is left of each limit, without the time that requests were held back in it`(
    events: [Event], seconds: Int
  ) {
    var limits = TimeLimits(allowance: .seconds(60), run: Deadline(after: .seconds(3600)))
    for event in events {
      switch event {
      case .hold(let seconds): limits.hold(.seconds(seconds))
      case .begin(let seconds): limits.begin(limits.limit(after: .seconds(seconds)))
      case .end: limits.endStep()
      }
    }
    let left = limits.deadline.remaining
    #expect(left <= .seconds(seconds) && left > .seconds(seconds - 1))
  }

  /// The seconds of the run, of the scenario and of a step; none is past.
  @Test(
    arguments: [
      (60, 60, nil, nil), (0, 60, nil, "run"), (60, 0, nil, "scenario"), (0, 0, nil, "run"),
      (60, 60, 0, "step that uses the fragment"), (60, 0, 0, "scenario"), (60, 60, 60, nil),
    ] as [(Int, Int, Int?, String?)])
  func `says which limit has passed`(run: Int, scenario: Int, step: Int?, passed: String?) {
    var limits = TimeLimits(
      allowance: .seconds(scenario), run: Deadline(after: .seconds(run)))
    if let step { limits.begin(limits.limit(after: .seconds(step))) }
    #expect(limits.passed == passed)
  }
}
