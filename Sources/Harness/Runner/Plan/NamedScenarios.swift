// SPDX-License-Identifier: Apache-2.0
// Scenarios by the names that a report gives them.

import SourceText
package import SuiteModel

/// Scenarios by their names in reports. As `report diff` sees it, a scenario is the same in another
/// run if cookbook, suite and scenario have the same names.
package struct NamedScenarios: Sendable, Equatable {
  private struct Key: Sendable, Hashable {
    let cookbook: String?
    let suite: String

    init(cookbook: String?, suite: String) {
      self.cookbook = cookbook
      self.suite = suite
    }

    init(_ suite: Suite) { self.init(cookbook: suite.cookbook, suite: suite.name) }
  }

  private var names: [Key: Set<String>] = [:]

  package init() {}
}

extension NamedScenarios {
  package mutating func insert(_ name: String, ofSuite suite: String, cookbook: String?) {
    names[Key(cookbook: cookbook, suite: suite), default: []].insert(name)
  }

  /// Whether one of them is of that name and suite.
  package func contains(_ name: String, of suite: Suite) -> Bool {
    names[Key(suite)]?.contains(name) ?? false
  }

  /// Whether one of them may have a name of which only some parts are known.
  func mayContain(_ name: GappedText, of suite: Suite) -> Bool {
    names[Key(suite)]?.contains(where: name.mayBe) ?? false
  }
}
