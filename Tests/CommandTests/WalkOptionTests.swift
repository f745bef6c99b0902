// SPDX-License-Identifier: Apache-2.0
// Tests of `run --walk`, which runs the walks of the claimed cookbooks alone.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

struct WalkOptionTests {
  private let folder: TemporaryFolder
  private static let suites = SharedFolder.project.appending(path: "Suites").path

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> CommandRun {
    try CommandRun(
      ["--walk"] + words, in: folder, environment: [SuiteLocation.variable: Self.suites])
  }

  @Test func `runs the walk of the claimed cookbook, and not that of its base`() throws {
    let run = try run(["--cookbook", "apple-sso-rest-api-v2"])
    #expect(run.status == .success, "\(run.output)\(run.errors)")
    #expect(run.report["outcome"]?["verdict"]?.string == "partial")
    #expect(
      run.report["suites"]?.array?.compactMap { $0["file"]?.string }
        == ["Suites/apple-v2/00-walk.yaml"])
    #expect(run.output.contains("The walk through apple-sso-rest-api-v2:\n"))
    #expect(run.output.contains("C5   visited  Retrieve partner authentication request\n"))
    #expect(run.output.contains("C6   passed   Indicate the next action\n"))
  }

  @Test func `runs the walk of a base that is claimed by itself`() throws {
    let run = try run(["--cookbook", "rest-api-v2"])
    #expect(run.output.contains("The walk through rest-api-v2:\n"))
    #expect(run.status == .success, "\(run.output)\(run.errors)")
  }

  @Test func `has no verdict where what the preflights ask for fails`() throws {
    let run = try run([
      "--cookbook", "apple-sso-rest-api-v2", "--set", "software_statement=nonsense",
    ])
    #expect(run.status == .noVerdict, "\(run.output)\(run.errors)")
    #expect(run.output.contains("no verdict possible: the preflight failed"))
    #expect(run.output.contains("What to do: "), "\(run.output)")
  }

  @Test func `says where there is no walk`() throws {
    let suite = try folder.write(
      "suite: S\nscenarios:\n  - scenario: a\n    steps:\n"
        + "      - {step: b, request: {GET: /}, expect: {status: 404}}\n", to: "s.yaml")
    let run = try run([suite])
    #expect(run.status == .invalidInput)
    #expect(run.errors.contains("--walk: no suite is a walk"), "\(run.errors)")
  }
}
