// SPDX-License-Identifier: Apache-2.0
// The names that a list of known failures can name.

package import Results
package import SourceText

/// The cases and the requirements that there are.
package struct KnownNames: Sendable {
  /// A scenario or a rule.
  package struct Case: Sendable {
    package var subject: JudgedParty
    package var file: String
    /// Only a run fills in what is missing; most names are whole.
    package var name: GappedText
    /// Whether nothing is judged without it.
    package var isPreflight: Bool

    package init(
      subject: JudgedParty, file: String, name: GappedText, isPreflight: Bool = false
    ) {
      self.subject = subject
      self.file = file
      self.name = name
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
      if item.name.isWhole {
        plain[item.name.parts.joined(), default: []].append(item)
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
      ? open.filter { $0.subject == subject && $0.name.mayBe(name) } : exact
  }

  func names(of subject: JudgedParty) -> [String] {
    plain.filter { $0.value.contains { $0.subject == subject } }.keys.sorted()
  }
}
