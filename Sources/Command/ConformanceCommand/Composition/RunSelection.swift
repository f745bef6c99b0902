// SPDX-License-Identifier: Apache-2.0
// What a command line selects of the suites, for the record of the run.

import Results
import Runner
import SuiteModel

/// The selection of a run: the suites that are named, `--tag` and `--scenario`.
struct RunSelection {
  let arguments: Arguments
  let console: Console
}

extension RunSelection {
  /// What the run selects, and of how many scenarios; nil where the command line selects nothing.
  ///
  /// Of a cookbook that a named suite judges by, all shipped suites count as well: without them not
  /// the whole cookbook is judged.
  ///
  /// - Parameters:
  ///   - planned: How many scenarios are selected.
  ///   - suites: The suites to select from, as far as they were loaded.
  func record(planned: Int, of suites: [Suite]) -> SelectionRecord? {
    let selection = arguments.selection
    let paths = arguments.positional
    guard !paths.isEmpty || selection != Selection() else { return nil }
    let others = paths.isEmpty ? [] : unnamed(suites)
    return SelectionRecord(
      paths: paths, tags: selection.tags, names: selection.names, selected: planned,
      total: (suites + others).filter { !$0.isPreflight }.reduce(0) { $0 + $1.scenarios.count })
  }

  /// The shipped suites of the same cookbooks that were not named.
  private func unnamed(_ suites: [Suite]) -> [Suite] {
    let cookbooks = Set(suites.compactMap(\.cookbook))
    guard !cookbooks.isEmpty, let shipped = SuiteLocation.suites(shippedFor: console) else {
      return []
    }
    // A file may be named by another path.
    let known = Set(suites.map { [$0.name, $0.digest] })
    return shipped.suites.filter { suite in
      suite.cookbook.map(cookbooks.contains) == true && !known.contains([suite.name, suite.digest])
    }
  }
}
