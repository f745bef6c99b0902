// SPDX-License-Identifier: Apache-2.0
// The file of fingerprints: written, read, and as it is shipped.

import Foundation
import TestSupport
import Testing

@testable import Record
@testable import SelfTest

@Suite struct FingerprintFileTests {
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

  @Test(.enabled(if: FileManager.default.fileExists(atPath: path), "sso-selftest --fingerprints"))
  func `has the defects as their tables have them`() throws {
    let shipped = try #require(Fingerprints(Array(try Data(contentsOf: URL(filePath: Self.path)))))
    let known = Dictionary(
      shipped.defects.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let stale = Defect.all.filter { defect in
      known[defect.name].map {
        $0.summary != defect.summary || $0.requirements != defect.requirements
      } ?? true
    }
    // Of new defects a few may wait until the file is made anew.
    #expect(
      stale.count <= Defect.all.count / 20,
      "make it anew by 'sso-selftest --fingerprints': \(stale.map(\.name))")
  }
}
