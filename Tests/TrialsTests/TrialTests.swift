// SPDX-License-Identifier: Apache-2.0
// Trials of suites against services that deviate.

import Deviations
import Encodings
import Foundation
import HTTPTransport
import JSON
import PartnerFramework
import Results
import Runner
import SourceText
import SuiteModel
import Synchronization
import TestSupport
import Testing
import Trials

@Suite struct TrialTests {
  static let id = "V2-A2-04"

  /// A suite of one question: whether a registration is answered with 201.
  static func suite(status: String = "201", covers: String = id) -> String {
    """
    suite: Registration
    cookbook: apple-sso-rest-api-v2
    scenarios:
      - scenario: Registers
        steps:
          - step: Register
            covers: [\(covers)]
            request: {POST: /o/client/register, json: {software_statement: "${software_statement}"}}
            expect: {status: \(status)}
      - scenario: Asks for nothing
        steps:
          - step: Ask
            request: {GET: /nothing}
            expect: {status: 404}
    """
  }

  /// The bench, with the suite beside the shipped facts and cookbooks.
  static func bench(_ suite: String) throws -> TrialBench {
    let shipped = SharedFolder.project.appending(path: "Suites").path
    let files = SuiteFiles(
      kind: { path in
        path == "suite.yaml" ? .file : Self.kind(path)
      },
      read: { path throws(FileProblem) in
        if path == "suite.yaml" { return Array(suite.utf8) }
        guard let bytes = FileManager.default.contents(atPath: path) else {
          throw FileProblem("it is not there")
        }
        return [UInt8](bytes)
      },
      list: { path throws(FileProblem) in
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
      })
    let collection = SuiteLoader.load(["suite.yaml"], shipped: shipped, files: files)
    #expect(collection.diagnostics.filter { $0.severity == .error } == [])
    return TrialBench(
      suites: collection,
      settings: TrialSettings(
        surroundings: try surroundings(),
        run: RunSettings(
          jobs: 2, tool: ToolRecord(name: "trial", version: "1"), client: ClientSettings()),
        services: 2),
      cancellation: Cancellation())
  }

  private static func kind(_ path: String) -> SuiteFiles.Kind? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder.boolValue ? .folder : .file
  }

  static func surroundings() throws -> Surroundings {
    let resources = FrameworkResources(
      readFile: { _ throws(PartnerError) in throw .failed("there are no files") },
      program: { _ throws(PartnerError) in throw .failed("there are no programs") })
    return Surroundings(
      now: { Timestamp(milliseconds: Int(Date().timeIntervalSince1970 * 1000)) },
      randomBytes: { (0..<$0).map { _ in UInt8.random(in: 0...255) } },
      framework: try #require(FrameworkSourceKind.all.first { $0.name == "emulator" })
        .source(["apple"], resources))
  }

  static func defect(
    _ name: String, _ requirement: String = id, _ alterations: Alteration...
  ) throws -> TrialSubject {
    TrialSubject(
      name: name, requirements: [requirement], Deviation(alterations: alterations),
      try surroundings())
  }

  static func result(
    _ subject: TrialSubject, suite: String = suite()
  ) throws -> DefectTrial {
    let bench = try bench(suite)
    let right = TrialSubject(name: "right", Deviation(), try surroundings())
    let baseline = try bench.baseline(right)
    #expect(baseline.isConformant, "\(baseline.judgement.outcome.sentence)")
    return try #require(bench.trials(of: [subject], baseline).first)
  }

  @Test func `catches a defect, and says by what and for which requirement`() throws {
    let trial = try Self.result(
      Self.defect("two-hundred", Self.id, .status(at: [.register], 201, to: 200)))
    #expect(trial.result == .caught(by: ["Registration: Registers"], blamed: [Self.id]))
    #expect(trial.isRightlyBlamed)
  }

  @Test func `misses a defect that shows and that no expectation notices`() throws {
    let trial = try Self.result(
      Self.defect("two-hundred", Self.id, .status(at: [.register], 201, to: 200)),
      suite: Self.suite(status: "2xx"))
    #expect(trial.result == .missed(others: [], blamed: []))
    #expect(!trial.isCaught)
  }

  @Test func `holds a defect that changes nothing for a mistake in the table`() throws {
    let trial = try Self.result(
      Self.defect("two-hundred", Self.id, .status(at: [.logout], 201, to: 200)))
    #expect(trial.result == .unseen)
  }

  @Test func `does not try a defect whose requirement no scenario covers`() throws {
    let trial = try Self.result(
      Self.defect("two-hundred", "V2-A4-02", .status(at: [.register], 201, to: 200)))
    #expect(trial.result == .uncovered)
  }

  @Test func `names what fails a right service`() throws {
    let bench = try Self.bench(Self.suite())
    let variant = try Self.defect("two-hundred", "", .status(at: [.register], 201, to: 200))
    let trial = try #require(bench.trials(ofRight: [variant]).first)
    #expect(trial.hasDeviated)
    let alarm = try #require(trial.alarms.first)
    #expect(trial.alarms.count == 1)
    #expect(alarm.scenario == "Registration: Registers")
    #expect(alarm.step == "Register")
    #expect(alarm.location?.position.line == 9)
    #expect(alarm.text.contains("201"))
  }

  @Test func `holds nothing against a service that suites accept`() throws {
    let bench = try Self.bench(Self.suite(status: "2xx"))
    let variant = try Self.defect("two-hundred", "", .status(at: [.register], 201, to: 200))
    let trial = try #require(bench.trials(ofRight: [variant]).first)
    #expect(trial.alarms == [])
    #expect(trial.problem == nil)
  }

  @Test func `tries nothing once it is interrupted`() throws {
    let bench = try Self.bench(Self.suite())
    let cancellation = Cancellation()
    cancellation.cancel()
    let ended = TrialBench(
      suites: bench.suites,
      settings: TrialSettings(
        surroundings: try Self.surroundings(),
        run: RunSettings(
          jobs: 2, tool: ToolRecord(name: "trial", version: "1"), client: ClientSettings()),
        services: 2), cancellation: cancellation)
    let variant = try Self.defect("two-hundred", "", .status(at: [.register], 201, to: 200))
    #expect(ended.trials(ofRight: [variant]).isEmpty)
  }
}
