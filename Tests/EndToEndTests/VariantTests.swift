// SPDX-License-Identifier: Apache-2.0
// A service that is right in another way is conformant.

import Record
import ReferenceService
import Suites
import TestSupport
import Testing

@testable import SelfTest

@Suite struct VariantTests {
  /// Mixtures of all variants, of which two are tried here; `sso-selftest --variants` tries them all.
  static let mixtures = Array(
    VariantMixture.dealt(Variant.all, size: 12) { name in
      Double(name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 1000 }) / 1000
    }.prefix(2))

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
    let server = try AlteringServer(deviation)
    defer { server.stop() }
    let run = try SuiteRun(server, suites: suites, ["--jobs", "8"] + options)
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
