// SPDX-License-Identifier: Apache-2.0
// Finds fragments that nothing uses.

import Text

/// The fragments that scenarios and fragments use.
struct FragmentUses {
  private var used: Set<FragmentID> = []

  mutating func add(_ scenario: Scenario) {
    for table in scenario.liveTables {
      if case .answer(let use, _) = table.rows { used.insert(use.fragment) }
    }
    add(scenario.steps)
    add(scenario.finalSteps)
  }

  mutating func add(_ fragment: Fragment) { add(fragment.steps) }

  private mutating func add(_ steps: [Step]) {
    for case .use(let use) in steps.map(\.action) { used.insert(use.fragment) }
  }

  /// A warning for each of these fragments of a suite that nothing uses; other files can't.
  func warnings(about fragments: [Fragment]) -> [Diagnostic] {
    fragments.filter { !used.contains($0.id) }.map { fragment in
      Diagnostic(
        .warning, "the fragment '\(fragment.id.name)' is never used", file: fragment.id.file,
        at: fragment.position, length: fragment.id.name.unicodeScalars.count)
    }
  }
}
