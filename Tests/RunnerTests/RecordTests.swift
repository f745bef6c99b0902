// SPDX-License-Identifier: Apache-2.0
// Tests of what the record of a step holds: advice, exchanges, what is left out.

import Formats
import HTTP
import Runner
import Suites
import Testing
import Text

@testable import Record

@Suite struct AdviceTests {
  static let suite = """
    suite: Small
    secrets: [token]
    scenarios:
      - scenario: It
        steps:
          - step: a
            request: {GET: /}
            save: {code: !optional $.code, token: !optional $.token}
            expect: {status: 200}
            advice:
              - {when: {json: {code: "${mvpd}"}}, say: The code is the MVPD.}
              - when: {status: 404}
                say: "Nothing of ${service_provider} is here: ${code}, ${token}, ${basic_mvpd}, ${resources}."
              - {when: {status: !integer {}}, say: Another status.}
              - say: Nothing answers.
    """

  @Test(arguments: [
    (200, "{}", nil), (404, #"{"code": "M1"}"#, "The code is the MVPD."),
    (
      404, #"{"code": "x", "token": "abcdefghijklm"}"#,
      "Nothing of SP is here: x, ‹token›, ${basic_mvpd}, {\"permitted\":[\"a\"]}."
    ),
    (500, "{}", "Another status."),
  ])
  func `is that of the first entry that matches`(status: Int, body: String, advice: String?) throws
  {
    var bench = Bench()
    bench.facts.append("resources", ["permitted": ["a"]])
    let record = try bench.run(Self.suite) { _, _ in .json(body, status: status) }
    #expect(try record.onlyScenario().step("a").advice == advice)
  }

  @Test func `is that without a condition where nothing answers`() throws {
    let service = try Service { _, _ in .json("{}") }
    service.stop()
    let record = try Bench().run(Self.suite, port: service.port)
    #expect(try record.onlyScenario().step("a").advice == "Nothing answers.")
  }

  @Test func `looks at the last answer where retry gave up`() throws {
    let record = try Bench().run(
      steps: """
        - step: a
          request: {GET: /}
          retry: {while: {status: 503}, every: 1ms, at-most: 3ms}
          expect: {status: 200}
          advice: [{when: {status: 503}, say: It is busy.}, {say: No.}]
        """
    ) { _, _ in .json("{}", status: 503) }
    #expect(try record.onlyScenario().step("a").advice == "It is busy.")
  }
}

@Suite struct LeftOutTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let step: String
    let asked: Int
    let kept: [Int]
    let leftOut: String
    var notes: [String] = []
    var testDescription: String { what }
  }

  static let rows = [
    Row(
      what: "a burst",
      step: "{step: A, request: {GET: /a}, burst: 300, expect: {statuses: !size 300}}",
      asked: 300, kept: [200, 200], leftOut: "298 more like it (288 × 200, 10 × 500)"),
    Row(
      what: "a burst of two",
      step: "{step: A, request: {GET: /a}, burst: 2, expect: {statuses: !size 2}}",
      asked: 2, kept: [200, 200], leftOut: "0 more like it ()"),
    Row(
      what: "a retry",
      step: "{step: A, request: {GET: /a}, retry: {while: {json: {n: !not 100}}, every: 1ms, "
        + "at-most: 10s}, expect: {status: 200}}", asked: 101, kept: [200, 200],
      leftOut: "99 more like it (96 × 200, 3 × 500)", notes: ["asked 101 times"]),
  ]

  /// Each 25th answer is another one, but not the first or the last.
  static func answer(_ number: Int) -> HTTPResponse {
    .json(
      #"{"n": \#(number)}"#,
      status: number > 0 && number < 299 && number % 25 == 0 && number != 100 ? 500 : 200,
      headers: ["X-Number": "\(number)"])
  }

  @Test(arguments: rows) func `keeps the first and the last, and counts all`(row: Row) throws {
    let record = try Bench().run(
      "suite: Many\nscenarios:\n  - {scenario: It, steps: [\(row.step)]}\n"
    ) { _, number in Self.answer(number) }
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(scenario.steps[0].exchanges.map(\.status) == row.kept)
    #expect(scenario.steps[0].leftOut.sentence == row.leftOut)
    #expect(scenario.steps[0].notes.map(\.description) == row.notes)
    #expect(RunJudgement(record).totals.requests == row.asked)
  }

  @Test func `judges each status of a burst`() throws {
    let record = try Bench().run(
      steps: "- {step: A, request: {GET: /a}, burst: 60, expect: {statuses: !each 200}}"
    ) { _, number in Self.answer(number) }
    #expect(try record.onlyScenario().verdict.outline == "failed at statuses/25 statuses/50")
  }

  @Test func `counts what the attempts sent that were too late`() throws {
    let (record, asked) = try SendingTimeTests.run(late: 2)
    var run = RunRecord.empty
    run.suites[0].scenarios = [record]
    #expect(asked.count == 8)
    #expect(RunJudgement(run).totals.requests == 8)
    #expect(record.steps[0].leftOut.number == 2)
  }

}

