// SPDX-License-Identifier: Apache-2.0
// The fragments that suites use.

import Suites

extension SuiteCollection {
  /// The fragments that the suites use, but for the preflights.
  var usedFragments: Set<FragmentID> {
    var used: Set<FragmentID> = []
    for scenario in suites.lazy.filter({ !$0.isPreflight }).flatMap(\.scenarios) {
      for case .answer(let use, query: _) in scenario.liveTables.map(\.rows) {
        add(use.fragment, to: &used)
      }
      add(scenario.steps + scenario.finalSteps, to: &used)
    }
    return used
  }

  private func add(_ steps: [Step], to used: inout Set<FragmentID>) {
    for case .use(let use) in steps.map(\.action) { add(use.fragment, to: &used) }
  }

  private func add(_ id: FragmentID, to used: inout Set<FragmentID>) {
    guard used.insert(id).inserted, let fragment = fragments[id] else { return }
    add(fragment.steps, to: &used)
  }
}
