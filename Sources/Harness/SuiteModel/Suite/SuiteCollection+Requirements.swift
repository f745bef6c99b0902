// SPDX-License-Identifier: Apache-2.0
// The requirements that a scenario covers.

import Catalogues

extension SuiteCollection {
  /// The ids that the steps of a scenario and of its fragments cover, each once.
  package func requirements(coveredBy scenario: Scenario) -> [String] {
    var ids: [String] = []
    var seen: Set<String> = []
    var visited: Set<FragmentID> = []
    var rest = [scenario.steps + scenario.finalSteps]
    while let steps = rest.popLast() {
      for step in steps {
        for cover in step.covers where seen.insert(cover.id).inserted { ids.append(cover.id) }
        if case .use(let use) = step.action, visited.insert(use.fragment).inserted,
          let fragment = fragments[use.fragment]
        {
          rest.append(fragment.steps)
        }
      }
    }
    return ids
  }
}
