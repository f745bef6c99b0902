// SPDX-License-Identifier: Apache-2.0
// A suite file that was read.

package import Text

/// A suite: scenarios about one part of a cookbook.
package struct Suite: Sendable, Equatable {
  package let name: String
  package let about: String?
  /// The file's path as the user wrote it.
  package let file: String
  /// SHA-256 of the file, in hexadecimal.
  package let digest: String
  package let cookbook: String?
  package let phase: String?
  /// Whether it asks for what the run cannot go on without, and is run before the others.
  package let isPreflight: Bool
  /// Whether it goes through its cookbook from the first step to the last.
  package let isWalk: Bool
  /// Names of variables whose values reports must not show.
  package let secrets: [String]
  package internal(set) var scenarios: [Scenario]
  package let position: Position
}
