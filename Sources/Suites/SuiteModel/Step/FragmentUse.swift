// SPDX-License-Identifier: Apache-2.0
// The `use:` of a step.

package import Text

/// A fragment that a step runs, with its arguments.
package struct FragmentUse: Sendable, Equatable {
  package let fragment: FragmentID
  /// With the position of each name.
  package let arguments: [(name: String, value: ValueTemplate, position: Position)]
  package let position: Position

  package static func == (left: FragmentUse, right: FragmentUse) -> Bool {
    left.fragment == right.fragment && left.position == right.position
      && left.arguments.elementsEqual(right.arguments, by: ==)
  }
}
