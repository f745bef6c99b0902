// SPDX-License-Identifier: Apache-2.0
// Selects scenarios by tag and name.

package import SuiteModel
import Templates

/// Selects scenarios by tag and name; a scenario has to match both.
package struct Selection: Sendable, Equatable {
  /// The scenario has one of these tags; an empty list selects all.
  package var tags: [String]
  /// Texts, or patterns with `*` and `?`. The name contains one of the texts, or one of the
  /// patterns matches the whole name; an empty list selects all.
  package var names: [String]

  package init(tags: [String] = [], names: [String] = []) {
    self.tags = tags
    self.names = names
  }
}

extension Selection {
  /// Whether a scenario is selected.
  package func includes(_ scenario: Scenario, of suite: Suite) -> Bool {
    let hasTag = tags.isEmpty || tags.contains(where: scenario.tags.contains)
    let name = scenario.name.text
    return hasTag && (names.isEmpty || names.contains { Self.matches(name, $0) })
  }

  /// Whether a name contains a text, or a pattern with `*` or `?` matches it; ignores case.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    let name = name.lowercased()
    let pattern = pattern.lowercased()
    guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return name.contains(pattern) }
    return globMatches(Array(name), Array(pattern))
  }

  /// Whether a pattern matches the whole name. Backtracks to the last `*` only, which is enough.
  private static func globMatches(_ name: [Character], _ pattern: [Character]) -> Bool {
    var (nameIndex, patternIndex) = (0, 0)
    var star: (name: Int, pattern: Int)?
    while nameIndex < name.count {
      if patternIndex < pattern.count, pattern[patternIndex] == "*" {
        star = (nameIndex, patternIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count,
        pattern[patternIndex] == "?" || pattern[patternIndex] == name[nameIndex]
      {
        nameIndex += 1
        patternIndex += 1
      } else if let last = star {
        star = (last.name + 1, last.pattern)
        nameIndex = last.name + 1
        patternIndex = last.pattern + 1
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == "*" }
  }
}
