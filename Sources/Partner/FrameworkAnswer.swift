// SPDX-License-Identifier: Apache-2.0
// What a framework answers in a state.

package import Formats

/// The answer to one call in a state.
package struct FrameworkAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case json(JSONValue)
    /// The call never answers.
    case never
  }

  package let call: PartnerCall
  package let outcome: Outcome
  /// The declared values after the call, as they go on the wire.
  package let values: [String?]
}
