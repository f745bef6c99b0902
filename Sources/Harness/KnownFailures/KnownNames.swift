// SPDX-License-Identifier: Apache-2.0
// The names that a list of known failures can name.

package import Results

/// The cases and the requirements that there are.
package struct KnownNames: Sendable {
  /// A scenario or a rule.
  package struct Case: Sendable {
    package var subject: JudgedParty
    package var file: String
    /// The texts of its name around what only a run fills in; one for most names.
    package var nameParts: [String]
    /// Whether nothing is judged without it.
    package var isPreflight: Bool

    package init(
      subject: JudgedParty, file: String, nameParts: [String], isPreflight: Bool = false
    ) {
      self.subject = subject
      self.file = file
      self.nameParts = nameParts
      self.isPreflight = isPreflight
    }
  }

  /// By their whole names.
  private var plain: [String: [Case]] = [:]
  /// Those of which a run fills in a part of the name.
  private var open: [Case] = []
  package let requirements: Set<String>

  package init(cases: [Case], requirements: Set<String>) {
    self.requirements = requirements
    for item in cases {
      if item.nameParts.count == 1 {
        plain[item.nameParts[0], default: []].append(item)
      } else {
        open.append(item)
      }
    }
  }
}

extension KnownNames {
  /// The cases of a subject that have this name, or may get it.
  func cases(of subject: JudgedParty, named name: String) -> [Case] {
    let exact = (plain[name] ?? []).filter { $0.subject == subject }
    return exact.isEmpty
      ? open.filter { $0.subject == subject && Self.matches(name, $0.nameParts) } : exact
  }

  func names(of subject: JudgedParty) -> [String] {
    plain.filter { $0.value.contains { $0.subject == subject } }.keys.sorted()
  }

  /// Whether a name is these parts with anything between them.
  private static func matches(_ name: String, _ parts: [String]) -> Bool {
    guard let first = parts.first, let last = parts.last, name.hasPrefix(first) else {
      return false
    }
    var rest = name.dropFirst(first.count)
    guard rest.hasSuffix(last) else { return false }
    rest = rest.dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