extension RunRecord {
  /// The record of a run with one suite that has no scenario.
  fileprivate static var empty: RunRecord {
    RunRecord(
      tool: ToolRecord(name: "sso-conformance", version: "test"),
      target: TargetRecord(name: "t", url: "u", serviceProvider: nil, mvpds: [], framework: "f"),
      startedAt: .init(milliseconds: 0), duration: .zero, jobs: 1, isStrict: false,
      isInterrupted: false, remarks: [], catalogues: [], sharedFragments: [],
      suites: [
        SuiteRecord(
          name: "S", about: nil, file: "s.yaml", digest: "", cookbook: nil, phase: nil,
          scenarios: [])
      ])
  }
}

@Suite struct SendingTimeTests {
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

  /// Runs the suite where what is made so many times is past at once.
  static func run(
    late: Int, _ suite: String = suite, status: Int = 200
  ) throws -> (record: ScenarioRecord, asked: [String]) {
    let made = Lock(0)
    let service = try Service { request, _ in
      guard request.target == "/make" else { return .json("{}", status: status) }
      made.write(made.read() + 1)
      return .json(#"{"created": \#(made.read() <= late ? now - 60_001 : now)}"#)
    }
    let record = try Bench().run(suite, on: service)
    return (try record.onlyScenario(), service.targets.map { String($0.dropFirst(5)) })
  }

  @Test func `sends what is in time, and notes nothing`() throws {
    let (record, asked) = try Self.run(late: 0)
    #expect(record.verdict == .passed)
    #expect(asked == ["make", "look", "end", "clean"])
    #expect(record.steps.map(\.notes.count) == [0, 0, 0, 0])
  }

  @Test(arguments: [(1, "once"), (3, "3 times")])
  func `starts again what is too late, and notes it`(late: Int, times: String) throws {
    let (record, asked) = try Self.run(late: late)
    #expect(record.verdict == .passed)
    #expect(
      asked == Array(repeating: ["make", "clean"], count: late).joined()
        + ["make", "look", "end", "clean"])
    #expect(
      record.steps[0].notes.map(\.description) == [
        "the scenario started again \(times), with new devices, because the run was too slow: "
          + "'Look': its request had to be sent by 2027-01-15T07:59:59.999Z, and the run was too "
          + "slow for that"
      ])
  }

  @Test func `is skipped with the reason where it is too late each time`() throws {
    let (record, asked) = try Self.run(late: 9)
    #expect(record.verdict.kind == .skipped)
    #expect(
      record.verdict.sentence
        == "the run was too slow, also after the scenario had started again 3 times: 'Look': its "
        + "request had to be sent by 2027-01-15T07:59:59.999Z, and the run was too slow for that")
    #expect(
      record.outline == ["Make: passed", "Look: skipped", "End: not-reached", "Clean: passed"])
    #expect(!asked.contains("look"))
    #expect(asked.count == 8)
  }

  @Test func `keeps the failure that it has seen before`() throws {
    let suite = Self.suite.replacing(
      "$.created}, expect: {status: 200}", with: "$.created}, expect: {json: {n: 1}}")
    let (record, asked) = try Self.run(late: 9, suite)
    #expect(record.verdict.outline == "failed at /n")
    #expect(
      record.outline == [
        "Make: failed at /n", "Look: skipped", "End: not-reached", "Clean: passed",
      ])
    #expect(asked == ["make", "clean"])
  }

  @Test func `takes no time for null`() throws {
    let suite = Self.suite.replacing("by: \"${created + 60s}\"", with: "by: null")
    let (record, _) = try Self.run(late: 9, suite)
    #expect(record.verdict == .passed)
  }

  @Test func `is an error where it is not a time`() throws {
    let suite = Self.suite.replacing("created + 60s", with: "run.id")
    let (record, _) = try Self.run(late: 0, suite)
    #expect(record.verdict.outline == "error: suite")
    #expect(record.verdict.sentence == "a time is a number of milliseconds since 1970, not a text")
  }

  @Test func `skips a final step that is too late, and no more`() throws {
    let suite = Self.suite.replacing(
      "expect: {status: 200}}\n    finally", with: "expect: {status: 200}}\n    finally"
    ).replacing("by: \"${created + 60s}\", ", with: "").replacing(
      "request: {GET: /clean},", with: "request: {GET: /clean}, by: \"${created + 60s}\",")
    let (record, _) = try Self.run(late: 9, suite)
    #expect(record.verdict == .passed)
    #expect(record.outline.last == "Clean: skipped")
  }
}

