// SPDX-License-Identifier: Apache-2.0
// Tests of the target's clock, and of the clock of a scenario.

import HTTP
import Record
import Suites
import Testing
import Text

@testable import Runner

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

  static let moment = Timestamp(milliseconds: now)

  /// Answers by their dates, and when their requests were sent and they came, in milliseconds.
  @Test(
    arguments: [
      ([], 0), ([("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0)], 8000),
      ([("Fri, 15 Jan 2027 08:00:00 GMT", 0, 0)], 0),
      ([("Fri, 15 Jan 2027 08:00:01 GMT", 0, 999)], 1),
      ([("Fri, 15 Jan 2027 08:00:01 GMT", 0, 1000)], 0),
      ([("Fri, 15 Jan 2027 07:59:59 GMT", 0, 0)], -1000),
      ([("Fri, 15 Jan 2027 07:59:59 GMT", -1, 0)], 0), ([("yesterday", 0, 0)], 0),
      // Two answers leave less than one.
      (
        [("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:08 GMT", 500, 500)], 8000
      ),
      (
        [("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:09 GMT", 600, 600)], 8400
      ),
      // Where they contradict each other, the slower one counts.
      ([("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:03 GMT", 0, 0)], 3000),
      ([("Fri, 15 Jan 2027 08:00:03 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0)], 3000),
    ] as [([(String, Int, Int)], Int)])
  func `knows the target's clock by the dates of its answers`(
    answers: [(String, Int, Int)], offset: Int
  ) {
    let clock = TargetClock()
    for (date, sent, received) in answers {
      clock.note(
        HeaderList(["Date": date]), sent: Self.moment + .milliseconds(sent),
        received: Self.moment + .milliseconds(received))
    }
    clock.note(HeaderList(), sent: Self.moment, received: Self.moment)
    #expect(clock.offset == .milliseconds(offset))
  }

  @Test func `sets the clock of a scenario forward, up to its limit`() {
    let clock = ScenarioClock({ Self.moment }, target: TargetClock())
    clock.advance(by: .seconds(2))
    clock.advance(by: .seconds(3))
    #expect(clock.now == Self.moment + .seconds(5))
    clock.advance(by: ScenarioClock.limit)
    #expect(clock.ownNow == Self.moment + ScenarioClock.limit)
    clock.advance(by: .seconds(1))
    #expect(clock.ownNow == Self.moment + ScenarioClock.limit)
  }
}
