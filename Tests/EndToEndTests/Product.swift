// SPDX-License-Identifier: Apache-2.0
// The product, run in this process or as one of its own.

import Command
import Formats
import Foundation
import Record
import Synchronization
import TestSupport
import Text

/// What a command line did.
struct Finished {
  let status: Int32
  let output: String
  let error: String
}

enum Product {
  static let suites = SharedFolder.project.appending(path: "Suites").path

  /// Runs a command line in this process.
  static func run(_ words: [String], environment: [String: String] = [:]) -> Finished {
    let texts = Texts()
    let console = Console(
      environment: environment, isInteractive: false
    ) { text, isError in
      texts.add(text.rendered, isError: isError)
    }
    let status = ConformanceCommand(console: console).run(words)
    return Finished(
      status: status.rawValue, output: texts.all(isError: false), error: texts.all(isError: true))
  }

  private final class Texts: Sendable {
    private let texts = Mutex<[(text: String, isError: Bool)]>([])

    func add(_ text: String, isError: Bool) { texts.withLock { $0.append((text, isError)) } }

    func all(isError: Bool) -> String {
      texts.withLock { $0.filter { $0.isError == isError }.map(\.text).joined() }
    }
  }
}

/// A run against a target, with its reports.
struct SuiteRun {
  let finished: Finished
  let folder: TemporaryFolder

  var status: Int32 { finished.status }

  /// Runs suites against a server with an alteration; all of them unless some are named.
  ///
  /// - Parameters:
  ///   - waits: Whether scenarios run that wait until something runs out: seconds
  ///     each, and more where a fault keeps it.
  ///   - more: What the target's profile says besides.
  ///   - port: Where the server is reached, if that is not its own.
  init(
    _ server: AlteringServer, suites: [String] = [], _ options: [String] = ["--jobs", "8"],
    waits: Bool = false, profile more: String = "", port: UInt16? = nil
  ) throws {
    folder = try TemporaryFolder()
    let url = server.url.replacing(":\(server.port)", with: ":\(port ?? server.port)")
    let profile = try folder.write(
      server.profile(waits: waits).replacing(server.url, with: url) + more, to: "profile.yaml")
    let files = suites.map { "\(Product.suites)/apple-v2/\($0).yaml" }
    finished = Product.run(
      ["run"] + (files.isEmpty ? [Product.suites] : files)
        + ["--target", profile, "--reports", "\(folder.path)/Reports"] + options)
  }

  func report(_ name: String) throws -> String {
    String(decoding: try folder.bytes("Reports/\(name)"), as: UTF8.self)
  }

  /// The record as `report.json` has it.
  func judgement() throws -> RunJudgement {
    let document = try JSONParser.document(try folder.bytes("Reports/report.json"))
    return RunJudgement(try RunRecord(document.root))
  }

  /// The steps that failed, with requirements, expectation and what came: those of scenarios, and
  /// those of the fragments that run once for all.
  func failures() throws -> [Incident] { Self.failures(in: try judgement()) }

  static func failures(in judgement: RunJudgement) -> [Incident] {
    var incidents = judgement.scenarios.joined().filter { $0.kind == .failed }.flatMap(\.incidents)
    for fragment in judgement.record.sharedFragments {
      fragment.steps.visit { visit in
        guard case .failed(let findings) = visit.step.verdict,
          !visit.step.steps.contains(where: { $0.verdict.kind == .failed })
        else { return }
        incidents.append(
          Incident(
            visit: visit, fragment: fragment, findings: findings, blame: judgement.blame))
      }
    }
    return incidents
  }
}