@Suite struct SentExchangeTests {
  static let suite = """
    suite: Small
    fragments:
      - {fragment: plain, takes: [p], steps: [{step: Ask, request: {GET: "/${p}"}, expect: {status: 200}}]}
      - {fragment: rude, breaks: [X-1], takes: [p], steps: [{use: plain, with: {p: "${p}"}}]}
      - {fragment: shared, once: run, takes: [p], steps: [{step: Share, request: {GET: "/${p}"}, expect: {status: 200}}]}
      - {fragment: sharedrude, once: run, breaks: [X-1], takes: [p], steps: [{step: Share, request: {GET: "/${p}"}, expect: {status: 200}}]}
    scenarios:
      - scenario: Breaks
        breaks: [X-1]
        steps:
          - {step: A, request: {GET: /whole}, expect: {status: 200}}
          - {use: plain, with: {p: whole-fragment}}
          - {use: shared, with: {p: right-shared-1}}
        finally:
          - {step: F, request: {GET: /whole-final}, expect: {status: 200}}
      - scenario: Keeps
        steps:
          - {step: A, request: {GET: /right}, expect: {status: 200}}
          - {step: B, breaks: [X-1], request: {GET: /step}, expect: {status: 200}}
          - {step: C, request: {GET: /right-after}, expect: {status: 200}}
          - {use: plain, with: {p: right-fragment}}
          - {use: plain, breaks: [X-1], with: {p: used}}
          - {use: rude, with: {p: fragment}}
          - {use: plain, with: {p: right-again}}
          - {use: sharedrude, with: {p: shared}}
          - {use: shared, with: {p: right-shared-2}}
        finally:
          - {step: F, request: {GET: /right-final}, expect: {status: 200}}
    """

