// SPDX-License-Identifier: Apache-2.0
// Selects scenarios by tag, name, phase and requirement.

import Expectations
package import Formats
package import Suites
import Text

/// Selects scenarios by tag, name, phase and requirement; a scenario has to match all of them.
package struct Selection: Sendable, Equatable {
  /// The scenario has one of these tags; an empty list selects all.
  package var tags: [String]
  /// The tags that exclude a scenario.
  package var excludedTags: [String]
  /// The name contains one of these texts, or matches a pattern with `*` or `?`; empty for all.
  package var names: [String]
  /// The suite is of one of these phases of its cookbook; an empty list selects all.
  package var phases: [String]
  /// The scenario or its fragments cover one of these requirements; an empty list selects all.
  package var requirements: [String]
  /// The cookbooks whose walks alone are selected, without preflights; nil for all suites.
  package var walks: [String]?

  package init(
    tags: [String] = [], excludedTags: [String] = [], names: [String] = [],
    phases: [String] = [], requirements: [String] = [], walks: [String]? = nil
  ) {
    self.walks = walks
    self.tags = tags
    self.excludedTags = excludedTags
    self.names = names
    self.phases = phases
    self.requirements = requirements
  }

  /// Whether a scenario is selected, by its written or reported name; by any row's for a table.
  ///
  /// - Parameters:
  ///   - collection: Has the fragments that the scenario uses.
  ///   - facts: The target's facts, which names may hold.
  package func includes(
    _ scenario: Scenario, of suite: Suite, in collection: SuiteCollection,
    facts: [String: JSONValue] = [:]
  ) -> Bool {
    guard tags.isEmpty || tags.contains(where: scenario.tags.contains),
      !excludedTags.contains(where: scenario.tags.contains),
      phases.isEmpty || suite.phase.map(phases.contains) == true, includesWalk(suite)
    else { return false }
    if !requirements.isEmpty {
      let covered = collection.requirements(coveredBy: scenario)
      guard requirements.contains(where: covered.contains) else { return false }
    }
    return includes(nameOf: scenario, facts: facts)
  }

  /// Whether a suite is not left out because only walks are selected.
  package func includesWalk(_ suite: Suite) -> Bool {
    guard let walks else { return true }
    return suite.isWalk && suite.cookbook.map(walks.contains) == true
  }

  /// Whether a scenario is selected by its name.
  func includes(nameOf scenario: Scenario, facts: [String: JSONValue]) -> Bool {
    if includes(name: scenario.name.text) { return true }
    let parts = scenario.name.wildcard(facts: facts).parts
    if scenario.liveTables.isEmpty { return includes(name: parts.joined(separator: "")) }
    return names.contains { Self.mayMatch(parts, $0) }
  }

  /// The selection of rows of live tables, by the names that nothing else has; nil without any.
  func ofRows(in suites: [Suite], facts: [String: JSONValue]) -> Selection? {
    var rows = self
    rows.names.removeAll { name in
      let one = Selection(names: [name])
      return suites.contains { suite in
        suite.scenarios.contains {
          one.includes(nameOf: $0, facts: facts) && one.includesRows(of: $0)
        }
      }
    }
    return rows.names.isEmpty ? nil : rows
  }

  /// Whether a scenario is selected, one with a live table with all its rows.
  package func includesAsWritten(
    _ scenario: Scenario, of suite: Suite, in collection: SuiteCollection,
    facts: [String: JSONValue] = [:]
  ) -> Bool {
    includes(scenario, of: suite, in: collection, facts: facts) && includesRows(of: scenario)
  }

  /// Whether all rows of its live tables are selected, if it has any.
  private func includesRows(of scenario: Scenario) -> Bool {
    scenario.liveTables.isEmpty || includes(name: scenario.name.text)
  }

  /// Whether a scenario of that name is selected.
  func includes(name: String) -> Bool {
    names.isEmpty || names.contains { Self.mayMatch([name], $0) }
  }

  /// Whether a text with gaps may contain a text, or match a whole pattern; ignores case.
  private static func mayMatch(_ parts: [String], _ pattern: String) -> Bool {
    let isText = !pattern.contains { $0 == "*" || $0 == "?" }
    let pattern = Array((isText ? "*\(pattern)*" : pattern).lowercased())
    // nil stands for any text.
    var name: [Character?] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { name.append(nil) }
      name += part.lowercased().map { $0 }
    }
    // reached[j]: whether some text matches both the name so far and j characters of the pattern.
    func closed(_ states: [Bool]) -> [Bool] {
      var states = states
      for index in pattern.indices where pattern[index] == "*" && states[index] {
        states[index + 1] = true
      }
      return states
    }
    var reached = closed([true] + Array(repeating: false, count: pattern.count))
    for character in name {
      var next = Array(repeating: false, count: reached.count)
      for index in reached.indices where reached[index] {
        if let character {
          guard index < pattern.count else { continue }
          if pattern[index] == "*" {
            next[index] = true
          } else if pattern[index] == "?" || pattern[index] == character {
            next[index + 1] = true
          }
        } else {
          // Any text may go over any rest of the pattern.
          for later in index..<next.count { next[later] = true }
        }
      }
      reached = closed(next)
    }
    return reached[pattern.count]
  }
}
