// SPDX-License-Identifier: Apache-2.0
// A run that was interrupted goes on, and its report is that of a whole run.

import Formats
import Foundation
import HTTP
import Record
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct RerunTests {
  private static let suites = ["e-logout", "x-4-methods", "preflight"].map {
    "\(Product.suites)/apple-v2/\($0).yaml"
  }
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func record(_ reports: String) throws -> RunRecord {
    try RunRecord(try JSONParser.document(try folder.bytes("\(reports)/report.json")).root)
  }

  private func words(_ profile: String, _ reports: String, _ options: [String] = []) -> [String] {
    ["run"] + Self.suites
      + ["--target", profile, "--reports", "\(folder.path)/\(reports)", "--jobs", "1"] + options
  }

  /// Suite, number, name and verdict of each scenario, in their order.
  private static func outline(_ record: RunRecord) -> [String] {
    record.suites.flatMap { suite in
      suite.scenarios.map { "\(suite.name) \($0.planIndex) \($0.name) \($0.verdict.kind)" }
    }
  }

  /// By a signal, and then by its time; afterwards nothing is left to run.
  @Test func `goes on, twice, to the report of the whole`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let fast = try folder.write(server.profile, to: "fast.yaml")
    #expect(Product.run(words(fast, "whole")).status == 0)
    let whole = try record("whole")
    let profile = try folder.write(
      "\(server.profile)\nrate: {per-second: 60, burst: 1}\n", to: "profile.yaml")

    let before = server.exchanges.count
    let product = try RunningProduct(
      words(profile, "part"), in: folder,
      environment: ["PATH": "/usr/bin:/bin", "SSO_CONFORMANCE_SUITES": Product.suites])
    try waitUntil { server.exchanges.count >= before + 30 }
    product.send(SIGINT)
    #expect(product.wait().status == 130)
    let first = try record("part")
    #expect(first.isInterrupted)
    let done = first.suites.flatMap(\.scenarios).count { $0.verdict.kind == .passed }
    #expect(done > 0)

    let again = ["--rerun", "\(folder.path)/part/report.json"]
    let second = Product.run(words(profile, "part", again + ["--max-time", "700ms"]))
    #expect(second.status == 130, "\(second)")
    let later = try record("part")
    #expect(later.isInterrupted)
    #expect(later.interruption == "--max-time 700ms")

    let last = Product.run(words(fast, "part", again))
    #expect(last.status == 0, "\(last)")
    #expect(last.output.contains("goes on with "))
    let result = try record("part")
    #expect(!result.isInterrupted && result.earlierFailures.isEmpty)
    #expect(Self.outline(result) == Self.outline(whole))
    #expect(RunJudgement(result).totals.requests == RunJudgement(whole).totals.requests)
    #expect(RunJudgement(result).totals.requirements == RunJudgement(whole).totals.requirements)
    #expect(result.sharedFragments.map(\.name) == whole.sharedFragments.map(\.name))
    #expect(result.remarks.count { $0.hasPrefix("rerun: ") } == 2)
    let verified = Product.run(
      ["report", "verify", "\(folder.path)/part/report.json", "--suites", Product.suites])
    #expect(!verified.output.contains("edited: "), "\(verified)")

    let count = server.exchanges.count
    let nothing = Product.run(words(fast, "part", again))
    #expect(nothing.status == 0, "\(nothing)")
    #expect(nothing.output.contains("nothing is sent"))
    #expect(server.exchanges.count == count)
    #expect(Self.outline(try record("part")) == Self.outline(whole))
  }

  @Test func `is of a shard as well`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let profile = try folder.write(
      "\(server.profile)\nrate: {per-second: 60, burst: 1}\n", to: "profile.yaml")
    let shard = ["--shard", "1/2"]
    #expect(Product.run(words(profile, "1", shard + ["--max-time", "700ms"])).status == 130)
    let again = Product.run(
      words(profile, "1", shard + ["--rerun", "\(folder.path)/1/report.json"]))
    #expect(again.status == 0, "\(again)")
    #expect(try record("1").shard == ShardRecord(index: 1, count: 2))
    #expect(Product.run(words(profile, "2", ["--shard", "2/2"])).status == 0)
    let merged = Product.run(
      ["report", "merge"] + [1, 2].map { "\(folder.path)/\($0)/report.json" }
        + ["--reports", "\(folder.path)/merged"])
    #expect(merged.status == 0, "\(merged)")
  }

  /// Whatever would make it another run is named, and nothing is sent.
  @Test func `refuses another plan, and says what is different`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let profile = try folder.write(server.profile, to: "profile.yaml")
    let other = try folder.write(
      server.profile.replacing("target: altered", with: "target: other"), to: "other.yaml")
    let suite = try folder.write(
      """
      suite: Own
      scenarios:
        - scenario: One
          steps: [{step: A, request: {GET: /o}, expect: {status: 404}}]
        - scenario: Two
          steps: [{step: A, request: {GET: /o}, expect: {status: 404}}]
      """, to: "suite.yaml")
    func run(_ profile: String, _ options: [String]) -> Finished {
      Product.run(
        ["run", suite, "--target", profile, "--reports", "\(folder.path)/r"] + options)
    }
    #expect(run(profile, []).status == 0)
    let count = server.exchanges.count
    let again = ["--rerun", "\(folder.path)/r/report.json"]
    try folder.write("{}", to: "own.har")
    let rows: [(String, [String], String)] = [
      (other, [], "its target is "), (profile, ["--set", "mvpd=other"], "other values of mvpd"),
      (profile, ["--shard", "1/2"], "it is of the whole plan (--shard)"),
      (profile, ["--scenario", "One"], "it has selected "),
      (profile, ["--strict"], "it has no --strict"),
      (
        profile, ["--record-har", "\(folder.path)/own.har"],
        "it is there already, and may be of the earlier run"
      ),
    ]
    for (profile, options, message) in rows {
      let finished = run(profile, again + options)
      #expect(finished.status == 2, "\(options)")
      #expect(finished.error.contains(message), "\(finished)")
    }
    try folder.write(
      String(decoding: try folder.bytes("suite.yaml"), as: UTF8.self) + "\n", to: "suite.yaml")
    #expect(run(profile, again).error.contains("these files have changed: "))
    #expect(server.exchanges.count == count)
  }
}
