// SPDX-License-Identifier: Apache-2.0
// What a command line selects of the suites, and what selects nothing.

package import Formats
package import Record
package import Runner
package import Suites
import Text

extension Arguments {
  /// The selection of a run, and of how many scenarios; nil where the command line selects nothing.
  ///
  /// All shipped suites of a cookbook by which a named suite judges count as well: without them not
  /// the whole cookbook is judged.
  ///
  /// - Parameters:
  ///   - planned: How many scenarios are selected.
  ///   - budget: What the budget has chosen of them; nil without one.
  ///   - suites: The suites to select from, as far as they were loaded.
  package func selectionRecord(
    planned: Int, budget: BudgetRecord? = nil, of suites: [Suite], _ console: Console
  ) -> SelectionRecord? {
    let (selection, paths) = (selection, positional)
    guard !paths.isEmpty || budget != nil || selection != Selection() else { return nil }
    let others = paths.isEmpty ? 0 : scenarioCount(notIn: suites, console)
    return SelectionRecord(
      paths: paths, tags: selection.tags, excludedTags: selection.excludedTags,
      names: selection.names, phases: selection.phases, requirements: selection.requirements,
      budget: budget, selected: planned - (budget?.leftOut ?? 0),
      total: others + suites.filter { !$0.isPreflight }.reduce(0) { $0 + $1.scenarios.count })
  }

  /// How many scenarios the shipped suites of the same cookbooks have that were not named.
  private func scenarioCount(notIn suites: [Suite], _ console: Console) -> Int {
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

extension SuiteCollection {
  /// Checks that each word of a selection selects something: else it is a typing mistake, and a run
  /// that leaves out what it names would not say so.
  ///
  /// - Parameter facts: Those of the target, which names of scenarios may hold.
  /// - Throws: `UsageError` for the first word that selects nothing, with the nearest one.
  package func check(
    _ selection: Selection, facts: [String: JSONValue]
  ) throws(UsageError) {
    let tags = Set(selectable.flatMap(\.scenario.tags)).sorted()
    for (option, words) in [("tag", selection.tags), ("exclude-tag", selection.excludedTags)] {
      for tag in words where !tags.contains(tag) {
        let hint = Suggestion.nearest(to: tag, among: tags).map { ", did you mean '\($0)'?" }
        throw UsageError(
          "--\(option) '\(tag)': no scenario has this tag\(hint ?? "; 'list' shows all")")
      }
    }
    let phases = Set(suites.compactMap(\.phase)).sorted()
    for phase in selection.phases where !phases.contains(phase) {
      let known =
        phases.isEmpty ? "no suite names one" : "there are \(phases.joined(separator: ", "))"
      throw UsageError("--phase '\(phase)': no suite is of this phase; \(known)")
    }
    try checkRequirements(selection.requirements)
    for name in selection.names {
      let one = Selection(names: [name])
      let found = selectable.filter {
        one.includes($0.scenario, of: $0.suite, in: self, facts: facts)
      }
      let hint = hint(for: name)
      // A row of a live table may have any name. One of several words that is nearly that of another
      // scenario is more likely a typing mistake.
      let isGuess = found.allSatisfy {
        !one.includesAsWritten($0.scenario, of: $0.suite, in: self, facts: facts)
      }
      guard !found.isEmpty, !isGuess || hint.isEmpty || !name.contains(" ") else {
        throw UsageError(
          "--scenario '\(name)': no scenario has this name"
            + (hint.isEmpty ? "; 'list' shows all" : hint))
      }
    }
  }

  private var selectable: [(suite: Suite, scenario: Scenario)] {
    suites.filter { !$0.isPreflight }.flatMap { suite in
      suite.scenarios.map { (suite, $0) }
    }
  }

  private func checkRequirements(_ ids: [String]) throws(UsageError) {
    guard !ids.isEmpty else { return }
    let covered = selectable.reduce(into: Set<String>()) {
      $0.formUnion(requirements(coveredBy: $1.scenario))
    }
    for id in ids where !covered.contains(id) {
      let known = catalogues.values.lazy.compactMap { $0.requirements[id] }.first
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
    for (_, scenario) in selectable {
      let words = scenario.name.text.split(separator: " ")
      guard words.count >= length else { continue }
      for start in 0...(words.count - length) {
        parts.insert(words[start..<(start + length)].joined(separator: " "))
      }
    }
    return Suggestion.hint(for: text, among: parts.sorted())
  }
}
