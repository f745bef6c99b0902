// SPDX-License-Identifier: Apache-2.0
// Tests of waits, of the limits of time, and of requests that have to be sent by a time.

import Dispatch
import Expectations
import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner

@Suite(.waits) struct RetryTests {
  static func suite(_ limit: String, every interval: String, _ more: String = "") -> String {
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

  static let pending = #"{"state": "pending"}"#

  /// The interval and the limit, also from variables.
  @Test(arguments: [("10ms", "5s"), ("\"${interval}ms\"", "\"${limit}\"")])
  func `judges the first other answer`(interval: String, limit: String) throws {
    var bench = Bench(ownFacts: ["interval", "limit"])
    bench.facts.append("interval", 10)
    bench.facts.append("limit", "5s")
    let suite = Self.suite(limit, every: interval, "    needs: [interval, limit]")
    let record = try bench.run(suite) { _, number in
      .json(#"{"state": "\#(number < 2 ? "pending" : "done")"}"#)
    }
    let step = try record.onlyScenario().steps[0]
    #expect(step.verdict == .passed)
    #expect(step.exchanges.count + step.leftOut.number == 3)
    #expect(step.notes.map(\.description) == ["asked 3 times"])
  }

  @Test(arguments: [
    ("- wait: \"${lifetime}s\"", 15), ("- {use: f, timeout: \"${lifetime}s\"}", 27),
  ])
  func `is an error at its place where a variable is not a duration`(
    step: String, column: Int
  ) throws {
    var bench = Bench(ownFacts: ["lifetime"])
    bench.facts.append("lifetime", "soon")
    bench.keys = """
      needs: [lifetime]
      fragments:
        - {fragment: f, steps: [{step: a, request: {GET: /a}, expect: {status: 200}}]}
      """
    let record = try bench.run(steps: step)
    let problem = try #require(try record.onlyScenario().steps[0].verdict.problem)
    #expect(
      problem.message
        == "'soons' is not a duration; write an integer and ms, s, m, h or d, such as 500ms, 3s or 24h"
    )
    #expect(problem.location?.position == Position(line: 8, column: column))
  }

  @Test func `fails with the last answer once time is up`() throws {
    let record = try Bench().run(Self.suite("1s", every: "300ms"), json: Self.pending)
    let step = try record.onlyScenario().steps[0]
    // What was waited for, and not that nothing else came.
    #expect(step.verdict.outline == "failed at /state")
    #expect(step.exchanges.count > 1)
    #expect(step.exchanges.last?.detail?.responseBody == Self.pending)
  }

  @Test func `says that it could not ask again where there is no time for that`() throws {
    let record = try Bench().run(Self.suite("1ms", every: "50ms"), json: Self.pending)
    let findings = try record.onlyScenario().verdict.findings
    #expect(findings.map(\.found) == [#""pending""#])
    #expect(findings.map(\.nearest) == ["asked once within 1ms"])
    // Where the step expects something else, its condition says what did not end.
    let other = Self.suite("1ms", every: "50ms").replacing("state: done", with: "state: !any {}")
    let waiting = try Bench().run(other, json: Self.pending)
    let found = try waiting.onlyScenario().verdict.findings.map(\.found)
    #expect(found == [#"this once: `state` is "pending""#])
  }

  @Test func `is an error where the scenario has less time than the retry`() throws {
    let suite = Self.suite("60s", every: "20s", "    timeout: 10s")
    let record = try Bench().run(suite, json: Self.pending)
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict.outline == "error: deadline")
    #expect(scenario.duration < .seconds(5))
  }

