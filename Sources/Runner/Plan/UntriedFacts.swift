// SPDX-License-Identifier: Apache-2.0
// The facts of a profile that no preflight has tried.

import Expectations
import Formats
import Record
import Redaction
import Suites
import Text

/// The facts of a profile that no preflight has tried: where a scenario that uses one fails, the fact
/// may be another one than its name says.
struct UntriedFacts: Sendable {
  private let places: [String: String]
  private let tried: Set<String>

  init(_ profile: Profile, _ plan: Plan) {
    places = profile.places
    tried = Set(
      plan.preflights.flatMap(\.scenarios).filter { !$0.scenario.isAdvisory && $0.skip == nil }
        .flatMap(\.scenario.needs).map(\.part))
  }

  /// Those that a scenario uses, each with its place: `picker_mvpd in staging.yaml:42`.
  func names(in scenario: Scenario) -> [String] {
    scenario.needs.filter { !tried.contains($0.part) }.compactMap { use in
      places[use.name].map { "\(use.part) in \($0)" }
    }.unique
  }
}

extension FactUse {
  /// The fact, or the member of it that is used: `resources.denied`.
  fileprivate var part: String {
    guard case .member(let member)? = parts.first else { return name }
    return "\(name).\(member)"
  }
}
