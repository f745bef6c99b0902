// SPDX-License-Identifier: Apache-2.0
// What the program ends with, and what it has written by then.

import Formats
import Foundation
import Record
import SelfTest
import TestSupport
import Testing

@Suite(.waits) struct ExitStatusTests {
  private static let reports = [
    "ctrf.json", "junit.xml", "report.html", "report.json", "report.md",
  ]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func suite(_ name: String) -> String { Product.files(of: [name])[0] }

  private func run(_ words: [String]) throws -> Finished {
    try RunningProduct(["run"] + words, in: folder).wait()
  }

  private func judgement() throws -> RunJudgement { RunJudgement(try folder.record()) }

  private func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appending(path: "Reports/\(name)").path)
  }

  /// It waits for 10 s, as long as it hopes for the lock.
  @Test func `ends with 4 and writes all reports beside a folder that stays locked`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("Reports"), withIntermediateDirectories: false)
    let locked = open(folder.file("Reports"), O_RDONLY)
    defer { close(locked) }
    #expect(flock(locked, LOCK_EX | LOCK_NB) == 0)
    let finished = try run([suite("a-registration"), "--max-time", "5s"])
    #expect(finished.status == 4, "\(finished)")
    let holder = try #require(
      finished.error.firstMatch(of: /not written: Reports: (.*) has locked/)?.1)
    // Only some systems tell the process that holds a lock.
    #expect(["process \(getpid())", "another process"].contains(holder), "\(finished)")
    #expect(finished.error.contains("the reports are in Reports-2"), "\(finished)")
    #expect(Self.reports.allSatisfy { !has($0) && has("../Reports-2/\($0)") })
  }

  @Test func `ends with 0 in a folder of its own, by nothing but the environment`() throws {
    let finished = try RunningProduct(
      ["run", "--tag", "account"], in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites]
    ).wait()
    #expect(finished.status == 0, "\(finished)")
    #expect(finished.error.isEmpty)
    #expect(Self.reports.allSatisfy(has))
  }

  @Test func `ends with 3 where there is no target, and tells it once`() throws {
    let server = try AlteringServer()
    let profile = try folder.write(server.profile, to: "profile.yaml")
    server.stop()
    let finished = try run([suite("e-logout"), "--target", profile])
    #expect(finished.status == 3, "\(finished)")
    #expect(Self.reports.allSatisfy(has))
    let judgement = try judgement()
    #expect(judgement.totals.scenarios > 5)
    #expect(judgement.scenarios.joined().allSatisfy { $0.kind == .blocked })
    #expect(judgement.fragmentCases.map(\.judgement.kind) == [.broken])
    #expect(judgement.record.duration < .seconds(10))
  }

  @Test(arguments: [
    ("Reports", "'report.md' in it is a folder, "),
    ("file/Reports", "'file' is a file, not a folder"),
  ])
  func `ends with 2 where reports can't be written, and sends nothing`(
    reports: String, message: String
  ) throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let profile = try folder.write(server.profile, to: "profile.yaml")
    try folder.write("", to: "Reports/report.md/in-the-way")
    try folder.write("no folder", to: "file")
    let finished = try run([suite("e-logout"), "--target", profile, "--reports", reports])
    #expect(finished.status == 2, "\(finished)")
    #expect(finished.error.contains("--reports '\(reports)': \(message)"), "\(finished)")
    #expect(server.exchanges.isEmpty)
  }

  @Test func `ends with 4 at the limit of a file's size, and mixes no reports of two runs`() throws
  {
    for name in Self.reports { try folder.write("earlier", to: "Reports/\(name)") }
    // 512 or 1024 bytes each: room for what is printed, and for no report.
    let finished = try RunningProduct(
      ["run", suite("p-account")], in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites], limits: "ulimit -f 3"
    ).wait()
    #expect(finished.status == 4, "\(finished)")
    #expect(
      finished.error.contains(
        "error: not written: Reports/report.json: it can't be written: file too large\n"),
      "\(finished)")
    #expect(
      finished.error.hasSuffix("error: the reports in Reports are still those of an earlier run\n"))
    #expect(
      finished.output.contains("conformant as far as judged")
        || finished.output.contains("partial: "))
    for name in Self.reports {
      #expect(try folder.bytes("Reports/\(name)") == Array("earlier".utf8), "\(name)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Reports")
    #expect(names.sorted() == Self.reports)
  }

  @Test func `prints no registers and no memory when it crashes`() throws {
    let product = try RunningProduct(
      ["serve"], in: folder, environment: ["SWIFT_BACKTRACE": "enable=yes,color=no"])
    try waitUntil { product.output.contains("listens") }
    product.send(SIGSEGV)
    let finished = product.wait()
    #expect(finished.status == -SIGSEGV)
    #expect(finished.error == "")
  }

  @Test(arguments: [
    (["--jobs", "0"], "1 to 64"), (["--strict=yes"], "takes no value"),
    (["--target", "no-such-file.yaml"], "no-such-file.yaml"),
    (["--target", "ftp://example.com"], "--target"), (["--set", "nothing"], "name=value"),
    (["--set", "a=[1"], "--set a"), (["no-such-suite.yaml"], "no-such-suite.yaml"),
  ])
  func `ends with 2 for a command line that says nothing`(words: [String], hint: String) throws {
    // A small suite, because some of these load it.
    try folder.write(
      "suite: s\nscenarios:\n  - {scenario: a, steps: [{wait: 1ms}]}\n", to: "Suites/s.yaml")
    let finished = Product.run(
      ["run", "--reports", "\(folder.path)/Reports"] + words,
      environment: ["SSO_CONFORMANCE_SUITES": "\(folder.path)/Suites"])
    #expect(finished.status == 2, "\(finished)")
    #expect(finished.error.contains(hint), "\(finished.error)")
    #expect(!has("report.json"))
  }

  @Test func `ends at the first scenario that fails where it shall`() throws {
    let fault = try #require(Defect.named("partner-logout-called-logout"))
    let run = try SuiteRun(
      against: fault.deviation, suites: ["e-logout"], ["--jobs", "1", "--fail-fast"])
    #expect(run.status == 1)
    let kinds = try run.judgement().scenarios.joined().map(\.kind)
    let failed = try #require(kinds.firstIndex(of: .failed))
    #expect(kinds.count { $0 == .failed } == 1)
    #expect(kinds[(failed + 1)...].allSatisfy { $0 == .skipped })
    #expect(kinds.count > failed + 3)
  }

  @Test(arguments: [
    (["--scenario", "A device without a profile has nothing to log out"], 1),
    (["--scenario", "a logout of*"], 5),
  ])
  func `runs only what is asked for`(options: [String], count: Int) throws {
    let run = try SuiteRun(against: Deviation(), suites: ["e-logout"], options)
    #expect(run.status == 0, "\(run.finished)")
    #expect(try run.judgement().totals.scenarios == count)
    #expect(try run.judgement().record.selection?.selected == count)
  }

  @Test func `ends with 1 where all is skipped, and sends nothing`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let profile = try folder.write(server.profile, to: "profile.yaml")
    let finished = try run([suite("x-8-throttling"), "--target", profile])
    #expect(finished.status == 1, "\(finished)")
    #expect(try judgement().scenarios.joined().allSatisfy { $0.kind == .skipped })
    #expect(server.exchanges.isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `ends with 130 and its reports when it is interrupted`(signal: Int32) throws {
    let silent = try ScriptedServer([.readRequest, .hang])
    defer { silent.stop() }
    let server = try AlteringServer()
    server.stop()
    let profile = try folder.write(
      server.profile.replacing(":\(server.port)", with: ":\(silent.port)"), to: "profile.yaml")
    let product = try RunningProduct(["run", suite("e-logout"), "--target", profile], in: folder)
    try waitUntil { silent.received.contains { !$0.isEmpty } }
    product.send(signal)
    // A request is waited for up to half a minute otherwise.
    let finished = product.wait(seconds: 20)
    #expect(finished.status == 130, "\(finished)")
    #expect(Self.reports.allSatisfy(has))
    #expect(try judgement().record.isInterrupted)
  }
}
