// SPDX-License-Identifier: Apache-2.0
// The scenarios that a command line selects, as reports name them.

package import Record
package import Runner
package import Suites

extension Arguments {
  /// The selection of a run, and of how many scenarios; nil where the command line selects nothing.
  ///
  /// All shipped suites of a cookbook by which a named suite judges count as well: without them not
  /// the whole cookbook is judged.
  ///
  /// - Parameters:
  ///   - selection: What the options select.
  ///   - planned: How many scenarios are selected.
  ///   - budget: What the budget has chosen of them; nil without one.
  ///   - collection: The suites to select from, as far as they were loaded.
  package func selectionRecord(
    _ selection: Selection, planned: Int, budget: BudgetRecord? = nil,
    of collection: SuiteCollection, _ console: Console
  ) -> SelectionRecord? {
    let paths = positional
    guard !paths.isEmpty || budget != nil || selection != Selection() else { return nil }
    let others = paths.isEmpty ? 0 : scenarioCount(notIn: collection, console)
    let own = collection.suites.filter { !$0.isPreflight }.reduce(0) { $0 + $1.scenarios.count }
    var record = SelectionRecord(
      selected: planned - (budget?.leftOut ?? 0), total: others + own)
    record.paths = paths
    record.tags = selection.tags
    record.excludedTags = selection.excludedTags
    record.names = selection.names
    record.phases = selection.phases
    record.requirements = selection.requirements
    record.isWalk = selection.walks != nil
    record.budget = budget
    return record
  }

  /// How many scenarios the shipped suites of the same cookbooks have that were not named.
  private func scenarioCount(notIn collection: SuiteCollection, _ console: Console) -> Int {
    guard let folder = SuiteLocation.shipped(console) else { return 0 }
    let own = collection.catalogues.keys
      .filter { Files.kind("\(folder)/cookbooks/\($0).json") != nil }
    if own.isEmpty { return 0 }
    let cookbooks = collection.catalogues.names(chosenBy: own)
    let shipped = SuiteLoader.load(
      [folder], shipped: folder, files: SuiteLocation.files,
      counted: collection.catalogues.filter { cookbooks.contains($0.key) })
    // A file may be named by another path.
    let known = Set(collection.suites.map { [$0.name, $0.digest] })
    return shipped.inEveryRun.suites.filter { !$0.isPreflight }
      .filter { !known.contains([$0.name, $0.digest]) }.reduce(0) { $0 + $1.scenarios.count }
  }
}
