// SPDX-License-Identifier: Apache-2.0
// The order in which the scenarios of a run begin.

import PartnerFramework

/// The order in which the scenarios of a run begin: first those that will wait, the longest before
/// the others, since all else is done meanwhile; then the others as the suites have them.
struct StartingOrder {
  struct Place {
    /// The index of the suite.
    let suite: Int
    /// The index in the suite.
    let scenario: Int
    /// The index among the scenarios of all suites.
    let index: Int
  }

  private let places: [Place]

  init(_ suites: [Plan.PlannedSuite], _ context: RunContext) {
    var forecast = WaitForecast(
      context.fragments, canSetClock: context.surroundings.framework.followsClock)
    var waiting: [(place: Place, duration: Duration)] = []
    var others: [Place] = []
    var index = 0
    for (number, suite) in suites.enumerated() {
      for (scenario, planned) in suite.scenarios.enumerated() {
        let place = Place(suite: number, scenario: scenario, index: index)
        let isRun = planned.skip == nil && planned.verdict == nil
        let duration = isRun ? forecast.duration(of: planned.scenario) : .zero
        if duration > .zero { waiting.append((place, duration)) } else { others.append(place) }
        index += 1
      }
    }
    // The sort is stable.
    places = waiting.sorted { $0.duration > $1.duration }.map(\.place) + others
  }

  subscript(_ turn: Int) -> Place { places[turn] }
}
