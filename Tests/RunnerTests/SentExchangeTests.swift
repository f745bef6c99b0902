// SPDX-License-Identifier: Apache-2.0
// Tests of what a run hands over: each request that it sent, and the answers of what passed.

import Expectations
import Formats
import HTTP
import Record
import Runner
import Suites
import Testing

struct SentExchangeTests {
  static let suite = """
    suite: Small
    fragments:
      - {fragment: plain, takes: [p], steps: [{step: Ask, request: {GET: "/${p}"}, expect: {status: 200}}]}
      - {fragment: rude, hostile: true, takes: [p], steps: [{use: plain, with: {p: "${p}"}}]}
      - {fragment: shared, once: run, takes: [p], steps: [{step: Share, request: {GET: "/${p}"}, expect: {status: 200}}]}
      - {fragment: sharedrude, once: run, hostile: true, takes: [p], steps: [{step: Share, request: {GET: "/${p}"}, expect: {status: 200}}]}
    scenarios:
      - scenario: Breaks
        hostile: true
        steps:
          - {step: A, request: {GET: /whole}, expect: {status: 200}}
          - {use: plain, with: {p: whole-fragment}}
          - {use: shared, with: {p: right-shared-1}}
        finally:
          - {step: F, request: {GET: /whole-final}, expect: {status: 200}}
      - scenario: Keeps
        steps:
          - {step: A, request: {GET: /right}, expect: {status: 200}}
          - {step: B, hostile: true, request: {GET: /step}, expect: {status: 200}}
          - {step: C, request: {GET: /right-after}, expect: {status: 200}}
          - {use: plain, with: {p: right-fragment}}
          - {use: plain, hostile: true, with: {p: used}}
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
    let bench = Bench(sent: { sent in log.change { $0.append(sent) } })
    let record = try bench.run(Self.suite) { _, _ in .json("{}") }
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed])
    let sent = log.read()
    #expect(sent.count == 14)
    for exchange in sent {
      #expect(
        exchange.cause.isHostile == !exchange.request.target.contains("right"),
        "\(exchange.request.target)")
    }
    let causes = try ["/right", "/used", "/shared"].map { target -> [String?] in
      let cause = try #require(sent.first { $0.request.target == target }).cause
      return [cause.suite, cause.scenario, cause.step]
    }
    #expect(
      causes == [
        ["Small", "Keeps", "A"], ["Small", "Keeps", "Ask"], [nil, "sharedrude", "Share"],
      ])
  }

  @Test func `says why no answer came`() throws {
    let log = Lock<[SentExchange]>([])
    let bench = Bench(sent: { sent in log.change { $0.append(sent) } })
    let service = try Service { _, _ in .json("{}") }
    service.stop()
    _ = try bench.run(Self.suite, port: service.port)
    guard case .unanswered(let reason) = log.read().first?.end, !reason.isEmpty else {
      Issue.record("\(log.read())")
      return
    }
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
    let log = Lock<[PassedAnswers]>([])
    var bench = Bench(judged: { answers in log.change { $0.append(answers) } })
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
