// SPDX-License-Identifier: Apache-2.0
// Tests of the report in the Common Test Report Format, and of the trace that reports name.

import Formats
import HTTP
import Record
import Suites
import Testing
import Text

@testable import Reports

struct CTRFTests {
  static func document(_ record: RunRecord) throws -> JSONValue {
    try JSONParser.document(CTRFReport().bytes(of: record)).root
  }

  @Test(
    arguments: [
      (.passed, "passed", nil),
      (.failed([SampleRecords.brokenToken]), "failed", ""),
      (.broken(RunProblem(.transport, "no answer came", at: nil)), "failed", "no answer came"),
      (.skipped(because: "no account"), "skipped", "no account"),
      (.blocked(because: "no token"), "skipped", "blocked: no token"),
      (.interrupted, "other", "interrupted"), (.notReached, "pending", "not reached"),
    ] as [(Verdict, String, String?)])
  func `has one of five statuses, and the word itself`(
    verdict: Verdict, status: String, message: String?
  ) throws {
    let step = SampleRecords.request("Ask", 4, verdict: verdict)
    let scenario = SampleRecords.scenario("It", 3, verdict, after: 5, steps: [step])
    let results = try Self.document(SampleRecords.run(of: [scenario]))["results"]
    let test = try #require(results?["tests"]?.array?.first)
    #expect(test["status"]?.string == status)
    #expect(test["rawStatus"]?.string == verdict.kind.rawValue)
    #expect(message.map { (test["message"]?.string ?? "").contains($0) || $0 == "" } != false)
    #expect((test["message"] == nil) == (message == nil))
    #expect((test["trace"] == nil) == (status != "failed"))
    #expect(test["line"] == 3 && test["duration"] == 45)
    #expect(test["start"]?.number?.integer == 1_795_239_000_128)
    #expect(test["suite"] == ["apple-sso-rest-api-v2", "C", "Partner profile"])
    for word in ["passed", "failed", "skipped", "pending", "other"] {
      #expect(results?["summary"]?[word] == (word == status ? 1 : 0), "\(word)")
    }
  }

  @Test func `names tests by their requirements, and has a summary of a run without any`() throws {
    let record = try Self.document(SampleRecords.failing)
    let tests = try #require(record["results"]?["tests"]?.array)
    #expect(record["results"]?["summary"]?["tests"]?.number?.integer == tests.count)
    #expect(tests.contains { $0["extra"]?["requirements"]?.array?.contains("V2-C13-01") == true })
    #expect(record["reportFormat"] == "CTRF")
    let empty = try Self.document(SampleRecords.run([]))
    #expect(empty["results"]?["tests"] == [])
    #expect(empty["results"]?["summary"]?["tests"] == 0)
  }

  @Test func `has one more case, in error, where trouble left no verdict`() throws {
    var record = SampleRecords.run(
      of: [SampleRecords.scenario("It", 3, .blocked(because: "it went out"), steps: [])])
    record.outage = OutageRecord(
      kind: .down, startedAfter: .zero, message: "the target went out")
    let results = try Self.document(record)["results"]
    #expect(results?["summary"]?["failed"] == 1)
    let errors = results?["tests"]?.array?.filter { $0["rawStatus"]?.string == "error" }
    #expect(errors?.count == 1)
    #expect(errors?.first?["message"]?.string?.contains("the target went out") == true)
    let xml = String(decoding: JUnitReport().bytes(of: record), as: UTF8.self)
    #expect(xml.contains(#"tests="2" failures="0" errors="1""#), "\(xml.prefix(500))")
  }

  @Test func `names the trace of a failed request in each report`() throws {
    let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    var step = SampleRecords.wrong
    #expect(!step.exchanges.isEmpty)
    let last = step.exchanges.count - 1
    step.exchanges[last].detail = ExchangeRecord.Detail(
      requestHeaders: [HeaderField("traceparent", "00-\(id)-00f067aa0ba902b7-01")],
      requestBody: "", reason: "OK", responseHeaders: [], responseBody: "{}", responseByteCount: 2)
    let record = SampleRecords.run(of: step)
    let test = try Self.document(record)["results"]?["tests"]?.array?.first {
      $0["status"] == "failed"
    }
    #expect(test?["extra"]?["traceID"]?.string == id)
    let reports: [any Report] = [
      TerminalReport(hasColour: false), MarkdownReport(), HTMLReport(), JUnitReport(),
    ]
    for report in reports { #expect(report.text(of: record).contains(id), "\(type(of: report))") }
  }

  @Test func `names the place in the message where the repository lacks the file`() {
    let record = SampleRecords.run(of: SampleRecords.wrong)
    func text(_ path: String?) -> String { AnnotationReport { _ in path }.text(of: record) }
    #expect(text("a/suite.yaml").hasPrefix("::error file=a/suite.yaml,line="))
    #expect(text(nil).hasPrefix("::error title="))
    #expect(text(nil).contains("%0Ain \(SampleRecords.profiles):"))
    #expect(!text("a/suite.yaml").contains("%0Ain "))
  }
}
