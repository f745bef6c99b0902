// SPDX-License-Identifier: Apache-2.0
// A fragment: steps that scenarios share.

package import Text

/// Identifies a fragment by its file and its name there.
package struct FragmentID: Sendable, Hashable {
  package let file: String
  package let name: String
}

/// Steps under a name, with their parameters and results.
package struct Fragment: Sendable, Equatable {
  package struct Parameter: Sendable, Equatable {
    package let name: String
    /// The default; nil for a parameter that users must give.
    package let fallback: ValueTemplate?
    package let position: Position
  }

  package let id: FragmentID
  package let about: String?
  package let takes: [Parameter]
  package let gives: [String]
  /// Whether it runs once in a run for each set of parameters, and all users share the results.
  package let isShared: Bool
  /// How long a shared result holds, from the beginning of the fragment's run; nil for the whole
  /// run of the suites.
  package let freshFor: DurationTemplate?
  /// The rules for applications that all it sends breaks on purpose.
  package let breaks: [BrokenRule]
  package let steps: [Step]
  package let position: Position
}
