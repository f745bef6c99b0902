// SPDX-License-Identifier: Apache-2.0
// Tests of answers that are too large to be held by all jobs at once, or at all.

import Formats
import HTTP
import Record
import Suites
import Testing

@testable import Runner

@Suite struct LargeAnswerTests {
  @Test func `take turns in whatever a step does with them`() throws {
    let long = String(repeating: "x", count: 2 * LargeAnswers.smallBytes)
    var bench = Bench()
    bench.jobs = 8
    let scenarios = (1...16).map { number in
      """
        - scenario: Number \(number)
          steps:
            - {step: One, request: {GET: /a}, expect: {status: 200}}
            - {step: Many, request: {GET: /b}, burst: 3, expect: {statuses: [200, 200, 200]}}
            - step: Poll
              request: {GET: /poll/\(number)}
              retry: {while: {json: {state: pending}}, every: 10ms, at-most: 60s}
              expect: {json: {state: done}}
      """
    }
    let polled = Lock<Set<String>>([])
    let record = try bench.run("suite: Large\nscenarios:\n\(scenarios.joined(separator: "\n"))") {
      request, _ in
      // Should two jobs write at once, one asks once more.
      let isFirst = request.target.hasPrefix("/poll") && !polled.read().contains(request.target)
      if isFirst { polled.write(polled.read().union([request.target])) }
      return .json(#"{"state": "\#(isFirst ? "pending" : "done")", "long": "\#(long)"}"#)
    }
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 16))
  }

  @Test(arguments: [
    #"{"long": "\#(String(repeating: "x", count: 256 * 1024))"}"#,
    #"{"long": [\#(String(repeating: "[1],", count: 90_000))1]}"#,
    #"{"long": {"\#(String(repeating: "x", count: 256 * 1024))": 1}}"#,
  ])
  func `are not kept by a step`(body: String) throws {
    let record = try Bench().run(
      """
      suite: Large
      scenarios:
        - {scenario: It, steps: [{step: A, request: {GET: /a}, save: {long: $.long}}]}
      """
    ) { _, _ in .json(body) }
    guard case .failed(let findings) = try record.onlyScenario().verdict else {
      Issue.record("no failure")
      return
    }
    #expect(findings.map(\.place) == [.saved("long")])
    #expect(
      findings.map(\.found) == ["a value of more than 262144 bytes, which is too large to save"])
  }

  /// Each value counts one more than its bytes, and each name its bytes.
  @Test func `are too large from a quarter of a million bytes on`() {
    func text(_ count: Int) -> JSONValue { .string(String(repeating: "x", count: count)) }
    func named(_ count: Int) -> JSONValue {
      .object(JSONObject([(String(repeating: "x", count: count), .null)]))
    }
    #expect(!SavedSize.isTooLarge(text(262_143)))
    #expect(SavedSize.isTooLarge(text(262_144)))
    #expect(!SavedSize.isTooLarge([text(262_141), true]))
    #expect(SavedSize.isTooLarge([text(262_142), true]))
    #expect(!SavedSize.isTooLarge(named(262_142)))
    #expect(SavedSize.isTooLarge(named(262_143)))
    #expect(!SavedSize.isTooLarge(.array(Array(repeating: .null, count: 262_143))))
    #expect(SavedSize.isTooLarge(.array(Array(repeating: .null, count: 262_144))))
    #expect(SavedSize.isTooLarge(.array(Array(repeating: 7, count: 131_072))))
  }

  @Test func `have no more values than can be held`() throws {
    let record = try Bench().run(
      """
      suite: Large
      scenarios:
        - {scenario: It, steps: [{step: A, request: {GET: /a}, expect: {json: {}}}]}
      """
    ) { _, _ in .json("{\"list\": [\(String(repeating: "1,", count: 200_000))1]}") }
    guard case .failed(let findings) = try record.onlyScenario().verdict else {
      Issue.record("no failure")
      return
    }
    #expect(
      findings.map(\.nearest) == [
        "the body is not JSON: at byte 400006, there are more than the 200000 values that are read"
      ])
  }
}
