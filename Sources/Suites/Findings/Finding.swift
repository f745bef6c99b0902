// SPDX-License-Identifier: Apache-2.0
// One difference between an answer and what the suite expects of it.

package import Text

/// One difference between an answer and what the suite expects.
///
/// The file of `position` is the file of the step that the finding belongs to.
package struct Finding: Sendable, Hashable {
  package let place: Place
  /// Where the suite states the expectation.
  package let position: Position
  /// In the suite's own words, cut to a length that a line of a report can hold.
  package let expectedText: QuotingText
  /// What came, cut in the same way; `nothing` for a missing value.
  package let foundText: QuotingText
  /// The closest thing in the answer, or why it does not match: a sentence without a full stop.
  /// nil where that adds nothing.
  package let nearestText: QuotingText?

  package init(
    place: Place, position: Position, expected: QuotingText, found: QuotingText,
    nearest: QuotingText? = nil
  ) {
    self.place = place
    self.position = position
    expectedText = expected
    foundText = found
    nearestText = nearest
  }
}

extension Finding {
  /// `expectedText`, written. Nothing is masked in it before the finding is recorded.
  package var expected: String { expectedText.description }
  /// `foundText`, written. Nothing is masked in it before the finding is recorded.
  package var found: String { foundText.description }
  /// `nearestText`, written. Nothing is masked in it before the finding is recorded.
  package var nearest: String? { nearestText?.description }

  /// `/profiles/0/type: expected appleSSO, found "regular"`, or `…, missing`.
  package var quoting: QuotingText {
    let outcome: QuotingText = found == Self.nothing ? "missing" : "found \(foundText)"
    return "\(place): expected \(expectedText), \(outcome)"
  }
}

extension Finding: CustomStringConvertible {
  /// `/profiles/0/type: expected appleSSO, found "regular"`, or `…, missing`.
  package var description: String { "\(place): expected \(expected), \(outcome(found))" }
}

extension Finding {
  /// The value of `found` for a missing value.
  package static let nothing = "nothing"

  /// `found "regular"`, or `missing`.
  ///
  /// - Parameter text: `found` in the form that a report needs: cut, escaped.
  package func outcome(_ text: String) -> String {
    found == Self.nothing ? "missing" : "found \(text)"
  }
}
