// SPDX-License-Identifier: Apache-2.0
// A service with one fault is not conformant, and the report says why.

import Foundation
import JSON
import Results
import TestSupport
import Testing

@Suite struct FaultTests {
  @Test(arguments: Fault.quick)
  func `finds a service with one fault, and says where it is`(fault: Fault) throws {
    try Self.check(fault, Self.run(fault, fault.suites))
  }

  /// Minutes rather than seconds: asked for by `SSO_CONFORMANCE_ALL_FAULTS=1`.
  @Test(
    .enabled(if: LongRun.isWanted, LongRun.how),
    arguments: Array(Fault.groups.indices))
  func `finds each fault with all suites`(group: Int) throws {
    let (faults, suites) = Fault.groups[group]
    for fault in faults where LongRun.selects(fault) {
      // What some suites find, all of them find.
      let first = try Self.run(fault, suites)
      try Self.check(fault, first.status == 1 ? first : Self.run(fault, []))
    }
  }

  @Test func `names each fault once`() {
    let names = Fault.all.map(\.description)
    #expect(Set(names).count == names.count)
  }

  private static func run(_ fault: Fault, _ suites: [String]) throws -> SuiteRun {
    let server = try AlteringServer(fault.alteration)
    defer { server.stop() }
    return try SuiteRun(server, suites: suites)
  }

  private static func check(_ fault: Fault, _ run: SuiteRun) throws {
    #expect(run.status == 1, "\(fault): \(run.finished.output.suffix(2000))")
    guard run.status == 1 else { return }
    let failures = try run.failures()
    let fitting = failures.filter { incident in
      (incident.step?.covers ?? []).contains { id in fault.covers.contains { id.hasPrefix($0) } }
        && !incident.findings.isEmpty
    }
    let covered = Set(failures.flatMap { $0.step?.covers ?? [] }).sorted()
    let incident = try #require(fitting.first, "\(fault): \(covered)")
    let step = try #require(incident.step)
    let finding = try #require(incident.findings.first)
    #expect(!finding.expected.isEmpty && !finding.found.isEmpty)
    // The Markdown escapes what would be its own signs.
    let page = try run.report("report.md").replacing("\\", with: "")
    #expect(page.contains(step.name), "\(fault)")
    #expect(step.covers.contains { page.contains($0) }, "\(fault)")
    #expect(
      page.contains(finding.expected.replacing("\\", with: "").prefix(30)), "\(fault): \(finding)")
    #expect(
      page.contains(finding.found.replacing("\\", with: "").prefix(30)), "\(fault): \(finding)")
  }
}

/// The tests that take minutes.
enum LongRun {
  static let variable = "SSO_CONFORMANCE_ALL_FAULTS"
  static let value = ProcessInfo.processInfo.environment[variable] ?? ""
  static let isWanted = !value.isEmpty
  static let how: Comment = "takes minutes: set SSO_CONFORMANCE_ALL_FAULTS=1"

  /// `1` is all; else those whose names contain the value.
  @Sendable static func selects(_ fault: Fault) -> Bool {
    value.isEmpty || value == "1" || fault.description.contains(value)
  }
}
