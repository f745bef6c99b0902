// SPDX-License-Identifier: Apache-2.0
// The programs as the tests start them, and the reports of their runs.

import Command
import Formats
import Foundation
import Record
import SelfTest
import Synchronization
import TestSupport
import Testing
import Text

/// What a command line did.
struct Finished {
  let status: Int32
  let output: String
  let error: String
}

enum Product {
  static let suites = SharedFolder.project.appending(path: "Suites").path

  /// The shipped suites of these names, of Apple's cookbook and of the one that it extends.
  static func files(of names: [String]) -> [String] {
    names.flatMap { name in
      (name.contains("/") ? ["apple-v2"] : ["rest-api-v2", "apple-v2"])
        .map { "\(suites)/\($0)/\(name).yaml" }
        .filter { FileManager.default.fileExists(atPath: $0) }
    }
  }

  /// Runs a command line in this process.
  static func run(_ words: [String], environment: [String: String] = [:]) -> Finished {
    let texts = Texts()
    let console = Console(environment: environment, isInteractive: false) { text, isError in
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
    let files = Product.files(of: suites)
    finished = Product.run(
      ["run"] + (files.isEmpty ? [Product.suites] : files)
        + ["--target", profile, "--reports", "\(folder.path)/Reports"] + options)
  }

  /// Runs suites against a server of its own.
  init(
    against deviation: Deviation, suites: [String] = [], _ options: [String] = ["--jobs", "8"],
    waits: Bool = false, profile more: String = ""
  ) throws {
    let server = try AlteringServer(deviation)
    defer { server.stop() }
    try self.init(server, suites: suites, options, waits: waits, profile: more)
  }

  init(
    against alteration: Alteration, suites: [String], _ options: [String] = ["--jobs", "8"],
    profile more: String = ""
  ) throws {
    try self.init(
      against: Deviation(alterations: [alteration]), suites: suites, options, profile: more)
  }

  func report(_ name: String) throws -> String { try folder.report(name) }

  /// The record as `report.json` has it.
  func judgement() throws -> RunJudgement { RunJudgement(try folder.record()) }

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
          Incident(visit: visit, fragment: fragment, findings: findings, blame: judgement.blame))
      }
    }
    return incidents
  }
}

extension TemporaryFolder {
  /// The record of a run that wrote its reports into a folder here.
  func record(_ reports: String = "Reports") throws -> RunRecord {
    try RunRecord(JSONParser.document(try bytes("\(reports)/report.json")).root)
  }

  func report(_ name: String, _ reports: String = "Reports") throws -> String {
    String(decoding: try bytes("\(reports)/\(name)"), as: UTF8.self)
  }
}

extension Product {
  static var executable: URL { URL(filePath: BuiltProgram.path) }
}

/// The program while it runs.
final class RunningProduct {
  private let process: LimitedProcess

  /// - Parameters:
  ///   - folder: Where it runs.
  ///   - limits: What a shell runs before it, such as `ulimit -n 64`.
  ///   - environment: All of its environment.
  convenience init(
    _ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    limits: String? = nil
  ) throws {
    let program = Product.executable.path
    try self.init(
      limits == nil ? program : "/bin/sh",
      limits.map { ["-c", "\($0); exec \"$0\" \"$@\"", program] + words } ?? words,
      in: folder, environment: environment)
  }

  /// - Parameters:
  ///   - program: The path of another program, such as a shell.
  ///   - folder: Where it runs.
  ///   - environment: All of its environment.
  init(
    _ program: String, _ words: [String], in folder: TemporaryFolder, environment: [String: String]
  ) throws {
    process = try LimitedProcess(program, words, in: folder.url, environment: environment)
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// What it has printed so far.
  var output: String { process.output }

  /// Blocks until it has ended; one that does not end is killed after so many seconds.
  func wait(seconds: Double = 120) -> Finished {
    let result = process.wait(seconds: seconds)
    return Finished(status: result.status, output: result.output, error: result.errors)
  }
}

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

  func report(_ name: String) throws -> String { try folder.report(name) }

  func judgement() throws -> RunJudgement { RunJudgement(try folder.record()) }

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

enum Base64Text {
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
