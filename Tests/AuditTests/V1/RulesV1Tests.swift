// SPDX-License-Identifier: Apache-2.0
// The shipped rules of V1: right applications break none, and each fault breaks its own.

import Audit
import Suites
import TestSupport
import Testing
import Text

extension ShippedRules {
  static let v1 = AuditRules.load(["Suites/application/apple-v1"], shipped: "Suites", files: files)
}

@Suite struct RulesV1Tests {
  @Test func `are read without a complaint`() {
    #expect(ShippedRules.v1.diagnostics.map(\.description) == [])
  }

  @Test(arguments: LegacyRecordings.all.map(\.name))
  func `say nothing against a right application`(name: String) throws {
    let broken = try ShippedRules.broken(LegacyRecordings.named(name), by: ShippedRules.v1)
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test func `find each fault, and nothing else`() throws {
    for fault in LegacyFaults.all {
      var recording = LegacyRecordings.named(fault.recording)
      fault.edit(&recording)
      let broken = try ShippedRules.broken(recording, by: ShippedRules.v1)
      #expect(
        broken.keys.sorted() == fault.requirements.sorted(), "\(fault.name): \(broken.values)")
    }
  }

  /// Of the requirements that have a rule, those that no fault here breaks.
  @Test func `are tried for each requirement`() {
    let covered = Set(ShippedRules.v1.files.flatMap(\.rules).flatMap(\.covers).map(\.id))
    let tried = Set(LegacyFaults.all.flatMap(\.requirements))
    #expect(covered.subtracting(tried).sorted() == [])
  }
}
