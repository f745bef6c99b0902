// SPDX-License-Identifier: Apache-2.0
// The platform of a device.

package import Text

/// A platform of devices as a suite names it.
package struct Platform: Sendable, Equatable {
  package let name: String
  package let position: Position

  package init(name: String, position: Position) {
    self.name = name
    self.position = position
  }
}
