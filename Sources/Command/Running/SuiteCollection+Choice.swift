// SPDX-License-Identifier: Apache-2.0
// The suites and scenarios that a command line chooses.

import Expectations
package import Formats
import Record
package import Runner
package import Suites
import Text

extension SuiteCollection {
  /// The suites of the cookbooks that `--cookbook` names, else of those that the target's profile
  /// does, and of those that they extend. Without either, all.
  ///
  /// - Throws: `UsageError` for a cookbook without a suite.
  func chosen(by arguments: Arguments) throws(UsageError) -> SuiteCollection {
    let named = arguments.all(Option.cookbook.name)
    let known = Set(catalogues.keys).union(cookbooksOfSuites).sorted()
    for name in named where !known.contains(name) {
      // A suite of it may be one that can't be read.
      if hasErrors, cookbooks.contains(name) { continue }
      throw UsageError(
        "--cookbook '\(name)': no suite is of this cookbook"
          + Suggestion.hint(for: name, among: known) + "; there are \(Wording.list(known))")
    }
    let left = judging(by: TargetChoice.claimed(arguments))
    // The reader of the profile reports that its cookbooks leave nothing.
    return named.isEmpty && left.suites.isEmpty ? self : left
  }

  /// The scenarios of every run, or all where `--tag` or `--scenario` may mean one of a deep run.
  func withoutDeep(_ arguments: Arguments) -> SuiteCollection {
    arguments.all("tag").contains(Scenario.deepTag) || !arguments.all("scenario").isEmpty
      ? self : inEveryRun
  }

  /// Checks that each word of a selection selects something: else it is a typing mistake, and a run
  /// that leaves out what it names would not say so.
  ///
  /// - Parameter facts: Those of the target, which names of scenarios may hold.
  /// - Throws: `UsageError` for the first word that selects nothing, with the nearest one.
  package func requireMatches(of selection: Selection, facts: [String: JSONValue])
    throws(UsageError)
  {
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
    suites.filter { !$0.isPreflight }.flatMap { suite in suite.scenarios.map { (suite, $0) } }
  }

  private func checkRequirements(_ ids: [String]) throws(UsageError) {
    guard !ids.isEmpty else { return }
    let covered = selectable.reduce(into: Set<String>()) {
      $0.formUnion(requirements(coveredBy: $1.scenario))
    }
    for id in ids where !covered.contains(id) {
      if let known = catalogues.values.requirement(id) {
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
