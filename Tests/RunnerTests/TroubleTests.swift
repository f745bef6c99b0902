// SPDX-License-Identifier: Apache-2.0
// Tests of what is trouble, and what is conduct: second tries, outages.

import Expectations
import Formats
import HTTP
import Record
import Runner
import Suites
import Synchronization
import TestSupport
import Testing
import Text

@testable import Runner

struct TroubleTests {
  /// Scenarios at four endpoints. Each asks twice.
  static func suite(_ count: Int) -> String {
    """
    suite: Many
    scenarios:
    \((1...count).map { number in
      "  - {scenario: \(number), steps: [{step: A, request: {GET: /\(number % 4)/a}, expect: {status: 200}}, {step: B, request: {GET: /\(number % 4)/b?\(number)}, expect: {status: 200}}]}"
    }.joined(separator: "\n"))
    """
  }

  /// What a service does, and how the run ends: its status, its reason, how many scenarios passed, and
  /// how many were run again.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let answer: @Sendable (HTTPRequest, Int) -> HTTPResponse
    let status: Int
    let reason: Trouble.Reason?
    let passed: Int
    let again: Int
    let count: Int

    init(
      _ name: String, _ status: Int, _ reason: Trouble.Reason? = nil, passed: Int, again: Int,
      of count: Int = 40, _ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse
    ) {
      (testDescription, self.answer, self.status) = (name, answer, status)
      (self.reason, self.passed, self.again, self.count) = (reason, passed, again, count)
    }
  }

  static let cases: [Case] = [
    Case("right", 0, passed: 40, again: 0) { _, _ in .json("{}") },
    Case("500 to one in thirty", 0, passed: 40, again: 2) { _, number in
      .json("{}", status: number % 30 == 29 ? 500 : 200)
    },
    Case("a call that is always 500", 1, passed: 39, again: 1) { request, _ in
      .json("{}", status: request.target == "/1/b?5" ? 500 : 200)
    },
    Case("an endpoint that is always 500", 1, passed: 30, again: 0) { request, _ in
      .json("{}", status: request.target == "/1/a" ? 500 : 200)
    },
    Case("500 to three in thirteen", 3, .sporadic, passed: 20, again: 0) { _, number in
      .json("{}", status: number * number % 13 > 9 ? 500 : 200)
    },
    Case("out from request 31 on", 3, .outage, passed: 15, again: 0) { _, number in
      .json("{}", status: number > 30 ? 503 : 200)
    },
    Case("out for a moment", 0, passed: 400, again: 20, of: 400) { _, number in
      .json("{}", status: 31...50 ~= number ? 503 : 200)
    },
    Case("wrong and out", 1, nil, passed: 14, again: 0) { request, number in
      .json("{}", status: number > 30 ? 503 : request.target == "/1/b?1" ? 404 : 200)
    },
    Case("500 to all", 1, passed: 0, again: 0) { _, _ in .json("{}", status: 500) },
  ]

  @Test(arguments: cases)
  func `tells trouble from conduct`(_ case: Case) throws {
    let service = try Service(`case`.answer)
    let record = try Bench().run(Self.suite(`case`.count), on: service)
    let judgement = RunJudgement(record)
    #expect(judgement.outcome.status == `case`.status, "\(judgement.outcome.sentence)")
    #expect(judgement.outcome.reason == `case`.reason, "\(judgement.outcome.sentence)")
    #expect(judgement.totals[.passed] == `case`.passed)
    #expect(record.scenarios.count { !$0.tries.isEmpty } == `case`.again)
    // A verdict is a function of the record.
    var bytes: [UInt8] = []
    RunRecord.write(judgement) { bytes += $0 }
    let read = try RunRecord(JSONParser.document(bytes).root)
    #expect(read.scenarios.map(\.tries.count) == record.scenarios.map(\.tries.count))
    #expect(RunJudgement(read).outcome == judgement.outcome)
  }
}
