// SPDX-License-Identifier: Apache-2.0
// The file of fingerprints: written, read, and as it is shipped.

import Formats
import Foundation
import HTTP
import Runner
import Suites
import TestSupport
import Testing

@testable import Record
@testable import SelfTest

struct FingerprintFileTests {
  private static func defect(
    _ name: String, _ cases: Set<String>, places: Set<String> = [], blamed: Set<String> = []
  ) -> Fingerprints.Defect {
    Fingerprints.Defect(
      name: name, summary: "It is \(name)", requirements: ["A", "B"],
      fingerprint: Fingerprint(cases: cases, places: places, blamed: blamed))
  }

  @Test func `is the same after it was written and read`() {
    let fingerprints = Fingerprints([
      Self.defect("z", ["s › 1", "s › 2", "s › 3", "s › 5"], places: ["GET / a"], blamed: ["A"]),
      Self.defect("a", ["s › 2"], places: ["GET / a", "GET / \"b\""]), Self.defect("b", []),
    ])
    #expect(Fingerprints(Array(fingerprints.text.utf8)) == fingerprints)
    #expect(fingerprints.defects.map(\.name) == ["a", "b", "z"])
  }

  @Test func `says how like two are`() {
    let all = Fingerprint(cases: ["a", "b"], places: ["p"], blamed: ["r"])
    let half = Fingerprint(cases: ["a"], places: [], blamed: ["r"])
    #expect(all.likeness(to: all) == 1)
    #expect(all.likeness(to: half) == 0.5)
    #expect(all.likeness(to: Fingerprint(cases: [], places: [], blamed: [])) == 0)
  }

  private static let path = SharedFolder.project.appending(path: "Suites/\(Fingerprints.file)").path

  private static func shipped() throws -> Fingerprints {
    try #require(Fingerprints(Array(try Data(contentsOf: URL(filePath: path)))))
  }

  /// A sample of the defects that few scenarios show. Ids of the target have no name there.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: path), "sso-selftest --fingerprints"))
  func `is what a sample of the defects breaks`() throws {
    let shown = try Self.shipped().defects.filter { defect in
      let cases = defect.fingerprint.cases
      return 1...4 ~= cases.count && !cases.contains { $0.contains("*") }
        && Defect.named(defect.name)?.setting.name == ServiceSetting.standard.name
    }
    let bench = try TrialTests.shippedBench()
    let surroundings = try TrialTests.surroundings()
    for number in stride(from: 0, to: shown.count, by: max(1, shown.count / 4)) {
      let cases = shown[number].fingerprint.cases
      let defect = try #require(Defect.named(shown[number].name))
      let service = try TrialSubject(defect, surroundings).start()
      defer { service.stop() }
      let facts = Dictionary(
        service.facts.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      let plan = Planner.plan(bench.suites, selection: Selection(), facts: facts)
      let numbers = plan.suites.flatMap { suite in
        suite.scenarios.filter { cases.contains("\(suite.suite.name) › \($0.name)") }.map(\.index)
      }
      // A row of a table that the target fills has no name before, nor has a shared fragment.
      guard numbers.count == cases.count else { continue }
      let fresh = Fingerprint(RunJudgement(try bench.run(service, only: Set(numbers))))
      #expect(fresh.cases == cases, "\(defect.name): make it anew by 'sso-selftest --fingerprints'")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: path), "sso-selftest --fingerprints"))
  func `has the defects as their tables have them`() throws {
    let shipped = try Self.shipped().defects
    let stale = Defect.all.filter { defect in
      let known = shipped.first { $0.name == defect.name }
      return known?.summary != defect.summary || known?.requirements != defect.requirements
    }
    // Of new defects a few may wait until the file is made anew.
    #expect(
      stale.count <= Defect.all.count / 20,
      "make it anew by 'sso-selftest --fingerprints': \(stale.map(\.name))")
  }
}
