// SPDX-License-Identifier: Apache-2.0
// One thing in an answer that is not as the suite expects.

package import SourceText

/// One thing in an answer that is not as the suite expects.
package struct Mismatch: Sendable, Hashable {
  package let place: Place
  /// Of the pattern, in the suite.
  package let position: Position
  /// In the suite's own words, at most `Wording.limit` characters.
  package let expected: String
  /// What came, at most `Wording.limit` characters; `nothing` for what is missing. Not masked.
  package let found: String
  /// What is closest to the expected, or why it is not that; a sentence without a full stop.
  package let nearest: String?

  package init(
    place: Place, position: Position, expected: String, found: String, nearest: String? = nil
  ) {
    self.place = place
    self.position = position
    self.expected = expected
    self.found = found
    self.nearest = nearest
  }
}

extension Mismatch: CustomStringConvertible {
  /// `/profiles/0/type: expected appleSSO, found "regular"`.
  package var description: String { "\(place): expected \(expected), found \(found)" }
}

extension Mismatch {
  /// What is wrong, as a part of another sentence.
  var sentence: String {
    if let nearest { return nearest }
    if found == Wording.nothing { return "\(place.name) is missing" }
    return "\(place.name) is \(found); expected \(expected)"
  }
}
