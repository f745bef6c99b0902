// SPDX-License-Identifier: Apache-2.0
// A verdict depends on the service alone: not on the number of jobs, the order, or what else runs.

import Record
import SelfTest
import TestSupport
import Testing

@Suite struct IndependenceTests {
  private static let suites = [
    "c-3-partner-session", "c-4-partner-profile", "d-decisions", "e-logout",
  ]

  /// Verdicts by the names of suite and scenario.
  private static func verdicts(
    _ service: Deviation, _ suites: [String], _ options: [String], waits: Bool = false
  ) throws -> [String: Verdict.Kind] {
    let server = try AlteringServer(service)
    defer { server.stop() }
    let judgement = try SuiteRun(server, suites: suites, options, waits: waits).judgement()
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
    #expect(failed.count == (isRight ? 0 : 3))
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
