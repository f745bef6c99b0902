// SPDX-License-Identifier: Apache-2.0
// Runs in parts, again, and interrupted.

import Formats
import Foundation
import HTTP
import Record
import SelfTest
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct RerunTests {
  private static let suites = Product.files(of: ["e-logout", "x-4-methods", "preflight"])
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

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
    let whole = try folder.record("whole")
    let profile = try folder.write(
      "\(server.profile)\nrate: {per-second: 60, burst: 1}\n", to: "profile.yaml")

    let before = server.exchanges.count
    let product = try RunningProduct(
      words(profile, "part"), in: folder,
      environment: ["PATH": "/usr/bin:/bin", "SSO_CONFORMANCE_SUITES": Product.suites])
    try waitUntil { server.exchanges.count >= before + 30 }
    product.send(SIGINT)
    #expect(product.wait().status == 130)
    let first = try folder.record("part")
    #expect(first.isInterrupted)
    let done = first.suites.flatMap(\.scenarios).count { $0.verdict.kind == .passed }
    #expect(done > 0)

    let again = ["--rerun", "\(folder.path)/part/report.json"]
    let second = Product.run(words(profile, "part", again + ["--max-time", "700ms"]))
    #expect(second.status == 130, "\(second)")
    let later = try folder.record("part")
    #expect(later.isInterrupted)
    #expect(later.interruption == "--max-time 700ms")

    let last = Product.run(words(fast, "part", again))
    #expect(last.status == 0, "\(last)")
    #expect(last.output.contains("resuming "))
    let result = try folder.record("part")
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
    #expect(Self.outline(try folder.record("part")) == Self.outline(whole))
  }

  @Test func `is of a shard as well`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let profile = try folder.write(
      "\(server.profile)\nrate: {per-second: 60, burst: 1}\n", to: "profile.yaml")
    let shard = ["--shard", "1/2", "--run-id", "7"]
    #expect(Product.run(words(profile, "1", shard + ["--max-time", "700ms"])).status == 130)
    let again = Product.run(
      words(profile, "1", shard + ["--rerun", "\(folder.path)/1/report.json"]))
    #expect(again.status == 0, "\(again)")
    #expect(try folder.record("1").shard?.run == "7")
    #expect(Product.run(words(profile, "2", ["--shard", "2/2", "--run-id", "7"])).status == 0)
    let merged = Product.run(
      ["report", "merge"] + [1, 2].map { "\(folder.path)/\($0)/report.json" }
        + ["--reports", "\(folder.path)/merged"])
    #expect(merged.status == 0, "\(merged)")
  }
}

struct ShardTests {
  private static let suites = ["e-logout", "x-4-methods", "x-5-service-providers"]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ profile: String, _ reports: String, _ options: [String], environment: [String: String] = [:]
  ) -> Finished {
    Product.run(
      ["run"] + Product.files(of: Self.suites)
        + ["--target", profile, "--reports", "\(folder.path)/\(reports)"] + options,
      environment: environment)
  }

  @Test func `make the report of the whole`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let profile = try folder.write(server.profile, to: "profile.yaml")
    #expect(run(profile, "whole", ["--jobs", "2"]).status == 0)
    // The last part is empty, and still one of them.
    let whole = try folder.record("whole")
    let count = 3
    for index in 1...count {
      let finished =
        index == 1
        ? run(
          profile, "1", ["--shard", "auto/3", "--run-id", "7"],
          environment: ["JOB_COMPLETION_INDEX": "0"])
        : run(profile, "\(index)", ["--shard", "\(index)/\(count)", "--run-id", "7"])
      #expect(finished.status == 0, "\(finished)")
      #expect(try folder.record("\(index)").shard?.index == index)
    }
    let merged = Product.run(
      ["report", "merge"] + [3, 1, 2].map { "\(folder.path)/\($0)/report.json" }
        + ["--reports", "\(folder.path)/merged"])
    #expect(merged.status == 0, "\(merged)")
    #expect(merged.output.contains("partial: "))
    let result = try folder.record("merged")
    #expect(result.shard == nil)
    #expect(Self.outline(result) == Self.outline(whole))
    for name in ["junit.xml", "report.md", "report.html"] {
      #expect(try folder.bytes("merged/\(name)").count > 1000)
    }
    let files = ["whole", "merged"].map { "\(folder.path)/\($0)/report.json" }
    #expect(Product.run(["report", "diff"] + files).output == "no change\n")
  }

  /// Everything but times, and what the service makes up.
  private static func outline(_ record: RunRecord) -> [String] {
    var lines = record.sharedFragments.map { "\($0.id) \($0.name) \($0.given) \($0.verdict.kind)" }
    for suite in record.suites {
      lines.append("\(suite.name) \(suite.digest)")
      for scenario in suite.scenarios {
        lines.append("\(scenario.planIndex) \(scenario.name) \(scenario.verdict.kind)")
        scenario.steps.visit { visit in
          let fragment = visit.step.sharedFragment.map { " → \($0)" } ?? ""
          lines.append("\(visit.label) \(visit.step.name) \(visit.step.verdict.kind)\(fragment)")
        }
      }
    }
    return lines
  }

  @Test func `end with the verdict of the whole where they are merged`() throws {
    let wrong = try AlteringServer(
      .answer(at: [.logout]) { response, _ in
        if response.status == 200 { response.headers.set("Content-Type", "text/plain") }
      })
    defer { wrong.stop() }
    let profile = try folder.write(wrong.profile, to: "profile.yaml")
    for index in 1...2 { _ = run(profile, "\(index)", ["--shard", "\(index)/2", "--run-id", "7"]) }
    let merged = Product.run(
      ["report", "merge"] + [1, 2].map { "\(folder.path)/\($0)/report.json" }
        + ["--reports", "\(folder.path)/merged"])
    #expect(merged.status == 1)
    #expect(merged.output.contains("not conformant: "))
    #expect(merged.output.contains("    API-LOGOUT-18 (must)"))
  }
}

@Suite(.waits) struct KilledRunTests {
  @Test func `ends the input of its programs`() throws {
    let folder = try TemporaryFolder()
    try folder.script("echo $$ >> pids\nexec cat >/dev/null", as: "program")
    try folder.write(
      """
      suite: S
      scenarios:
        - scenario: a
          steps:
            - partner: {state: any}
              timeout: 30s
      """, to: "suite.yaml")
    try folder.write(
      "base-url: http://127.0.0.1:9\npartner: {command: [./program]}\n", to: "profile.yaml")
    let product = try RunningProduct(
      ["run", "suite.yaml", "--target", "profile.yaml"], in: folder,
      environment: ["PATH": "/usr/bin:/bin", "SSO_CONFORMANCE_SUITES": Product.suites])
    // The first was asked `hello`.
    try waitUntil { folder.numbers(in: "pids").count == 2 }
    product.send(SIGKILL)
    #expect(product.wait().status == -SIGKILL)
    #expect(staying(folder.numbers(in: "pids")) == [])
  }
}
