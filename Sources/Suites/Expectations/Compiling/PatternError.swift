// SPDX-License-Identifier: Apache-2.0
// A mistake in a pattern as written.

package import Text

/// A mistake in a pattern: what was found and what to write instead, and where it stands.
package struct PatternError: Error, Sendable, Hashable {
  package let message: String
  package let position: Position
  /// How many scalars the mistake is long, from 1.
  package let length: Int

  package init(_ message: String, at position: Position, length: Int = 1) {
    self.message = message
    self.position = position
    self.length = max(1, length)
  }
}
