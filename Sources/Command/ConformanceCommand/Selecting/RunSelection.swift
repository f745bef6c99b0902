// SPDX-License-Identifier: Apache-2.0
// What a command line selects of the suites, for the record of the run.

package import Record
import Runner
package import Suites

/// The selection of a run: the suites that are named, and the options that select scenarios.
package struct RunSelection {
  let arguments: Arguments
  let console: Console

  package init(arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
  }
}

extension RunSelection {
  /// What the run selects, and of how many scenarios; nil where the command line selects nothing.
  ///
  /// Of a cookbook that a named suite judges by, all shipped suites count as well: without them not
  /// the whole cookbook is judged.
  ///
  /// - Parameters:
  ///   - planned: How many scenarios are selected.
  ///   - budget: What the budget has chosen of them; nil without one.
  ///   - suites: The suites to select from, as far as they were loaded.
  package func record(
    planned: Int, budget: BudgetRecord? = nil, of suites: [Suite]
  ) -> SelectionRecord? {
    let selection = arguments.selection
    let paths = arguments.positional
    guard !paths.isEmpty || budget != nil || selection != Selection() else { return nil }
    let others = paths.isEmpty ? 0 : scenarioCount(notIn: suites)
    return SelectionRecord(
      paths: paths, tags: selection.tags, excludedTags: selection.excludedTags,
      names: selection.names, phases: selection.phases, requirements: selection.requirements,
      budget: budget, selected: planned - (budget?.leftOut ?? 0),
      total: others + suites.filter { !$0.isPreflight }.reduce(0) { $0 + $1.scenarios.count })
  }

  /// How many scenarios the shipped suites of the same cookbooks have that were not named.
  private func scenarioCount(notIn suites: [Suite]) -> Int {
    let cookbooks = Set(suites.compactMap(\.cookbook))
    guard !cookbooks.isEmpty else { return 0 }
    // A file may be named by another path.
    let known = Dictionary(grouping: suites, by: \.name)
    return SuiteLocation.outlines(shippedFor: console).reduce(0) { count, suite in
      let counts =
        !suite.isPreflight && suite.cookbook.map(cookbooks.contains) == true
        && known[suite.name]?.contains { $0.digest == suite.digest } != true
      return counts ? count + suite.scenarioCount : count
    }
  }
}
