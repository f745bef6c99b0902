// SPDX-License-Identifier: Apache-2.0
// Runs against services with faults, with variants, and with nothing shared.

import Expectations
import Formats
import Foundation
import Record
import ReferenceService
import Suites
import TestSupport
import Testing

@testable import SelfTest

/// A defect of the product's table, with the suites that are enough to find it.
struct SampledDefect: Sendable, CustomTestStringConvertible {
  let name: String
  let suites: [String]

  var testDescription: String { name }

  func defect() throws -> Defect { try #require(Defect.named(name), "there is no \(name)") }

  /// The first of each suite.
  static let ofEachSuite = all.reduce(into: [SampledDefect]()) { chosen, sample in
    if !chosen.contains(where: { $0.suites == sample.suites }) { chosen.append(sample) }
  }

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
    SampledDefect("profiles-token-refused-with-403", "x-3-access-tokens"),
    SampledDefect("profiles-without-device-identifier", "x-1-device-identifier"),
    SampledDefect("error-without-action", "x-7-errors"),
  ]
}

struct FaultTests {
  @Test(arguments: LongRun.isWanted ? SampledDefect.all : SampledDefect.ofEachSuite)
  func `finds a service with one defect, and says where it is`(sample: SampledDefect) throws {
    let defect = try sample.defect()
    try Self.check(defect, SuiteRun(against: defect.deviation, suites: sample.suites))
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

struct VariantTests {
  /// Mixtures of all variants, of which one is tried here; `sso-selftest --variants` tries them all.
  static let mixtures = Array(
    VariantMixture.dealt(Variant.all, size: 12) { name in
      let number: Int = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 1000 }
      return Double(number) / 1000
    }.prefix(1))

  @Test(arguments: mixtures.map(\.variants))
  func `holds a right service for conformant, however it answers`(variants: [Variant]) throws {
    guard let alarm = try Self.alarm(variants, []) else { return }
    // Which of them it is.
    let single = try variants.compactMap { try Self.alarm([$0], []) }
    Issue.record("\(single.isEmpty ? alarm : single.joined(separator: "\n"))")
  }

  @Test func `does not even warn where the documents leave it open`() throws {
    let names = [
      "short-errors", "more-members", "members-reversed", "absolute-session-urls", "times-as-texts",
      "decisions-reversed", "relative-logout-urls", "header-names-in-capitals",
    ]
    let variants = Variant.all.filter { names.contains($0.name) }
    #expect(variants.count == names.count)
    let suites = [
      "b-check-authentication", "c-3-partner-session", "d-decisions", "e-logout", "x-7-errors",
    ]
    #expect(try Self.alarm(variants, suites, options: ["--strict"]) == nil)
  }

  /// Five are the limit of some MVPDs only, and accounts can have it raised.
  @Test func `asks for too many items only where the profile tells the limit`() throws {
    let unlimited = Deviation(data: { data in data.limits.preauthorize = 1000 })
    let alarm = try Self.alarm(
      unlimited, "any number", ["../apple-v1/b-11-authorization", "d-decisions"],
      options: ["--set", "preauthorize_limit=null"])
    #expect(alarm == nil)
  }

  private static func alarm(
    _ variants: [Variant], _ suites: [String], options: [String] = []
  ) throws -> String? {
    try alarm(
      Deviation(variants.map(\.deviation)), VariantMixture(variants).name, suites, options: options)
  }

  /// What a run holds against a service; nil where it is conformant.
  private static func alarm(
    _ deviation: Deviation, _ name: String, _ suites: [String], options: [String] = []
  ) throws -> String? {
    // One of the variants is slow.
    let run = try SuiteRun(against: deviation, suites: suites, ["--jobs", "32"] + options)
    guard run.status != 0 else { return nil }
    let alarms = try run.failures().map { incident in
      let finding = incident.findings.first
      return "\(incident.location.map { "\($0)" } ?? ""): \(incident.step?.name ?? ""): "
        + "\(finding?.place.description ?? ""): expected \(finding?.expected ?? ""), "
        + "found \(finding?.found ?? "\(incident.problem?.message ?? "")")"
    }
    return "\(name): \(Set(alarms).sorted().joined(separator: "\n"))"
  }
}

struct IndependenceTests {
  private static let suites = [
    "c-3-partner-session", "c-4-partner-profile", "d-decisions", "e-logout",
  ]

  /// Verdicts by the names of suite and scenario.
  private static func verdicts(
    _ service: Deviation, _ suites: [String], _ options: [String], waits: Bool = false
  ) throws -> [String: Verdict.Kind] {
    let judgement = try SuiteRun(against: service, suites: suites, options, waits: waits)
      .judgement()
    var verdicts: [String: Verdict.Kind] = [:]
    for (suite, scenarios) in zip(judgement.record.suites, judgement.scenarios) {
      for (scenario, own) in zip(suite.scenarios, scenarios) {
        verdicts["\(suite.name) / \(scenario.name)"] = own.kind
      }
    }
    return verdicts
  }

  private static func differences(
    _ left: [String: Verdict.Kind], _ right: [String: Verdict.Kind]
  ) -> [String] {
    left.keys.sorted().compactMap { name in
      guard let other = right[name], let own = left[name], own != other else { return nil }
      return "\(name): \(own), \(other)"
    }
  }

  /// Defects of three phases, none of which keeps another from being seen.
  private static let faulty = Deviation(
    ["partner-fallback-without-code", "authorization-permits-everything", "logout-removes-nothing"]
      .compactMap { Defect.named($0)?.deviation })

  @Test(arguments: [true, false])
  func `gives the same verdicts whatever runs beside`(isRight: Bool) throws {
    let service = isRight ? Deviation() : Self.faulty
    let one = try Self.verdicts(service, Self.suites, ["--jobs", "1"])
    let many = try Self.verdicts(service, Self.suites.reversed(), ["--jobs", "16"])
    #expect(one.count > 100)
    let failed = Set(one.filter { $0.value == .failed }.map { $0.key.prefix { $0 != "/" } })
    #expect(failed.count == (isRight ? 0 : 5))
    #expect(Set(one.keys) == Set(many.keys))
    #expect(Self.differences(one, many) == [])
    let some = try Self.verdicts(
      service, Array(Self.suites.suffix(2)), ["--scenario", "logout", "--scenario", "denied"])
    #expect(some.count > 5 && some.count < one.count)
    #expect(Self.differences(some, one) == [])
  }

  @Test(.enabled(if: LongRun.isWanted, LongRun.how))
  func `gives the same verdicts for all suites with one job and with sixteen`() throws {
    let one = try Self.verdicts(Deviation(), [], ["--jobs", "1"], waits: true)
    let many = try Self.verdicts(Deviation(), [], ["--jobs", "16"], waits: true)
    #expect(one == many)
    #expect(one.values.allSatisfy { $0 == .passed })
  }
}
