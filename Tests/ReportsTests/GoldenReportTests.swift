// SPDX-License-Identifier: Apache-2.0
// Whole reports, compared with files.

import Record
import Reports
import TestSupport
import Testing
import Text

@Suite struct GoldenReportTests {
  static let records = [
    "conformant": SampleRecords.conformant, "failing": SampleRecords.failing,
    "audited": SampleRecords.audited, "merged": SampleRecords.merged,
  ]
  static let names = ["conformant", "failing", "audited", "merged"]

  @Test(arguments: names)
  func `is Markdown as reviewed`(name: String) throws {
    let record = try #require(Self.records[name])
    try Golden.check(MarkdownReport().bytes(of: record), "\(name).md")
  }

  @Test(arguments: names)
  func `is a page as reviewed`(name: String) throws {
    let record = try #require(Self.records[name])
    // Style and script, and their digests, are the same in all of them.
    let page = String(decoding: HTMLReport().bytes(of: record), as: UTF8.self)
      .replacing(/<(style|script)>.*?<\/\1>/.dotMatchesNewlines(), with: "")
      .replacing(/sha256-[A-Za-z0-9+\/=]+/, with: "sha256")
    try Golden.check(Array(page.utf8), "\(name).html")
  }

  @Test(arguments: names)
  func `is JSON as reviewed`(name: String) throws {
    let record = try #require(Self.records[name])
    try Golden.check(JSONReport().bytes(of: record), "\(name).json")
  }

  @Test(arguments: names)
  func `is a summary as reviewed`(name: String) throws {
    let record = try #require(Self.records[name])
    try Golden.check(
      TerminalReport(hasColour: false).summary(of: RunJudgement(record)).rendered, "\(name).txt")
  }

  @Test(arguments: names)
  func `is annotations as reviewed`(name: String) throws {
    let record = try #require(Self.records[name])
    try Golden.check(AnnotationReport().bytes(of: record), "\(name).annotations.txt")
  }

  @Test(arguments: JUnitProfile.allCases)
  func `is JUnit XML as reviewed`(profile: JUnitProfile) throws {
    for name in Self.names {
      let record = try #require(Self.records[name])
      for file in JUnitReport(profile: profile).files(of: RunJudgement(record)) {
        let last = try #require(file.name.split(separator: "/").last)
        try Golden.check(file.bytes, "\(name).\(profile.rawValue).\(last)")
      }
    }
  }

  @Test func `tells a failure as it happens as reviewed`() throws {
    let record = SampleRecords.failing
    let report = TerminalReport(hasColour: true)
    let run = RunJudgement(record)
    let texts = zip(record.suites[0].scenarios, run.scenarios[0]).map { scenario, judgement in
      report.failure(
        JudgedScenario(
          suite: record.suites[0].name, record: Masked(alreadyMasked: scenario),
          judgement: judgement),
        requirements: run.requirements)
    }
    try Golden.check(texts.joined().rendered, "failing.events.txt")
  }
}
