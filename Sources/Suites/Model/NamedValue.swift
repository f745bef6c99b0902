// SPDX-License-Identifier: Apache-2.0
// A value that a step gives under a name.

package import Expectations
package import Text

/// A value that a step gives under a name.
package struct NamedValue: Sendable, Equatable {
  package let name: String
  package let value: ValueTemplate
  /// The position of the name.
  package let position: Position
}
