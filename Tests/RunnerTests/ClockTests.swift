// SPDX-License-Identifier: Apache-2.0
// Tests of the target's clock, and of the clock of a scenario.

import Expectations
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner

struct TargetClockTests {
  /// The bench's clock stands still at this time: Fri, 15 Jan 2027 08:00:00 GMT.
  static let now = 1_800_000_000_000

  /// When the wait ends by our clock, what is left of it (nothing where it is over), and the date of
  /// the target's answer.
  @Test(
    arguments: table(
      #"""
      // Ahead by nearly eight seconds: the end of a second has come already.
      7000 |  | Fri, 15 Jan 2027 08:00:08 GMT
      8000 |  | Fri, 15 Jan 2027 08:00:08 GMT
      0 |  | Fri, 15 Jan 2027 08:00:00 GMT
      // Behind by sixty seconds, and less than a scenario's time is left of ours.
      -10000 | 50s | Fri, 15 Jan 2027 07:59:00 GMT
      20000 | 20s
      20000 | 20s | yesterday
      // The clocks agree as far as a date tells, so ours counts.
      20000 | 20s | Fri, 15 Jan 2027 08:00:00 GMT
      """#) as [(Int, String?, String?)])
  func `a wait is for what is still to come there`(offset: Int, left: String?, date: String?) throws
  {
    let record = try Bench().run(
      """
      suite: Clock
      scenarios:
        - scenario: It
          timeout: 5s
          steps:
            - {step: ask, request: {GET: /a}, save: {end: $.end}, expect: {status: 200}}
            - wait: {until: "${end}"}
            - {step: ask again, request: {GET: /b}, expect: {status: 200}}
      """
    ) { _, _ in
      var answer = HTTPResponse.json(#"{"end": \#(Self.now + offset)}"#)
      if let date { answer.headers.append("Date", date) }
      return answer
    }
    let step = try record.onlyScenario().steps[1]
    if let left {
      #expect(step.verdict.outline == "error: deadline")
      #expect(step.verdict.sentence.hasPrefix("waiting \(left) is longer"))
    } else {
      #expect(step.verdict == .passed)
      #expect(step.notes.map(\.description) == ["waited 0ms in real time"])
    }
  }

  @Test func `an expectation goes by our own clock`() throws {
    let record = try Bench().run(
      steps: "- {step: ask, request: {GET: /a}, expect: {headers: {Date: !http-date {at: now}}}}"
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
    let clock = TargetClock(tolerance: .seconds(10))
    for (date, sent, received) in answers {
      clock.note(
        HeaderList(["Date": date]), sent: Self.moment + .milliseconds(sent),
        received: Self.moment + .milliseconds(received))
    }
    clock.note(HeaderList(), sent: Self.moment, received: Self.moment)
    #expect(clock.offset == .milliseconds(offset))
  }

  /// How far the times of 25 answers are ahead, how far two more are, whether answers have a right
  /// `Date`, the status of the run and what it tells of the clock.
  @Test(
    arguments: [
      (600, 600, false, 3, "The times in the target's answers are all 10m ahead of our clock"),
      (600, -86_400, false, 3, "The times in the target's answers are all 10m ahead of our clock"),
      (-600, -86_400, false, 3, "The times in the target's answers are all 10m behind our clock"),
      (600, 600, true, 1, "The times in the target's answers are all 10m ahead of the Date"),
      // A clock that alternates, and times of one call alone, are findings by themselves.
      (0, 600, false, 1, nil), (9, -60, true, 0, nil),
    ] as [(Int, Int, Bool, Int, String?)])
  func `tells a clock that is off by the times of nearly all answers`(
    lead: Int, other: Int, hasDate: Bool, status: Int, told: String?
  ) throws {
    let record = try Bench().run(
      """
      suite: Clock
      scenarios:
      \((1...27).map { number in
        "  - {scenario: S\(number), steps: [{step: ask, request: {GET: /\(number)}, expect: {json: {at: !timestamp {before: now, after: now - 5m}}}}]}"
      }.joined(separator: "\n"))
      """
    ) { request, _ in
      let seconds = ["/26", "/27"].contains(request.target) ? other : lead
      var answer = HTTPResponse.json(#"{"at": \#(Self.now + seconds * 1000)}"#)
      if hasDate { answer.headers.append("Date", "Fri, 15 Jan 2027 08:00:00 GMT") }
      return answer
    }
    let judgement = RunJudgement(record)
    #expect(judgement.outcome.status == status, "\(judgement.outcome.sentence)")
    #expect(judgement.clockFinding?.hasPrefix(told ?? "-") ?? (told == nil))
    if hasDate, let told {
      #expect(judgement.outcome.sentence.contains(told.dropFirst(3)))
    }
  }

  @Test func `sets the clock of a scenario forward, up to its limit`() {
    let clock = ScenarioClock({ Self.moment }, target: TargetClock(tolerance: .seconds(10)))
    clock.advance(by: .seconds(2))
    clock.advance(by: .seconds(3))
    #expect(clock.now == Self.moment + .seconds(5))
    clock.advance(by: ScenarioClock.limit)
    #expect(clock.ownNow == Self.moment + ScenarioClock.limit)
    clock.advance(by: .seconds(1))
    #expect(clock.ownNow == Self.moment + ScenarioClock.limit)
  }
}
