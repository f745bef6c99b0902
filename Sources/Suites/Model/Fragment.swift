// SPDX-License-Identifier: Apache-2.0
// Fragments, and the steps that use them.

package import Expectations
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
  /// The lifetime of a shared result, from the fragment's start; nil for the whole run.
  package let freshFor: DurationTemplate?
  /// Whether all it sends breaks the application's part on purpose.
  package let isHostile: Bool
  package let steps: [Step]
  package let position: Position
}

/// A fragment that a step runs, with its arguments.
package struct FragmentUse: Sendable, Equatable {
  package let fragment: FragmentID
  package let arguments: [NamedValue]
  package let position: Position
}
