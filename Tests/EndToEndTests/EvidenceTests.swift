// SPDX-License-Identifier: Apache-2.0
// What the record of a real run says of its files and of its profile.

import Formats
import TestSupport
import Testing
import Text

@testable import Record

@Suite struct EvidenceOfRunTests {
  @Test func `is the files, the pace and the profile without secrets`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    try folder.write(
      """
      facts:
        - {fact: site, about: Where., type: text, example: a}
        - {fact: statement, about: Who., type: text, secret: true, example: b}
      """, to: "facts.yaml")
    let suite = try folder.write(
      """
      suite: One question
      scenarios:
        - scenario: Asks
          steps:
            - {step: Ask, request: {GET: "/${site}?${statement}"}, expect: {status: 404}}
      """, to: "suite.yaml")
    let profile = try folder.write(
      """
      base-url: http://127.0.0.1:\(server.port)
      facts: {site: REF30, statement: a.statement.nobody.may.see}
      rate: {per-second: 50, burst: 5}
      clock-tolerance: 3s
      timeouts: {connect: 4s, run: 2m}
      """, to: "profile.yaml")
    let finished = Product.run(
      ["run", suite, "--target", profile, "--reports", "\(folder.path)/Reports"])
    #expect(finished.status == 0, "\(finished)")
    func report(_ name: String) throws -> String {
      String(decoding: try folder.bytes("Reports/\(name)"), as: UTF8.self)
    }
    let record = try RunRecord(JSONParser.document(try report("report.json")).root)
    let evidence = try #require(record.evidence)
    // The shipped facts may be there as well.
    let files = evidence.files.filter { $0.path.hasPrefix(folder.path) }
    #expect(files.map(\.kind) == [.suite, .facts])
    #expect(files.first?.digest == SHA256.hexadecimal(try folder.bytes("suite.yaml")))
    let given = try #require(evidence.profile)
    #expect(
      given.facts.filter { $0.name != "partner" } == [
        ProfileRecord.Fact(name: "site", value: "REF30"),
        ProfileRecord.Fact(name: "statement", value: .string(ProfileRecord.hiddenValue)),
      ])
    #expect(given.rate == ProfileRecord.Rate(perSecond: 50, burst: 5))
    #expect(given.clockTolerance == .seconds(3))
    #expect(given.connectTimeout == .seconds(4))
    let digest = evidence.digest(record.tool)
    for name in ReportedRun.names {
      #expect(try !report(name).contains("a.statement.nobody.may.see"), "\(name)")
      #expect(try name == "junit.xml" || report(name).contains(digest), "\(name)")
    }
  }
}
