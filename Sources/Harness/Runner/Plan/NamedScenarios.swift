// SPDX-License-Identifier: Apache-2.0
// Scenarios by the names that a report gives them.

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

  /// Whether one of them has a name that consists of these parts with any texts between them.
  func mayContain(_ parts: [String], of suite: Suite) -> Bool {
    names[Key(suite)]?.contains { Self.mayBe(parts, $0) } ?? false
  }

  private static func mayBe(_ parts: [String], _ name: String) -> Bool {
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return parts.joined() == name
    }
    guard name.utf8.count >= first.utf8.count + last.utf8.count, name.hasPrefix(first),
      name.hasSuffix(last)
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part)
      else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
