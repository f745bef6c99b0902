// SPDX-License-Identifier: Apache-2.0
// A suite file that was read and found right.

package import Catalogues
package import SourceText

/// A suite: scenarios about one part of a cookbook.
package struct Suite: Sendable, Equatable {
  package let name: String
  package let about: String?
  /// The file's name as the user wrote it.
  package let file: String
  /// SHA-256 of the file, in hexadecimal.
  package let digest: String
  package let cookbook: String?
  package let phase: String?
  /// Names of variables whose values are in no report.
  package let secrets: [String]
  package let scenarios: [Scenario]
  package let position: Position
}

/// All that was read for a run.
package struct SuiteCollection: Sendable {
  package let suites: [Suite]
  package let fragments: [FragmentID: Fragment]
  /// By the name that suites call them.
  package let catalogues: [String: Catalogue]
  /// Mistakes and doubts, in the order of files and places.
  package let diagnostics: [Diagnostic]
  /// The files that were read, for excerpts.
  package let files: [String: SourceFile]

  package init(
    suites: [Suite], fragments: [FragmentID: Fragment], catalogues: [String: Catalogue],
    diagnostics: [Diagnostic], files: [String: SourceFile]
  ) {
    self.suites = suites
    self.fragments = fragments
    self.catalogues = catalogues
    self.diagnostics = diagnostics
    self.files = files
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
