// SPDX-License-Identifier: Apache-2.0
// A sequence of steps that suites share.

package import SourceText
package import Templates

/// A fragment by the file that it stands in and its name there.
package struct FragmentID: Sendable, Hashable {
  package let file: String
  package let name: String
}

/// Steps under a name, with what they take and give.
package struct Fragment: Sendable, Equatable {
  package struct Parameter: Sendable, Equatable {
    package let name: String
    /// nil where it must be given.
    package let fallback: ValueTemplate?
    package let position: Position
  }

  package let id: FragmentID
  package let about: String?
  package let takes: [Parameter]
  package let gives: [String]
  /// Runs once in a run for each set of values taken, and shares what it gives.
  package let isShared: Bool
  package let steps: [Step]
  package let position: Position
}
