// SPDX-License-Identifier: Apache-2.0
// Tests of what the record of a step holds: advice, exchanges, what is left out.

import Expectations
import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner

struct AdviceTests {
  static let steps = """
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
    var bench = Bench(keys: "secrets: [token]")
    bench.facts.append("resources", ["permitted": ["a"]])
    let record = try bench.run(steps: Self.steps, json: body, status: status)
    #expect(try record.onlyScenario().step("a").advice == advice)
  }

  @Test func `is that without a condition where nothing answers`() throws {
    let service = try Service { _, _ in .json("{}") }
    service.stop()
    let record = try Bench().run(steps: Self.steps, port: service.port)
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
        """, status: 503)
    #expect(try record.onlyScenario().step("a").advice == "It is busy.")
  }
}

struct LeftOutTests {
  /// Each 25th answer is another one, but not the first or the last.
  static func answer(_ number: Int) -> HTTPResponse {
    .json(
      #"{"n": \#(number)}"#,
      status: number > 0 && number < 299 && number % 25 == 0 && number != 100 ? 500 : 200,
      headers: ["X-Number": "\(number)"])
  }

  /// A step, how many requests it sends, what is said of those left out, and its notes.
  @Test(
    arguments: table(
      #"""
      burst: 300, expect: {statuses: !size 300} | 300 | 298 more like it (288 × 200, 10 × 500)
      burst: 2, expect: {statuses: !size 2} | 2 | 0 more like it ()
      retry: {while: {json: {n: !not 100}}, every: 1ms, at-most: 10s}, expect: {status: 200} | 101 | 99 more like it (96 × 200, 3 × 500) | asked 101 times
      """#) as [(String, Int, String, [String])])
  func `keeps the first and the last, and counts all`(
    step: String, asked: Int, leftOut: String, notes: [String]
  ) throws {
    let record = try Bench().run(steps: "- {step: A, request: {GET: /a}, \(step)}") { _, number in
      Self.answer(number)
    }
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(scenario.steps[0].exchanges.map(\.status) == [200, 200])
    #expect(scenario.steps[0].leftOut.sentence == leftOut)
    #expect(scenario.steps[0].notes.map(\.description) == notes)
    #expect(RunJudgement(record).totals.requests == asked)
  }

  @Test func `judges each status of a burst`() throws {
    let record = try Bench().run(
      steps: "- {step: A, request: {GET: /a}, burst: 60, expect: {statuses: !each 200}}"
    ) { _, number in Self.answer(number) }
    #expect(try record.onlyScenario().verdict.outline == "failed at statuses/25 statuses/50")
  }

  @Test func `counts what the attempt sent that is judged`() throws {
    let service = try SendingTimeTests.service(late: 2)
    let record = try Bench().run(SendingTimeTests.suite, on: service)
    #expect(service.targets.count == 4)
    #expect(RunJudgement(record).totals.requests == 2)
  }

  /// So many notes come, and so many with a conclusion.
  @Test(
    arguments: [(20, nil), (21, "and 1 more note"), (22, "and 2 more notes")] as [(Int, String?)])
  func `keeps twenty notes, and the last one in any case`(count: Int, more: String?) {
    var notes = StepNotes()
    notes.append(contentsOf: (0..<count).map { "note \($0)" })
    notes.conclude("done")
    #expect(notes.all == (0..<20).map { "note \($0)" } + [more].compactMap(\.self) + ["done"])
    var both = StepNotes()
    both.append("first")
    both.add(notes)
    #expect(both.all.count == 21)
    #expect(both.all.last == "and \(count - 19) more note\(count == 20 ? "" : "s")")
  }
}
