// SPDX-License-Identifier: Apache-2.0
// A finding as a part of another sentence.

extension Finding {
  /// The finding as a part of another sentence.
  var sentence: QuotingText {
    if let nearestText { return nearestText }
    if found == Finding.nothing { return "\(place.name) is missing" }
    return "\(place.name) is \(foundText); expected \(expectedText)"
  }
}
