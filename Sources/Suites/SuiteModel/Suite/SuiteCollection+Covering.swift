// SPDX-License-Identifier: Apache-2.0
// The steps by which a scenario covers requirements.

extension SuiteCollection {
  /// A step of a scenario, or of a fragment that it uses, with what it covers.
  package struct CoveringStep {
    package let cover: Cover
    package let step: Step
  }

  /// The first step for each requirement that a scenario and its fragments cover.
  package func covering(_ scenario: Scenario) -> [CoveringStep] {
    var found: [CoveringStep] = []
    var seen: Set<String> = []
    var visited: Set<FragmentID> = []
    var rest = [scenario.steps + scenario.finalSteps]
    while let steps = rest.popLast() {
      for step in steps {
        for cover in step.covers where seen.insert(cover.id).inserted {
          found.append(CoveringStep(cover: cover, step: step))
        }
        if case .use(let use) = step.action, visited.insert(use.fragment).inserted,
          let fragment = fragments[use.fragment]
        {
          rest.append(fragment.steps)
        }
      }
    }
    return found
  }

  /// The ids that the steps of a scenario and of its fragments cover, each once.
  package func requirements(coveredBy scenario: Scenario) -> [String] {
    covering(scenario).map(\.cover.id)
  }
}
