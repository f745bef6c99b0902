// SPDX-License-Identifier: Apache-2.0
// A service with one defect is not conformant, and the report says why.

import Formats
import Foundation
import Record
import SelfTest
import Suites
import TestSupport
import Testing

/// A defect of the product's table, with the suites that are enough to find it.
struct SampledDefect: Sendable, CustomTestStringConvertible {
  let name: String
  let suites: [String]

  var testDescription: String { name }

  func defect() throws -> Defect { try #require(Defect.named(name), "there is no \(name)") }

  private init(_ name: String, _ suites: String...) {
    self.name = name
    self.suites = suites
  }

  /// Some of each area and kind: `sso-selftest` tries all of them.
  static let all = [
    SampledDefect("register-answers-200", "a-registration"),
    SampledDefect("register-any-statement", "a-registration"),
    SampledDefect("token-of-type-mac", "a-registration"),
    SampledDefect("token-any-secret", "a-registration"),
    SampledDefect("configuration-without-display-name", "c-2-configuration"),
    SampledDefect("configuration-with-switched-off", "c-2-configuration"),
    SampledDefect("partner-request-interactive", "c-3-partner-session"),
    SampledDefect("partner-request-missing", "c-3-partner-session"),
    SampledDefect("pfs-fallback-called-configuration", "c-3-partner-session"),
    SampledDefect("partner-session-invalid-status-refused", "c-3-partner-session"),
    SampledDefect("partner-profile-regular", "c-4-partner-profile"),
    SampledDefect("partner-profile-from-any-response", "c-4-partner-profile"),
    SampledDefect("partner-profile-not-kept", "b-check-authentication"),
    SampledDefect("profile-of-all", "b-check-authentication"),
    SampledDefect("profiles-under-another-mvpd", "b-check-authentication"),
    SampledDefect("session-authenticate-direct", "x-6-basic-authentication"),
    SampledDefect("resumed-session-forgets", "x-6-basic-authentication"),
    SampledDefect("login-leads-nowhere", "x-6-basic-authentication"),
    SampledDefect("preauthorization-permits-everything", "d-decisions"),
    SampledDefect("permit-without-token", "d-decisions"),
    SampledDefect("authorization-denied-as-a-whole", "d-decisions"),
    SampledDefect("partner-logout-called-logout", "e-logout"),
    SampledDefect("logout-removes-nothing", "e-logout"),
    SampledDefect("profiles-with-any-token", "x-3-access-tokens"),
    SampledDefect("profiles-without-device-identifier", "x-1-device-identifier"),
    SampledDefect("error-without-action", "x-7-errors"),
  ]
}

@Suite struct FaultTests {
  @Test(arguments: SampledDefect.all)
  func `finds a service with one defect, and says where it is`(sample: SampledDefect) throws {
    let defect = try sample.defect()
    let server = try AlteringServer(defect.deviation)
    defer { server.stop() }
    try Self.check(defect, SuiteRun(server, suites: sample.suites, waits: false))
  }

  private static func check(_ defect: Defect, _ run: SuiteRun) throws {
    let name = defect.name
    #expect(run.status == 1, "\(name): \(run.finished.output.suffix(2000))")
    guard run.status == 1 else { return }
    // The step that failed names them, or the one that uses its fragment.
    let judgement = try run.judgement()
    let requirements = judgement.coverage.rows.filter { $0.verdict == .failed }
      .map(\.requirement.id)
    let fitting = requirements.filter(defect.requirements.contains)
    let failures = SuiteRun.failures(in: judgement).filter {
      !$0.findings.allSatisfy { if case .fragment = $0.place { true } else { false } }
    }
    let broken = judgement.scenarios.joined().filter { $0.kind == .broken }
      .flatMap(\.incidents).compactMap { "\($0.step?.name ?? ""): \($0.problem?.message ?? "")" }
    guard !fitting.isEmpty, let incident = failures.first else {
      Issue.record("\(name): \(requirements) \(failures.count) \(Set(broken).sorted())")
      return
    }
    let finding = try #require(incident.findings.first)
    #expect(!finding.expected.isEmpty && !finding.found.isEmpty)
    // The Markdown escapes what would be its own signs.
    let page = try run.report("report.md").replacing("\\", with: "")
    // Steps that met the same thing are one entry, which shows one of them.
    #expect(failures.compactMap(\.step?.name).contains { page.contains($0) }, "\(name)")
    #expect(fitting.allSatisfy { page.contains($0) }, "\(name)")
    #expect(
      page.contains(finding.expected.replacing("\\", with: "").prefix(30)), "\(name): \(finding)")
    #expect(
      page.contains(finding.found.replacing("\\", with: "").prefix(30)), "\(name): \(finding)")
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
