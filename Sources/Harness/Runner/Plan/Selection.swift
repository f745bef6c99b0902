// SPDX-License-Identifier: Apache-2.0
// Which scenarios a person wants of those that there are.

package import SuiteModel

/// A choice among the scenarios: all that are asked for must hold.
package struct Selection: Sendable, Equatable {
  /// The scenario has one of these tags; empty for any.
  package var tags: [String]
  /// Its name contains one of these texts, or is matched by one with `*` and `?`; empty for any.
  package var names: [String]

  package init(tags: [String] = [], names: [String] = []) {
    self.tags = tags
    self.names = names
  }

  package var isEverything: Bool { tags.isEmpty && names.isEmpty }
}

extension Selection {
  package func includes(_ scenario: Scenario, of suite: Suite) -> Bool {
    let hasTag = tags.isEmpty || tags.contains(where: scenario.tags.contains)
    let name = scenario.name.text
    return hasTag && (names.isEmpty || names.contains { Self.matches(name, $0) })
  }

  /// A pattern without `*` and `?` is a part of the name; letters compare without case.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    let name = name.lowercased()
    let pattern = pattern.lowercased()
    guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return name.contains(pattern) }
    return globMatches(Array(name), Array(pattern))
  }

  /// Linear but for backtracking to the last `*`, which is enough for globs.
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
