// SPDX-License-Identifier: Apache-2.0
// Known failures, from the first wrong run to one that is conformant but for them.

import Formats
import Foundation
import HTTP
import Record
import SelfTest
import TestSupport
import Testing

@Suite struct KnownRunTests {
  private static let suite = "\(Product.suites)/apple-v2/e-logout.yaml"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ words: [String]) throws -> Finished {
    try RunningProduct(words, in: folder, environment: ["SSO_CONFORMANCE_SUITES": Product.suites])
      .wait()
  }

  private func run(_ server: AlteringServer, _ reports: String, _ options: [String]) throws
    -> Finished
  {
    let profile = try folder.write(server.profile(waits: false), to: "profile.yaml")
    return try run(
      ["run", Self.suite, "--target", profile, "--reports", reports, "--jobs", "8"] + options)
  }

  @Test func `are written, counted, shown, and fail again on their day`() throws {
    let right = try AlteringServer()
    defer { right.stop() }
    let wrong = try AlteringServer(
      .answer("refused logouts fail", at: [.logout]) { response, _ in
        if response.status == 400 { response.status = 500 }
      })
    defer { wrong.stop() }
    #expect(try run(right, "old", []).status == 0)
    #expect(try run(wrong, "new", []).status == 1)
    let diff = try run(
      ["report", "diff", "old/report.json", "new/report.json", "--write-known", "known.yaml"])
    #expect(diff.status == 1)
    #expect(diff.output.contains("Known failures: known.yaml, with "), "\(diff)")
    let list = String(decoding: try folder.bytes("known.yaml"), as: UTF8.self)
    #expect(list.contains("    requirement: [\"V2-"), "\(list)")
    // It is not overwritten: somebody may have filled in the reasons.
    let again = try run(
      ["report", "diff", "old/report.json", "new/report.json", "--write-known", "known.yaml"])
    #expect(again.status == 2 && again.error.contains("it is there already"))

    let open = try run(wrong, "open", ["--known", "known.yaml"])
    #expect(open.status == 2, "\(open)")
    #expect(open.error.contains(": error: the reason is 'to be filled in'"), "\(open)")
    let filled = list.replacing("to be filled in: ", with: "They mend it: ")
    try folder.write(filled, to: "known.yaml")

    let known = try run(wrong, "known", ["--known", "known.yaml", "--annotations", "github"])
    #expect(known.status == 0, "\(known)")
    #expect(known.output.contains("but for "), "\(known.output)")
    #expect(known.output.contains("Known failures:"))
    #expect(known.output.contains("::notice file=known.yaml,line="))
    #expect(!known.output.contains("FAILED"))
    func report(_ name: String) throws -> String {
      String(decoding: try folder.bytes("known/\(name)"), as: UTF8.self)
    }
    #expect(try report("report.md").contains("## Known failures"))
    #expect(try report("report.html").contains("id=\"known\""))
    let junit = try report("junit.xml")
    #expect(junit.contains("<skipped message=\"known failure: They mend it: "))
    #expect(!junit.contains("<failure"))
    let root = try JSONParser.document(try report("report.json")).root
    let judgement = RunJudgement(try RunRecord(root))
    #expect(judgement.totals.known > 1 && judgement.totals.failed == 0)
    // A report that is right is verified.
    let verified = try run(["report", "verify", "known/report.json", "--suites", Product.suites])
    #expect(verified.status == 0, "\(verified)")

    // A merge has the list from the shards.
    for index in 1...2 {
      let part = try run(
        wrong, "\(index)", ["--known", "known.yaml", "--shard", "\(index)/2"])
      #expect([0, 1].contains(part.status), "\(part)")
    }
    let merged = try run(
      ["report", "merge", "1/report.json", "2/report.json", "--reports", "merged"])
    #expect(merged.status == 0 && merged.output.contains("but for "), "\(merged)")

    let expired = filled.replacing(/expires: "[0-9-]+"/, with: "expires: 2020-01-01")
    try folder.write(expired, to: "expired.yaml")
    let late = try run(wrong, "expired", ["--known", "expired.yaml"])
    #expect(late.status == 1, "\(late)")
    #expect(late.output.contains("expired on 2020-01-01"), "\(late.output)")
    let fixed = try run(right, "fixed", ["--known", "known.yaml"])
    #expect(fixed.status == 0 && fixed.output.contains("now passes"), "\(fixed)")
    let strict = try run(right, "strict", ["--known", "known.yaml", "--strict"])
    #expect(strict.status == 1 && strict.output.contains("FAILED"), "\(strict)")
  }

  @Test func `are refused with the place of each mistake, before anything is sent`() throws {
    try folder.write(
      "known:\n  - {requirement: V2-X, reason: a, expires: 2027-01-31}\n", to: "known.yaml")
    let finished = try run(["run", Self.suite, "--known", "known.yaml"])
    #expect(finished.status == 2, "\(finished)")
    #expect(finished.error.contains("known.yaml:2:19: error: there is no requirement 'V2-X'"))
    #expect(finished.error.contains("Nothing was sent: the list of known failures has mistakes."))
    #expect(try run(["run", Self.suite, "--known", "absent.yaml"]).status == 2)
  }
}
