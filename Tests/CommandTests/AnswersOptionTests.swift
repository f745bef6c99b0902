// SPDX-License-Identifier: Apache-2.0
// `audit --answers`: the service, judged by its recorded answers beside the application.

import Formats
import Foundation
import Record
import TestSupport
import Testing
import Text

@testable import Command

struct AnswersOptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A recording of a registration, a token and a configuration, and of calls of `profiles`.
  ///
  /// - Parameters:
  ///   - provider: The id that the configuration has.
  ///   - profiles: The statuses that the calls of `profiles` are answered with.
  private func recording(provider: String = "SP", profiles: [Int] = []) throws -> String {
    let token = [
      "Authorization": "Bearer t0ken-of-tests", "AP-Device-Identifier": "fingerprint ZA==",
    ]
    func text(_ json: String) -> String { JSONWriter.text(.string(json)) }
    var entries = [
      RecordedApplication.entry(
        1, "POST", "/o/client/register", status: 201,
        answer: text(
          #"{"client_id":"c1","client_secret":"s1","client_id_issued_at":1764000000,"#
            + #""redirect_uris":[],"grant_types":["client_credentials"],"scopes":["api:client:v2"]}"#
        )
      ),
      RecordedApplication.entry(
        2, "POST", "/o/client/token",
        form: "client_id=c1&client_secret=s1&grant_type=client_credentials", status: 201,
        answer: text(
          #"{"id":"i","access_token":"t0ken-of-tests","created_at":1795341602000,"#
            + #""expires_in":3600,"token_type":"bearer"}"#)),
      RecordedApplication.entry(
        3, "GET", "/api/v2/SP/configuration", headers: token,
        answer: text(#"{"requestor":{"id":"\#(provider)","name":"S","domains":[],"mvpds":[]}}"#)),
    ]
    for (index, status) in profiles.enumerated() {
      entries.append(
        RecordedApplication.entry(
          4 + index, "GET", "/api/v2/SP/profiles", headers: token, status: status,
          answer: text(status == 200 ? #"{"profiles":{}}"# : "")))
    }
    return try folder.write(
      """
      {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [
      \(entries.joined(separator: ",\n"))]}}
      """, to: "a.har")
  }

  private func audit(_ file: String, _ words: String...) -> CommandLine {
    CommandLine(
      ["audit", file, "--cookbook", "rest-api-v2", "--reports", folder.file("reports")] + words)
  }

  @Test func `judges the service beside the application, and proves what its answers show`() throws
  {
    let line = try audit(recording(), "--answers")
    line.expect(.notConformant, output: "the service: conformant as far as judged: 19 of ")
    let record = try RunRecord(reportAt: folder.file("reports/report.json"))
    #expect(record.subject == .both)
    let service = record.half(.service).suites.flatMap(\.scenarios)
    #expect(
      service.map(\.name) == [
        "Answers to GET /api/v2/{serviceProvider}/configuration",
        "Answers to POST /o/client/register", "Answers to POST /o/client/token",
      ])
    #expect(service.allSatisfy { $0.verdict.kind == .passed })
  }

  @Test func `leaves the service alone without the option`() throws {
    _ = try audit(recording(provider: "OTHER"))
    let record = try RunRecord(reportAt: folder.file("reports/report.json"))
    #expect(record.subject == .application)
  }

  private func page() throws -> String {
    try String(contentsOfFile: folder.file("reports/junit.xml"), encoding: .utf8)
  }

  @Test func `says which answer breaks which requirement`() throws {
    let line = try audit(recording(provider: "OTHER"), "--answers")
    line.expect(
      .notConformant,
      output: "not conformant as a whole; the service: not conformant: 1 of 3 scenarios")
    let page = try page()
    for text in ["requirement API-CONFIGURATION-07", "/requestor/id: expected "] {
      #expect(page.contains(text), "\(page)")
    }
    #expect(!line.output.contains("t0ken-of-tests") && !page.contains("t0ken-of-tests"))
  }

  @Test(arguments: [
    ("SP", "passed", "shown by 1 answer, such as entry 2 of "),
    ("OTHER", "failed", "broken: Answers to GET /api/v2/{serviceProvider}/configuration: "),
  ])
  func `tells other tools what answers show`(
    provider: String, verdict: String, because: String
  ) throws {
    let line = try audit(recording(provider: provider), "--answers", "--format", "json")
    let row = try Self.row("API-CONFIGURATION-07", line.output)
    #expect(row["verdict"]?.string == verdict)
    #expect(row["because"]?.string?.hasPrefix(because) == true, "\(row)")
    let entries: [JSONValue] = row["entries"]?.array ?? []
    #expect(entries.compactMap { $0.object?["entry"]?.number?.integer } == [2])
    let alone = try audit(recording(provider: provider), "--format", "json").output
    #expect(try Self.row("API-CONFIGURATION-07", alone)["verdict"]?.string == "shown-by-run")
  }

  private static func row(_ id: String, _ output: String) throws -> JSONObject {
    let document = try JSONParser.document(output).root
    let rows: [JSONValue] = document.object?["requirements"]?.array ?? []
    return try #require(rows.first { $0.object?["id"]?.string == id }?.object)
  }

  @Test(arguments: [
    ([200, 500], "sporadic trouble: 1 of 5 answers were 5xx, at GET", false),
    ([500, 500], "sporadic trouble: 2 of 5 answers were 5xx, at GET", false),
    ([500, 503, 500], "3 answers and none of another kind", true),
  ])
  func `blames a call that is answered only with 5xx, and no lone one`(
    statuses: [Int], words: String, fails: Bool
  ) throws {
    let line = try audit(recording(profiles: statuses), "--answers")
    let text = line.output + (try page())
    #expect(text.contains(words), "\(text)")
    #expect(line.output.contains("the service: not conformant") == fails, "\(line.output)")
  }
}
