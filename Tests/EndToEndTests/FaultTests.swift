// SPDX-License-Identifier: Apache-2.0
// A service with one fault is not conformant, and the report says why.

import Catalogues
import Findings
import Foundation
import JSON
import Results
import TestSupport
import Testing

@Suite struct FaultTests {
  @Test(arguments: Fault.quick)
  func `finds a service with one fault, and says where it is`(fault: Fault) throws {
    try Self.check(fault, Self.run(fault, fault.suites, waits: false))
  }

  /// Minutes rather than seconds: asked for by `SSO_CONFORMANCE_ALL_FAULTS=1`.
  @Test(
    .enabled(if: LongRun.isWanted, LongRun.how),
    arguments: Array(Fault.groups.indices))
  func `finds each fault with all suites`(group: Int) throws {
    let (faults, suites) = Fault.groups[group]
    for fault in faults where LongRun.selects(fault.description) {
      // What some suites find, all of them find.
      let first = try Self.run(fault, suites, waits: true)
      try Self.check(fault, first.status == 1 ? first : Self.run(fault, [], waits: true))
    }
  }

  @Test func `names each fault once`() {
    let names = Fault.all.map(\.description)
    #expect(Set(names).count == names.count)
  }

  private static func run(_ fault: Fault, _ suites: [String], waits: Bool) throws -> SuiteRun {
    let server = try AlteringServer(fault.alteration)
    defer { server.stop() }
    return try SuiteRun(server, suites: suites, waits: waits)
  }

  private static func check(_ fault: Fault, _ run: SuiteRun) throws {
    #expect(run.status == 1, "\(fault): \(run.finished.output.suffix(2000))")
    guard run.status == 1 else { return }
    // The step that failed names them, or the one that uses its fragment.
    let requirements = try run.judgement().coverage.rows.filter { $0.verdict == .failed }
      .map(\.requirement.id)
    let fitting = requirements.filter { id in fault.covers.contains { id.hasPrefix($0) } }
    let failures = try run.failures().filter {
      !$0.findings.allSatisfy { if case .fragment = $0.place { true } else { false } }
    }
    let broken = try run.judgement().scenarios.joined().filter { $0.kind == .broken }
      .flatMap(\.incidents).compactMap { "\($0.step?.name ?? ""): \($0.problem?.message ?? "")" }
    guard !fitting.isEmpty, let incident = failures.first else {
      Issue.record("\(fault): \(requirements) \(failures.count) \(Set(broken).sorted())")
      return
    }
    let finding = try #require(incident.findings.first)
    #expect(!finding.expected.isEmpty && !finding.found.isEmpty)
    // The Markdown escapes what would be its own signs.
    let page = try run.report("report.md").replacing("\\", with: "")
    // Steps that met the same thing are one entry, which shows one of them.
    #expect(failures.compactMap(\.step?.name).contains { page.contains($0) }, "\(fault)")
    #expect(fitting.allSatisfy { page.contains($0) }, "\(fault)")
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

  /// `1` is all; else those that the value names, with `|` between them.
  @Sendable static func selects(_ name: String) -> Bool {
    value.isEmpty || value == "1" || value.split(separator: "|").contains { name == $0 }
  }
}
