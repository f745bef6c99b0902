// SPDX-License-Identifier: Apache-2.0
// However an answer is written, the verdict is on what it says.

import Formats
import Foundation
import HTTP
import Record
import TestSupport
import Testing

@Suite struct OddAnswerTests {
  static func run(_ answer: OddAnswer, _ suites: [String], jobs: Int) throws -> SuiteRun {
    let server = try AlteringServer()
    defer { server.stop() }
    let proxy = try RewritingProxy(before: server.port, write: answer.write)
    defer { proxy.stop() }
    return try SuiteRun(
      server, suites: suites, ["--jobs", "\(jobs)"], port: proxy.port)
  }

  @Test(arguments: OddAnswer.legal)
  func `changes no verdict where it is legal`(answer: OddAnswer) throws {
    let run = try Self.run(answer, ["a-registration", "e-logout"], jobs: 16)
    #expect(run.status == 0, "\(run.finished.output.suffix(3000))")
    let judgement = try run.judgement()
    #expect(judgement.totals.passed > 30)
    #expect(judgement.totals.skipped == 0)
    #expect(try !run.report("report.md").contains("Violations of HTTP"))
  }

  @Test(arguments: OddAnswer.wrong)
  func `warns and changes no verdict where it can be read`(answer: OddAnswer) throws {
    // That of V1 has answers 204.
    let run = try Self.run(answer, ["../apple-v1/c-1-logout-on-tvos"], jobs: 16)
    #expect(run.status == 0, "\(run.finished.output.suffix(3000))")
    let rule = try #require(answer.rule)
    let report = try run.report("report.md")
    let section = try #require(report.range(of: "## Violations of HTTP"))
    #expect(report[section.lowerBound...].contains("(\(rule))"))
    #expect(try run.report("junit.xml").contains(rule))
  }

  @Test(arguments: OddAnswer.useless)
  func `fails where no client may use it`(answer: OddAnswer) throws {
    let run = try Self.run(answer, ["c-2-configuration"], jobs: 4)
    #expect(run.status == 1, "\(run.finished.output.suffix(3000))")
    let rule = try #require(answer.rule)
    for text in ["framing Content-Length", "has to be thrown away (\(rule))"] {
      #expect(try run.report("report.json").contains(text))
    }
  }
}
