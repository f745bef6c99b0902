// SPDX-License-Identifier: Apache-2.0
// Parts of a run, by several machines, make the report of the whole.

import Formats
import HTTP
import Record
import SelfTest
import TestSupport
import Testing

@Suite struct ShardTests {
  private static let suites = ["e-logout", "x-4-methods", "x-5-service-providers"]
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func record(_ reports: String) throws -> RunRecord {
    try RunRecord(try JSONParser.document(try folder.bytes("\(reports)/report.json")).root)
  }

  private func run(
    _ profile: String, _ reports: String, _ options: [String],
    environment: [String: String] = [:]
  ) -> Finished {
    Product.run(
      ["run"] + Self.suites.map { "\(Product.suites)/apple-v2/\($0).yaml" }
        + ["--target", profile, "--reports", "\(folder.path)/\(reports)"] + options,
      environment: environment)
  }

  @Test func `make the report of the whole`() throws {
    let server = try AlteringServer()
    defer { server.stop() }
    let profile = try folder.write(server.profile, to: "profile.yaml")
    #expect(run(profile, "whole", ["--jobs", "2"]).status == 0)
    // The last part is empty, and still one of them.
    let whole = try record("whole")
    let count = 3
    for index in 1...count {
      let finished =
        index == 1
        ? run(profile, "1", ["--shard", "auto/3"], environment: ["JOB_COMPLETION_INDEX": "0"])
        : run(profile, "\(index)", ["--shard", "\(index)/\(count)"])
      #expect(finished.status == 0, "\(finished)")
      #expect(try record("\(index)").shard == ShardRecord(index: index, count: count))
    }
    let merged = Product.run(
      ["report", "merge"] + [3, 1, 2].map { "\(folder.path)/\($0)/report.json" }
        + ["--reports", "\(folder.path)/merged"])
    #expect(merged.status == 0, "\(merged)")
    #expect(merged.output.contains("partial: "))
    let result = try record("merged")
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
      .answer("logouts fail", at: [.logout]) { response, _ in response.status = 500 })
    defer { wrong.stop() }
    let profile = try folder.write(wrong.profile, to: "profile.yaml")
    for index in 1...2 { _ = run(profile, "\(index)", ["--shard", "\(index)/2"]) }
    let merged = Product.run(
      ["report", "merge"] + [1, 2].map { "\(folder.path)/\($0)/report.json" }
        + ["--reports", "\(folder.path)/merged"])
    #expect(merged.status == 1)
    #expect(merged.output.contains("not conformant: "))
  }

  @Test func `fail where what passed before fails now`() throws {
    let right = try AlteringServer()
    defer { right.stop() }
    let wrong = try AlteringServer(
      .answer("logouts fail", at: [.logout]) { response, _ in response.status = 500 })
    defer { wrong.stop() }
    for (server, name) in [(right, "old"), (wrong, "new")] {
      let profile = try folder.write(server.profile, to: "\(name).yaml")
      _ = run(profile, name, [])
    }
    let files = ["old", "new"].map { "\(folder.path)/\($0)/report.json" }
    let finished = Product.run(["report", "diff"] + files)
    #expect(finished.status == 1)
    #expect(finished.output.contains("Regressions:"))
    let back = Product.run(["report", "diff"] + files.reversed())
    #expect(back.status == 0)
    #expect(back.output.contains("Fixed:"))
  }

  @Test(arguments: [
    (["merge", "old/report.json"], "the record is that of a whole run, not of a shard"),
    (["merge", "absent.json"], "the report 'absent.json': there is no such file or folder"),
    (["merge", "text"], "the report 'text': "),
    (["merge", "."], "the report '.': it is a folder"),
    (
      ["diff", "a", "b", "--reports=c"],
      "--reports goes with report merge and report html"
    ),
    (["diff", "text"], "report diff takes two reports: OLD NEW"),
    (["merge"], "report merge takes the report.json of each shard"),
    (
      ["marge"],
      "report knows merge, diff, verify and html, not 'marge', did you mean 'merge'?"
    ),
    ([], "report takes a word: merge, diff, verify or html"),
  ])
  func `say what is wrong with a command line`(words: [String], message: String) throws {
    let paths = try words.map { word in
      switch word {
      case "text": return try folder.write("no JSON", to: "text")
      case "old/report.json":
        let server = try AlteringServer()
        defer { server.stop() }
        _ = run(try folder.write(server.profile, to: "profile.yaml"), "old", [])
        return "\(folder.path)/old/report.json"
      default: return word
      }
    }
    let finished = Product.run(["report"] + paths)
    #expect(finished.status == 2)
    #expect(
      finished.error.replacing("\(folder.path)/", with: "").contains(message), "\(finished.error)")
  }

  @Test(arguments: [
    (["--shard", "0/3"], "as in 3/8; not '0/3'"), (["--shard", "4/3"], "as in 3/8; not '4/3'"),
    (["--shard", "3"], "as in 3/8; not '3'"), (["--shard", "1/2/3"], "not '1/2/3'"),
    (["--shard", "1/99999"], "not '1/99999'"), (["--shard", "auto/3"], "which is not set"),
  ])
  func `are refused where there is no such part`(options: [String], message: String) throws {
    let finished = run("reference", "refused", options)
    #expect(finished.status == 2)
    #expect(finished.error.contains(message), "\(finished.error)")
  }
}