  @Test func `says of each request whether it breaks a rule on purpose, and what it is for`() throws
  {
    let log = Lock<[SentExchange]>([])
    var bench = Bench()
    bench.sent = { sent in log.change { $0.append(sent) } }
    let record = try bench.run(Self.suite) { _, _ in .json("{}") }
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed])
    let sent = log.read()
    #expect(sent.count == 14)
    for exchange in sent {
      #expect(
        exchange.cause.isDeliberate == !exchange.request.target.contains("right"),
        "\(exchange.request.target)")
    }
    func cause(_ target: String) throws -> SentCause {
      try #require(sent.first { $0.request.target == target }).cause
    }
    #expect(try cause("/right").suite == "Small")
    #expect(try cause("/right").scenario == "Keeps")
    #expect(try cause("/right").step == "A")
    #expect(try cause("/used").scenario == "Keeps")
    #expect(try cause("/used").step == "Ask")
    #expect(try cause("/shared").suite == nil)
    #expect(try cause("/shared").scenario == "sharedrude")
  }

  @Test func `says why no answer came`() throws {
    let log = Lock<[SentExchange]>([])
    var bench = Bench()
    bench.sent = { sent in log.change { $0.append(sent) } }
    let service = try Service { _, _ in .json("{}") }
    service.stop()
    _ = try bench.run(Self.suite, port: service.port)
    let first = try #require(log.read().first)
    guard case .unanswered(let reason) = first.end else {
      Issue.record("it was answered")
      return
    }
    #expect(!reason.isEmpty)
  }

  static let judgedSuite = """
    suite: Judged
    fragments:
      - {fragment: f, gives: [x], steps: [{step: In, request: {GET: /in}, save: {x: $.x}, expect: {status: 200}}]}
      - {fragment: once, once: run, gives: [x], steps: [{step: Once, request: {GET: /once?a=1}, save: {x: $.x}}]}
    scenarios:
      - scenario: Good
        steps:
          - {step: A, request: {GET: "/a/b?c=d"}, save: {x: $.x, none: !optional $.y}, expect: {status: 200}, should: {json: {x: 1}}}
          - {use: f}
          - {use: once}
          - {step: C, request: {POST: /c}, retry: {while: {status: 503}, every: 1ms, at-most: 1s}, expect: {json: {x: "${x}"}}}
        finally: [{step: F, request: {GET: /f}, expect: {status: 200}}]
      - scenario: Bad
        steps:
          - {step: A, request: {GET: /a}, expect: {status: 200}}
          - {step: B, request: {GET: /b}, expect: {status: 404}}
      - scenario: Advisory
        level: should
        steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]
    """

  @Test func `hands over the answers of what passed, with all that they were judged by`() throws {
    let log = Lock<[JudgedCourse]>([])
    var bench = Bench()
    bench.judged = { course in log.change { $0.append(course) } }
    bench.files["p.yaml"] = """
      suite: P
      preflight: true
      scenarios: [{scenario: Before, steps: [{step: A, request: {GET: /p}, expect: {status: 200}}]}]
      """
    _ = try bench.run(Self.judgedSuite) { _, _ in .json(#"{"x": 1}"#) }
    let courses = log.read().sorted { $0.name < $1.name }
    #expect(courses.map(\.name) == ["Advisory", "Good", "once"])
    #expect(courses.map(\.suite) == ["Judged", "Judged", nil])
    #expect(courses.map(\.isAdvisory) == [true, false, false])
    #expect(courses.map { $0.fragment?.name } == [nil, nil, "once"])
    let good = courses[1].answers
    #expect(good.map(\.step.name) == ["A", "In", "f", "once", "C", "F"])
    #expect(good.map(\.isFinal) == [false, false, false, false, false, true])
    #expect(good.map(\.isInFragment) == [false, true, false, false, false, false])
    #expect(
      good.map { $0.request.map { "\($0.method) \($0.path)" } }
        == ["GET /a/b", "GET /in", nil, nil, "POST /c", "GET /f"])
    #expect(good.map { $0.expected != nil } == [true, true, false, false, true, true])
    #expect(good.map { $0.advised != nil } == [true, false, false, false, false, false])
    #expect(good.map { $0.repeated != nil } == [false, false, false, false, true, false])
    #expect(good[0].saved.map(\.name) == ["x", "none"])
    #expect(good[0].saved.map(\.value) == [1, .null])
    // The names before the step, and those after the steps before it.
    #expect(good[0].names.saved["x"] == nil)
    #expect(good[4].names.saved["x"]?.json == 1)
    #expect(courses[2].answers.map { $0.request?.path } == ["/once"])
    #expect(courses[2].answers.map(\.isInFragment) == [true])
  }
}
