// SPDX-License-Identifier: Apache-2.0
// Reports: the evidence in them, known failures, and their verification.

import Formats
import Foundation
import HTTP
import SelfTest
import Suites
import TestSupport
import Testing
import Text

@testable import Record

struct ReportVerificationTests {
  private let folder: TemporaryFolder
  private let server: AlteringServer

  /// A run of two suites beside a file of fragments.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write(
        """
        suite: Suite \(name)
        scenarios:
          - scenario: Asks \(name)
            steps:
              - {step: Ask, request: {GET: /}, expect: {status: 404}}
        """, to: "Suites/\(name).yaml")
    }
    try folder.write(
      "fragments:\n  - {fragment: f, steps: [{step: s, request: {GET: /}}]}\n",
      to: "Suites/fragments.yaml")
    server = try AlteringServer()
    try folder.write("base-url: http://127.0.0.1:\(server.port)\n", to: "profile.yaml")
    let finished = try run(["run", "--target", "profile.yaml"])
    try #require(finished.status == 0, "\(finished)")
  }

  private func run(_ words: [String], environment: [String: String] = [:]) throws -> Finished {
    try RunningProduct(words, in: folder, environment: environment).wait()
  }

  private func verify(
    _ report: String = "Reports/report.json", _ suites: String = "Suites",
    environment: [String: String] = [:]
  ) throws -> Finished {
    try run(["report", "verify", report, "--suites", suites], environment: environment)
  }

  @Test func `says what differs, file by file`() throws {
    let same = try verify()
    #expect(same.status == 0, "\(same)")
    #expect(same.output.hasPrefix("the same: 3 files and the tool; SHA-256 of all: "))
    // In another place the same files are the same.
    let moved = folder.url.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: folder.url.appending(path: "Suites"), to: moved)
    #expect(try verify("Reports/report.json", "elsewhere").status == 0)
    try folder.write("suite: Suite a\nscenarios: []\n", to: "elsewhere/a.yaml")
    try folder.write("suite: Suite c\nscenarios: []\n", to: "elsewhere/c.yaml")
    try FileManager.default.removeItem(at: moved.appending(path: "b.yaml"))
    let other = try verify("Reports/report.json", "elsewhere")
    #expect(other.status == 1)
    #expect(
      other.output == """
        changed: Suites/a.yaml
        missing: Suites/b.yaml
        added: elsewhere/c.yaml
        not the same: 1 file changed, 1 file missing, 1 file added

        """)
  }

  @Test(arguments: ["Copy", "./Copy", "Absolute"])
  func `takes a copy elsewhere for the same, with the facts that are shipped`(
    place: String
  ) throws {
    let shipped = try TemporaryFolder()
    let facts = try folder.write("facts: []\n", to: "Suites/facts.yaml")
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "Suites"), to: shipped.url.appending(path: "Suites"))
    let copy = place == "Absolute" ? "\(folder.path)/Copy" : place
    let environment = ["SSO_CONFORMANCE_SUITES": "\(shipped.path)/Suites"]
    #expect(
      try run(["run", "--target", "profile.yaml"], environment: environment).status == 0)
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "Suites"), to: folder.url.appending(path: "Copy"))
    for suites in [copy, "\(shipped.path)/Suites"] {
      let finished = try verify("Reports/report.json", suites, environment: environment)
      #expect(finished.output.hasPrefix("the same: 4 files and the tool"), "\(finished)")
    }
    try FileManager.default.removeItem(atPath: facts.replacing("/Suites/", with: "/Copy/"))
    let without = try verify("Reports/report.json", copy, environment: environment)
    #expect(without.output.contains("missing: Suites/facts.yaml\n"))
  }

  @Test func `refuses what it can't read`() throws {
    try folder.write("{}", to: "empty.json")
    #expect(try verify("empty.json").status == 2)
    #expect(try verify("absent.json").status == 2)
    #expect(try verify("Reports/report.json", "absent").status == 2)
  }

  @Test func `makes the page of a record again`() throws {
    let page = try folder.bytes("Reports/report.html")
    let report = try folder.report("report.json")
    try folder.write(report, to: "kept/old.json")
    let beside = try run(["report", "html", "kept/old.json"])
    #expect(beside.status == 0 && beside.output == "Report: kept/old.html\n", "\(beside)")
    #expect(try folder.bytes("kept/old.html") == page)
    #expect(try run(["report", "html", "kept/old.json", "--reports", "pages"]).status == 0)
    #expect(try folder.bytes("pages/report.html") == page)
    #expect(try run(["report", "html", "absent.json"]).status == 2)
    try folder.write("", to: "full.html/in-the-way")
    try folder.write(report, to: "full.json")
    #expect(try run(["report", "html", "full.json"]).status == 4)
  }
}

