// SPDX-License-Identifier: Apache-2.0
// The settings of a target's profile in the record of a run.

package import Formats
package import Suites
import Text

/// The settings of a target's profile, without secrets.
package struct ProfileRecord: Sendable, Equatable {
  /// A fact, with its value. That of a secret one is `‹set›`.
  package struct Fact: Sendable, Equatable {
    package var name: String
    package var value: JSONValue
  }

  /// Stands for the value of a secret fact.
  package static let hiddenValue = "‹set›"

  /// In the order of the profile.
  package var facts: [Fact]
  /// The cookbooks that the profile chose; nil for those of all suites.
  package var cookbooks: [String]?
  /// nil for any pace.
  package var rate: Profile.Rate?
  package var clockTolerance: Duration
  package var connectTimeout: Duration
  package var responseTimeout: Duration
}
