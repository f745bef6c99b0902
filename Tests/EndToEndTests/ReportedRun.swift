// SPDX-License-Identifier: Apache-2.0
// A run of one step against any target, with its reports.

import Formats
import Foundation
import Record
import TestSupport
import Testing

/// A run in this process of a suite whose only step asks for `/`.
struct ReportedRun {
  static let names = ["junit.xml", "report.html", "report.json", "report.md"]

  let finished: Finished
  let folder: TemporaryFolder

  /// - Parameter profile: The whole of the target's profile.
  init(
    expecting expectation: String = "status: 200", profile: String, _ options: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    folder = try TemporaryFolder()
    let suite = try folder.write(
      """
      suite: One question
      scenarios:
        - scenario: Asks
          steps:
            - step: Ask
              request: {GET: /}
              expect: {\(expectation)}
      """, to: "suite.yaml")
    let profile = try folder.write(profile, to: "profile.yaml")
    finished = Product.run(
      ["run", suite, "--target", profile, "--reports", "\(folder.path)/Reports"] + options,
      environment: environment)
  }

  func report(_ name: String) throws -> String {
    String(decoding: try folder.bytes("Reports/\(name)"), as: UTF8.self)
  }

  func judgement() throws -> RunJudgement {
    let document = try JSONParser.document(try folder.bytes("Reports/report.json"))
    return RunJudgement(try RunRecord(document.root))
  }

  /// Why there was no answer to judge.
  func problem() throws -> String {
    let scenario = try #require(try judgement().scenarios.joined().first)
    return scenario.incidents.compactMap(\.problem).map(\.message).joined(separator: "\n")
  }

  /// That each report can be read and says something, whatever it has to escape.
  func checkEachReport(contains text: String) throws {
    try HostileTests.checkWellFormed(try folder.bytes("Reports/junit.xml"))
    for name in Self.names {
      let report = try report(name).replacing("\\", with: "")
      #expect(report.contains(text), "\(name): \(report.prefix(3000))")
    }
  }
}
