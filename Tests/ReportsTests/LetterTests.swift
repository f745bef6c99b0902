// SPDX-License-Identifier: Apache-2.0
// The text to send where a preflight failed.

import Formats
import HTTP
import Testing
import Text

@testable import Record
@testable import Reports

struct LetterTests {
  private static func record(_ exchanges: [ExchangeRecord], advice: String? = nil) -> RunRecord {
    var step = SampleRecords.request(
      "Register", 2, verdict: ChecklistTests.wrong(1), exchanges: exchanges)
    step.advice = advice
    var suite = SampleRecords.suite([
      ChecklistTests.check("The service knows ${item}", step.verdict, steps: [step])
    ])
    suite.isPreflight = true
    var record = SampleRecords.run([suite])
    record.evidence = EvidenceRecord(files: [])
    record.evidence?.profile = ProfileRecord(
      facts: [
        .init(name: "mvpd", value: .string("Cablevision")),
        .init(name: "software_statement", value: .string(ProfileRecord.hiddenValue)),
        .init(name: "basic_mvpd", value: .string("Nobody")),
      ], clockTolerance: .zero, connectTimeout: .zero, responseTimeout: .zero)
    return record
  }

  private static func text(_ record: RunRecord) -> String {
    Letter(about: record, on: TerminalReport(hasColour: false, columns: 80)).text.rendered
  }

  @Test func `has the ids, the facts, the request, the answer and the time`() {
    let detail = ExchangeRecord.Detail(
      requestHeaders: [HeaderField("Content-Type", "application/json")], requestBody: "{\"a\": 1}",
      reason: "Bad Request", responseHeaders: [HeaderField("X-Request-Id", "abc")],
      responseBody: "{\"error\": \"invalid_software_statement\"}", responseByteCount: 38)
    let exchange = SampleRecords.exchange("POST", "/o/client/register", 400, detail: detail)
    let text = Self.text(
      Self.record([exchange], advice: "Set software_statement and mvpd to what was issued."))
    for part in [
      "\nA text to send to the owner of the service (Adobe), or to the MVPD:\n",
      "  Service: staging, https://api.staging.example\n", "  Service provider: REF30\n",
      "  Fact mvpd: Cablevision\n",
      "  Cookbook: apple-sso-rest-api-v2, revision 0be4216b\n",
      "  The service knows …: failed, about 2026-11-21 05:30:00 UTC\n",
      "  > POST https://api.staging.example/o/client/register\n",
      "  > Content-Type: application/json\n", "  < X-Request-Id: abc\n",
      "invalid_software_statement", "  Our tool says: Set software_statement and mvpd to what was",
    ] {
      #expect(text.contains(part), "\(part) is not in \(text)")
    }
    #expect(!text.contains("Nobody"), "a fact that has nothing to do with it")
    #expect(!text.contains(ProfileRecord.hiddenValue))
  }

  @Test func `is empty where nobody answered`() {
    #expect(Self.text(Self.record([])).isEmpty)
    #expect(Self.text(Self.record([SampleRecords.exchange("GET", "/a", 0)])).isEmpty)
  }

  @Test func `ends a run whose preflight failed`() {
    let record = Self.record([SampleRecords.exchange("GET", "/a", 404)])
    let printed = TerminalReport(hasColour: false).printed(of: RunJudgement(record)).rendered
    #expect(printed.contains("A text to send to "))
    #expect(printed.contains("  > GET https://api.staging.example/a\n"))
  }
}
