// SPDX-License-Identifier: Apache-2.0
// The `partner:` of a step.

package import Text

/// A state that a step puts the framework in, or a call of it.
package struct PartnerAction: Sendable, Equatable {
  package enum Call: String, Sendable, CaseIterable {
    /// (Re)starts the framework in a state.
    case state
    case permission
    case metadata
    case authenticate
  }

  package let call: Call
  /// For a state, its name; for a call, its arguments in a map.
  package let argument: ValueTemplate
  /// For a state, the members beside its name, with the places of their keys.
  package let options: [(name: String, value: ValueTemplate, position: Position)]
  package let position: Position

  package static func == (left: PartnerAction, right: PartnerAction) -> Bool {
    left.call == right.call && left.argument == right.argument && left.position == right.position
      && left.options.elementsEqual(right.options, by: ==)
  }
}
