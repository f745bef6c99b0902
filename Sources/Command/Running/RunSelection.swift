// SPDX-License-Identifier: Apache-2.0
// What a command line selects of the suites, and what selects nothing.

package import Formats
package import Record
package import Runner
package import Suites
import Text

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
    guard !cookbooks.isEmpty, let folder = SuiteLocation.shipped(console) else { return 0 }
    // A file may be named by another path.
    let known = Dictionary(grouping: suites, by: \.name)
    let shipped = SuiteLoader.load([folder], shipped: folder, files: SuiteLocation.files)
    return shipped.suites.reduce(0) { count, suite in
      let counts =
        !suite.isPreflight && suite.cookbook.map(cookbooks.contains) == true
        && known[suite.name]?.contains { $0.digest == suite.digest } != true
      return counts ? count + suite.scenarios.count : count
    }
  }
}

/// Checks that each word of a selection selects something: else it is a typing mistake, and a run that
/// leaves out what it names would say nothing of that.
package struct SelectionCheck {
  let collection: SuiteCollection
  /// Those of the target, which names of scenarios may hold.
  let facts: [String: JSONValue]

  package init(collection: SuiteCollection, facts: [String: JSONValue]) {
    self.collection = collection
    self.facts = facts
  }
}

extension SelectionCheck {
  /// - Throws: `UsageError` for the first word that selects nothing, with the nearest one.
  package func check(_ selection: Selection) throws(UsageError) {
    let tags = Set(scenarios.flatMap(\.scenario.tags)).sorted()
    for (option, words) in [("tag", selection.tags), ("exclude-tag", selection.excludedTags)] {
      for tag in words where !tags.contains(tag) {
        let hint = Suggestion.nearest(to: tag, among: tags).map { ", did you mean '\($0)'?" }
        throw UsageError(
          "--\(option) '\(tag)': no scenario has this tag\(hint ?? "; 'list' shows all")")
      }
    }
    let phases = Set(collection.suites.compactMap(\.phase)).sorted()
    for phase in selection.phases where !phases.contains(phase) {
      let known =
        phases.isEmpty ? "no suite names one" : "there are \(phases.joined(separator: ", "))"
      throw UsageError("--phase '\(phase)': no suite is of this phase; \(known)")
    }
    try checkRequirements(selection.requirements)
    for name in selection.names {
      let one = Selection(names: [name])
      let found = scenarios.filter {
        one.includes($0.scenario, of: $0.suite, in: collection, facts: facts)
      }
      let hint = hint(for: name)
      // A row of a live table may have any name. One of several words that is nearly that of another
      // scenario is more likely a typing mistake.
      let isGuess = found.allSatisfy {
        !one.includesAsWritten($0.scenario, of: $0.suite, in: collection, facts: facts)
      }
      guard !found.isEmpty, !isGuess || hint.isEmpty || !name.contains(" ") else {
        throw UsageError(
          "--scenario '\(name)': no scenario has this name"
            + (hint.isEmpty ? "; 'list' shows all" : hint))
      }
    }
  }

  private var scenarios: [(suite: Suite, scenario: Scenario)] {
    collection.suites.filter { !$0.isPreflight }.flatMap { suite in
      suite.scenarios.map { (suite, $0) }
    }
  }

  private func checkRequirements(_ ids: [String]) throws(UsageError) {
    guard !ids.isEmpty else { return }
    let covered = scenarios.reduce(into: Set<String>()) {
      $0.formUnion(collection.requirements(coveredBy: $1.scenario))
    }
    for id in ids where !covered.contains(id) {
      let known = collection.catalogues.values.lazy.compactMap { $0.requirements[id] }.first
      if let known {
        let why = known.excuse.map { ": \($0)" } ?? "; 'coverage' shows what they cover"
        throw UsageError("--requirement '\(id)': no scenario covers it\(why)")
      }
      let hint = Suggestion.hint(for: id, among: covered.sorted())
      throw UsageError("--requirement '\(id)': no catalogue has this requirement\(hint)")
    }
  }

  /// The part of a name that a text was meant to be: of as many words as the text has.
  private func hint(for text: String) -> String {
    let length = max(1, text.split(separator: " ").count)
    var parts: Set<String> = []
    for (_, scenario) in scenarios {
      let words = scenario.name.text.split(separator: " ")
      guard words.count >= length else { continue }
      for start in 0...(words.count - length) {
        parts.insert(words[start..<(start + length)].joined(separator: " "))
      }
    }
    return Suggestion.hint(for: text, among: parts.sorted())
  }
}
