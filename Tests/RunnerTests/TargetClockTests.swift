// SPDX-License-Identifier: Apache-2.0
// Tests of waits by the target's clock, which the dates of its answers tell.

import Formats
import HTTP
import Record
import Suites
import Testing
import Text

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

  static func wait(
    until end: Int, date: String?
  ) throws -> StepRecord {
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
      """
      suite: Clock
      scenarios:
        - scenario: It
          steps:
            - step: ask
              request: {GET: /a}
              expect: {headers: {Date: !http-date {at: now}}}
            - step: not reached
              request: {GET: /b}
              expect: {status: 200}
      """
    ) { _, _ in .json("{}", headers: ["Date": "Fri, 15 Jan 2027 08:00:47 GMT"]) }
    guard case .failed(let findings) = try record.onlyScenario().verdict else {
      Issue.record("it has not failed")
      return
    }
    #expect(
      findings.map(\.nearest) == [
        "the target's clock is 47 s ahead of ours; clock-tolerance is 10s"
      ])
  }
}
