// SPDX-License-Identifier: Apache-2.0
// The suites of a run, with what belongs to them.

package import Text

/// The suites that were loaded, their fragments and catalogues, and the mistakes found.
package struct SuiteCollection: Sendable {
  package let suites: [Suite]
  package let fragments: [FragmentID: Fragment]
  /// By the name that suites call them.
  package let catalogues: [String: Catalogue]
  /// The facts that a profile may give: all that the suites and their fragments can use.
  package let facts: FactTable
  /// The cookbooks that have a catalogue where the suites can name it, in the order of their names.
  package let cookbooks: [String]
  /// Errors and warnings, in the order of files and places.
  package let diagnostics: [Diagnostic]
  /// The files that were read, for excerpts.
  package let files: [String: SourceFile]

  package init(
    suites: [Suite], fragments: [FragmentID: Fragment], catalogues: [String: Catalogue],
    facts: FactTable,
    cookbooks: [String] = [],
    diagnostics: [Diagnostic], files: [String: SourceFile]
  ) {
    self.suites = suites
    self.fragments = fragments
    self.catalogues = catalogues
    self.facts = facts
    self.cookbooks = cookbooks
    self.diagnostics = diagnostics
    self.files = files
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// What the suites and the fragments have written: their files, in the order of their names.
  package var texts: [[UInt8]] {
    let names = Set(suites.map(\.file) + fragments.keys.map(\.file))
    return names.sorted().compactMap { files[$0]?.bytes }
  }
}
