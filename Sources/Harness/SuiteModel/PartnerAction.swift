// SPDX-License-Identifier: Apache-2.0
// The `partner:` of a step.

package import SourceText

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
  /// Of a state: its name. Of a call: its arguments, a map.
  package let argument: ValueTemplate
  /// Of a state: what stands beside its name.
  package let options: [(name: String, value: ValueTemplate)]
  package let position: Position

  package static func == (left: PartnerAction, right: PartnerAction) -> Bool {
    left.call == right.call && left.argument == right.argument && left.position == right.position
      && left.options.elementsEqual(right.options, by: ==)
  }
}
