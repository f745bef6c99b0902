// SPDX-License-Identifier: Apache-2.0
// A remark on a step: an event, or an answer that would have been right as well.

package import Expectations

/// A remark on a step.
package struct StepNote: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Something that happened: sent again on a new connection, waited after a 429.
    case event
    /// An answer that would have been right as well.
    case alternative
  }

  package var kind = Kind.event
  package var text: QuotingText

  /// - Parameter text: Without the words "also allowed" of an alternative.
  package init(_ kind: Kind = .event, _ text: QuotingText) {
    self.kind = kind
    self.text = text
  }

  /// An event in a text that may hold secrets.
  package static func text(_ text: String) -> StepNote { StepNote(.event, .text(text)) }
}

extension StepNote: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(.event, QuotingText(words: value)) }

  package init(stringInterpolation: QuotingText.StringInterpolation) {
    self.init(.event, QuotingText(stringInterpolation: stringInterpolation))
  }
}

extension StepNote: CustomStringConvertible {
  /// The whole remark: `also allowed: refused: the status is 400`.
  package var description: String {
    kind == .alternative ? "also allowed: \(text)" : text.description
  }
}
