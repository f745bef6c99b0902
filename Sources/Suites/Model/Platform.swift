// SPDX-License-Identifier: Apache-2.0
// A platform of devices as a suite names it.

package import Text

/// A platform of devices as a suite names it.
package struct Platform: Sendable, Equatable {
  package let name: String
  package let position: Position
}
