// SPDX-License-Identifier: Apache-2.0
// A service that is right in another way is conformant.

import Results
import TestSupport
import Testing

@Suite struct VariantTests {
  /// A profile that the device never made: right by the letter, and how a leak looks.
  private static let knownAlarms: Set<String> = ["a profile of another MVPD beside"]

  /// The whole walk; the suite of the decisions, whose profiles have to run out, where they vary.
  private static func few(_ variant: Variant) -> [String] {
    let isOfDecisions = Variant.decisions.contains { $0.description == variant.description }
    return ["c-1-partner-authentication", "e-logout"] + (isOfDecisions ? ["d-decisions"] : [])
  }

  @Test(arguments: Variant.all)
  func `holds a right service for conformant, however it answers`(variant: Variant) throws {
    try Self.check(variant, Self.few(variant))
  }

  @Test(.enabled(if: LongRun.isWanted, LongRun.how), arguments: Variant.all)
  func `holds a right service for conformant by all suites`(variant: Variant) throws {
    try Self.check(variant, [])
  }

  private static func check(_ variant: Variant, _ suites: [String]) throws {
    let server = try AlteringServer(variant.alteration)
    defer { server.stop() }
    let run = try SuiteRun(server, suites: suites)
    let alarms = try run.failures().map { incident in
      let finding = incident.findings.first
      return "\(incident.location.map { "\($0)" } ?? ""): \(incident.step?.name ?? ""): "
        + "\(finding?.place ?? ""): expected \(finding?.expected ?? ""), "
        + "found \(finding?.found ?? "\(incident.problem?.message ?? "")")"
    }
    let text: Comment = "\(variant): \(Set(alarms).sorted().joined(separator: "\n"))"
    guard knownAlarms.contains(variant.description) else {
      #expect(run.status == 0, text)
      return
    }
    withKnownIssue("the suites fail it, where the documents are at odds", isIntermittent: true) {
      #expect(run.status == 0, text)
    }
  }

  @Test func `names each variant once`() {
    let names = Variant.all.map(\.description)
    #expect(Set(names).count == names.count)
  }
}
