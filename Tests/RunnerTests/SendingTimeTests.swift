// SPDX-License-Identifier: Apache-2.0
// Tests of requests that have to be sent by a time.

import HTTP
import Record
import Suites
import Testing

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
    #expect(
      record.verdict.sentence == "a time is a number of milliseconds since 1970, not a text")
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
