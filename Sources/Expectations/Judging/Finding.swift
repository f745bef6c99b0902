// SPDX-License-Identifier: Apache-2.0
// One difference between an answer and what the suite expects.

package import Text

/// One difference between an answer and what the suite expects.
///
/// The file of `position` is the file of the step that the finding belongs to.
package struct Finding: Sendable {
  package var place: Place
  /// Where the suite states the expectation.
  package let position: Position
  /// As the suite writes it, cut to a length that a line of a report can hold.
  package let expectedText: QuotingText
  /// The same in words, for people who know no suite, as the end of a sentence; nil where
  /// `expectedText` is in words.
  package var wordsText: QuotingText?
  /// The parts of the expectation that reports decide by.
  package var expectedValue: ExpectedValue
  /// The value that came, cut in the same way.
  package let foundValue: FoundValue
  /// The closest thing in the answer, or why it differs: a sentence without a full stop, if useful.
  package var nearestText: QuotingText?
  /// How the answer gives more than it may; nil for another difference.
  package var excess: Excess?
  /// The calls whose order or distance is wrong, for a rule about these; nil for another finding.
  package var order: CallOrder?

  /// What a value is that is more than the suite accepts.
  package enum Excess: String, Sendable, CaseIterable {
    /// It must be missing.
    case unwanted
    /// It grants what must be refused, or stands in what may be missing.
    case granted
  }

  package init(
    place: Place, position: Position, expected: QuotingText, found: FoundValue,
    nearest: QuotingText? = nil, words: QuotingText? = nil, excess: Excess? = nil,
    order: CallOrder? = nil, _ expectedValue: ExpectedValue = ExpectedValue()
  ) {
    self.place = place
    self.position = position
    expectedText = expected
    wordsText = words
    self.expectedValue = expectedValue
    foundValue = found
    nearestText = nearest
    self.excess = excess
    self.order = order
  }

  /// `expectedText`, written. Nothing is masked in it before the finding is recorded.
  package var expected: String { expectedText.description }
  /// The expected value in words.
  package var words: String { wordsText?.description ?? expected }
  /// `foundValue`, written. Nothing is masked in it before the finding is recorded.
  package var found: String { foundValue.text.description }
  /// Whether there is no value.
  package var isMissing: Bool { foundValue.kind == .nothing }
  /// `nearestText`, written. Nothing is masked in it before the finding is recorded.
  package var nearest: String? { nearestText?.description }

  /// `/profiles/0/type: expected "appleSSO", found "regular"`, or `…, missing`, in words.
  package var told: QuotingText { quoting(wordsText ?? expectedText) }

  private func quoting(_ expected: QuotingText) -> QuotingText {
    let outcome: QuotingText = isMissing ? "missing" : "found \(foundValue.text)"
    return "\(place): expected \(expected), \(outcome)"
  }
}

extension Finding: CustomStringConvertible {
  /// `/profiles/0/type: expected appleSSO, found "regular"`, or `…, missing`, as the suite writes it.
  package var description: String { quoting(expectedText).description }

  /// `found "regular"`, or `missing`.
  ///
  /// - Parameter text: `found` in the form that a report needs: cut, escaped.
  package func outcome(_ text: String) -> String {
    isMissing ? "missing" : "found \(text)"
  }
}

extension Finding: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(position)
    hasher.combine(expectedText)
    hasher.combine(foundValue)
  }
}