  @Test func `repeats a fragment and shows the first time and the last`() throws {
    let bench = Bench(
      keys: """
        fragments:
          - fragment: poll
            gives: [state]
            steps: [{step: Ask, request: {GET: /a}, save: {state: $.state}}]
        """)
    let retry = "{while: {json: {state: 0}}, every: 1ms, at-most: 5s}"
    let record = try bench.run(
      steps: "- {use: poll, retry: \(retry), expect: {json: {state: 2}}}"
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
        """)
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
    let bench = Bench(jobs: 2)
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

struct TimeLimitsTests {
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
    var limits = TimeLimits(allowance: .seconds(scenario), run: Deadline(after: .seconds(run)))
    if let step { limits.begin(limits.limit(after: .seconds(step))) }
    #expect(limits.passed == passed)
  }
}

struct SendingTimeTests {
  static let now = 1_800_000_000_000

  static let suite = """
    suite: Times
    scenarios:
      - scenario: It
        steps:
          - {step: Make, request: {GET: /make}, save: {created: $.created}, expect: {status: 200}}
          - {step: Look, request: {GET: /look}, by: "${created + 60s}", expect: {status: 200}}
          - {step: End, request: {GET: /end}, expect: {status: 200}}
        finally:
          - {step: Clean, request: {GET: /clean}, expect: {status: 200}}
    """

  /// A service where what is made the first so many times is past at once.
  static func service(late: Int) throws -> Service {
    let made = Lock(0)
    return try Service { request, _ in
      guard request.target == "/make" else { return .json("{}") }
      made.write(made.read() + 1)
      return .json(#"{"created": \#(made.read() <= late ? now - 60_001 : now)}"#)
    }
  }

  static func run(
    late: Int, _ suite: String = suite
  ) throws -> (record: ScenarioRecord, asked: [String]) {
    let service = try service(late: late)
    let record = try Bench().run(suite, on: service)
    return (try record.onlyScenario(), service.targets.map { String($0.dropFirst(5)) })
  }

  @Test(arguments: [0, 1]) func `runs once more what was too late, and notes it`(late: Int) throws {
    let (record, asked) = try Self.run(late: late)
    #expect(record.verdict == .passed)
    #expect(
      asked == Array(repeating: ["make", "clean"], count: late).joined()
        + ["make", "look", "end", "clean"])
    let note =
      "the scenario ran once more, alone, because the run was too slow: "
      + "'Look': its request had to be sent by 2027-01-15T07:59:59.999Z, and the run was too "
      + "slow for that"
    #expect(
      record.steps.map { $0.notes.map(\.description) } == [late == 0 ? [] : [note], [], [], []])
  }

  /// Those that were too late come after all others, one at a time, and stand at their place.
  @Test(arguments: [1, 4]) func `runs what was too late alone, after all others`(jobs: Int) throws {
    let seen = Lock<(asked: [String], underWay: Int, together: Int)>(([], 0, 0))
    let service = try Service { request, _ in
      let name = String(request.target.dropFirst())
      let isAgain = seen.change { seen in
        let isAgain = seen.asked.contains(name)
        seen.asked.append(name)
        seen.underWay += 1
        if isAgain { seen.together = max(seen.together, seen.underWay) }
        return isAgain
      }
      _ = ServerRequest(request: request, peer: "").pause(for: .milliseconds(20))
      seen.change { $0.underWay -= 1 }
      let isLate = name.hasPrefix("late") && !isAgain
      return .json(#"{"created": \#(Self.now - (isLate ? 60_001 : 0))}"#)
    }
    func scenario(_ name: String) -> String {
      """
        - scenario: \(name)
          steps:
            - {step: Make, request: {GET: /\(name)}, save: {created: $.created}, expect: {status: 200}}
            - {wait: 1ms}
            - {step: Look, request: {GET: /\(name)-look}, by: "${created + 60s}", expect: {status: 200}}

      """
    }
    let names = ["late-a", "plain-b", "late-c", "plain-d", "plain-e"]
    let record = try Bench(jobs: jobs).run(
      "suite: Times\nscenarios:\n\(names.map(scenario).joined())", on: service)
    #expect(record.scenarios.map(\.name) == names)
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 5))
    #expect(
      seen.read().asked.suffix(4) == ["late-a", "late-a-look", "late-c", "late-c-look"])
    #expect(seen.read().together == 1)
  }

  private static let tooLate =
    "the run was too slow, also when the scenario ran once more, alone: 'Look': its "
    + "request had to be sent by 2027-01-15T07:59:59.999Z, and the run was too slow for that"

  /// How often it is too late, what stands in the suite instead of what, how the scenario and its
  /// steps end, and what is asked for.
  @Test(
    arguments: table(
      #"""
      // It is too late both times.
      9 |  |  | skipped | \#(tooLate) | Make: passed & Look: skipped & End: not-reached & Clean: passed | make & clean & make & clean
      // A failure that was seen before stays one.
      9 | $.created}, expect: {status: 200} | $.created}, expect: {json: {n: 1}} | failed at /n |  | Make: failed at /n & Look: skipped & End: not-reached & Clean: passed | make & clean
      9 | by: "${created + 60s}" | by: null | passed |  | Make: passed & Look: passed & End: passed & Clean: passed | make & look & end & clean
      0 | created + 60s | run.id | error: suite | a time is a number of milliseconds since 1970, not a text | Make: passed & Look: error: suite & End: not-reached & Clean: passed | make & clean
      """#) as [(Int, String, String, String, String, [String], [String])])
  func `ends as it can where it is too late`(
    late: Int, part: String, other: String, verdict: String, sentence: String, outline: [String],
    targets: [String]
  ) throws {
    let (record, asked) = try Self.run(
      late: late, part.isEmpty ? Self.suite : Self.suite.replacing(part, with: other))
    #expect(record.verdict.outline == verdict)
    #expect(record.verdict.sentence == sentence)
    #expect(record.outline == outline)
    #expect(asked == targets)
  }

  @Test func `skips a final step that is too late, and no more`() throws {
    let by = "by: \"${created + 60s}\", "
    let suite = Self.suite.replacing(by, with: "")
      .replacing("request: {GET: /clean}, ", with: "request: {GET: /clean}, \(by)")
    let (record, _) = try Self.run(late: 9, suite)
    #expect(record.verdict == .passed)
    #expect(record.outline.last == "Clean: skipped")
  }
}
