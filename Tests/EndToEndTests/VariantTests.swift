// SPDX-License-Identifier: Apache-2.0
// A service that is right in another way is conformant.

import Findings
import Results
import TestSupport
import Testing

@Suite struct VariantTests {
  /// Several variants that one service has at once: what is right together is right alone.
  struct Mixture: Sendable, CustomStringConvertible {
    let variants: [Variant]
    let suites: [String]

    var description: String { variants.map(\.description).joined(separator: " + ") }
    var alteration: NamedAlteration { .all(description, variants.map(\.alteration)) }

    /// Deals variants out, so that neighbours, which change the same, are not together.
    static func dealt(_ variants: [Variant], to count: Int, _ suites: [String]) -> [Mixture] {
      (0..<count).map { first in
        let indices = stride(from: first, to: variants.count, by: count)
        return Mixture(variants: indices.map { variants[$0] }, suites: suites)
      }
    }
  }

  /// The form of an answer comes last: what reads an answer to change it does not undo that.
  static let mixtures =
    Mixture.dealt(
      Variant.sessions + Variant.profiles + Variant.errors + Variant.form + Variant.wire, to: 12,
      [
        "b-check-authentication", "c-1-partner-authentication", "c-3-partner-session", "e-logout",
        "x-6-basic-authentication",
      ])
    + Mixture.dealt(
      Variant.decisions, to: 4, ["c-1-partner-authentication", "d-decisions", "e-logout"])
    + Mixture.dealt(
      Variant.readings, to: 4,
      [
        "b-check-authentication", "c-1-partner-authentication", "c-2-configuration",
        "c-3-partner-session", "c-4-partner-profile", "d-decisions", "e-logout", "p-account",
        "x-1-device-identifier", "x-3-access-tokens", "x-5-service-providers",
        "x-6-basic-authentication",
      ])
    + Mixture.dealt(
      Variant.legacy, to: 2,
      [
        "../apple-v1/b-03-configuration", "../apple-v1/b-04-picker",
        "../apple-v1/b-07-framework-response",
        "../apple-v1/b-11-authorization", "../apple-v1/x-1-formats",
      ])

  @Test(arguments: mixtures)
  func `holds a right service for conformant, however it answers`(mixture: Mixture) throws {
    guard let alarm = try Self.alarm(mixture.alteration, mixture.suites) else { return }
    // Which of them it is.
    let single = try mixture.variants.compactMap { variant in
      try Self.alarm(variant.alteration, mixture.suites)
    }
    Issue.record("\(single.isEmpty ? alarm : single.joined(separator: "\n"))")
  }

  @Test(arguments: Variant.silent)
  func `does not even warn where the documents leave it open`(variant: Variant) throws {
    let suites = [
      "b-check-authentication", "c-3-partner-session", "d-decisions", "e-logout", "x-7-errors",
    ]
    let alarm = try Self.alarm(variant.alteration, suites, options: ["--strict"])
    #expect(alarm == nil)
  }

  /// Five are the limit of some MVPDs only, and accounts can have it raised.
  @Test func `asks for too many items only where the profile tells the limit`() throws {
    let alarm = try Self.alarm(
      Variant.legacyWithoutLimit.alteration, ["../apple-v1/b-11-authorization"],
      options: ["--set", "preauthorize_limit=null"])
    #expect(alarm == nil)
  }

  @Test(.enabled(if: LongRun.isWanted, LongRun.how), arguments: Variant.all)
  func `holds a right service for conformant by all suites`(variant: Variant) throws {
    guard LongRun.selects(variant.description) else { return }
    let alarm = try Self.alarm(variant.alteration, [], waits: true)
    #expect(alarm == nil)
  }

  /// What a run holds against a service; nil where it is conformant.
  private static func alarm(
    _ alteration: NamedAlteration, _ suites: [String], options: [String] = [], waits: Bool = false
  ) throws -> String? {
    let server = try AlteringServer(alteration)
    defer { server.stop() }
    let run = try SuiteRun(server, suites: suites, ["--jobs", "8"] + options, waits: waits)
    guard run.status != 0 else { return nil }
    let alarms = try run.failures().map { incident in
      let finding = incident.findings.first
      return "\(incident.location.map { "\($0)" } ?? ""): \(incident.step?.name ?? ""): "
        + "\(finding?.place.description ?? ""): expected \(finding?.expected ?? ""), "
        + "found \(finding?.found ?? "\(incident.problem?.message ?? "")")"
    }
    return "\(alteration): \(Set(alarms).sorted().joined(separator: "\n"))"
  }

  @Test func `names each variant once`() {
    let names = Variant.all.map(\.description)
    #expect(Set(names).count == names.count)
  }
}