struct KnownRunTests {
  private static let suite = "\(Product.suites)/rest-api-v2/e-logout.yaml"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

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
      .answer(at: [.logout]) { response, _ in
        if response.status == 400 { response.status = 500 }
      })
    defer { wrong.stop() }
    #expect(try run(right, "old", []).status == 0)
    #expect(try run(wrong, "new", []).status == 1)
    let diff = try run(
      ["report", "diff", "old/report.json", "new/report.json", "--write-known", "known.yaml"])
    #expect(diff.status == 1 && diff.output.contains("Regressions:"), "\(diff)")
    #expect(diff.output.contains("Known failures: known.yaml, with "), "\(diff)")
    let back = try run(["report", "diff", "new/report.json", "old/report.json"])
    #expect(back.status == 0 && back.output.contains("Fixed:"), "\(back)")
    let list = folder.text(of: "known.yaml")
    #expect(list.contains("    requirement: [\"V2-"), "\(list)")
    // It is not overwritten: somebody may have filled in the reasons.
    let again = try run(
      ["report", "diff", "old/report.json", "new/report.json", "--write-known", "known.yaml"])
    #expect(again.status == 2 && again.error.contains("it is there already"))

    let open = try run(wrong, "open", ["--known", "known.yaml"])
    #expect(open.status == 2, "\(open)")
    #expect(open.error.contains(" entries have the reason 'to be filled in'"), "\(open)")
    let filled = list.replacing("to be filled in: ", with: "They mend it: ")
    try folder.write(filled, to: "known.yaml")

    let known = try run(wrong, "known", ["--known", "known.yaml", "--annotations", "github"])
    #expect(known.status == 0, "\(known)")
    #expect(known.output.contains("but for "), "\(known.output)")
    #expect(known.output.contains("Known failures:"))
    #expect(known.output.contains("::notice file=known.yaml,line="))
    #expect(!known.output.contains("FAILED"))
    #expect(try folder.report("report.md", "known").contains("## Known failures"))
    #expect(try folder.report("report.html", "known").contains("id=\"known\""))
    let junit = try folder.report("junit.xml", "known")
    #expect(junit.contains("<skipped message=\"known failure: They mend it: "))
    #expect(!junit.contains("<failure"))
    let judgement = RunJudgement(try folder.record("known"))
    #expect(judgement.totals[.known] > 1 && judgement.totals[.failed] == 0)
    // A report that is right is verified.
    let verified = try run(["report", "verify", "known/report.json", "--suites", Product.suites])
    #expect(verified.status == 0, "\(verified)")

    // A merge has the list from the shards.
    for index in 1...2 {
      let part = try run(
        wrong, "\(index)", ["--known", "known.yaml", "--shard", "\(index)/2", "--run-id", "7"])
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

struct EvidenceOfRunTests {
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
    let record = try folder.record()
    let evidence = try #require(record.evidence)
    // The shipped facts may be there as well.
    let files = evidence.files.filter { $0.path.hasPrefix(folder.path) }
    #expect(files.map(\.kind) == [.suite, .facts])
    #expect(files.first?.digest == SHA256.hexadecimal(try folder.bytes("suite.yaml")))
    let given = try #require(evidence.profile)
    #expect(
      given.facts.filter { !["partner", "identity_key"].contains($0.name) } == [
        ProfileRecord.Fact(name: "site", value: "REF30"),
        ProfileRecord.Fact(name: "statement", value: .string(ProfileRecord.hiddenValue)),
      ])
    #expect(given.rate == Profile.Rate(perSecond: 50, burst: 5))
    #expect(given.clockTolerance == .seconds(3))
    #expect(given.connectTimeout == .seconds(4))
    let digest = evidence.digest(record.tool)
    for name in ReportedRun.names {
      let report = try folder.report(name)
      #expect(!report.contains("a.statement.nobody.may.see"), "\(name)")
      #expect(name == "junit.xml" || report.contains(digest), "\(name)")
    }
  }
}
