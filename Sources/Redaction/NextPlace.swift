// SPDX-License-Identifier: Apache-2.0
// Where the next byte stands that a search is interested in.

/// Where the next byte stands that a search is interested in. It looks at each byte once as long as the
/// places to search from go forward.
struct NextPlace {
  private var known = 0..<0
  private var isKnown = false

  /// The first index from another on that is wanted; the end of the text where there is none.
  mutating func from(
    _ start: Int, to end: Int, _ effort: inout SearchEffort, _ isWanted: (Int) -> Bool
  ) -> Int {
    if isKnown, known.lowerBound <= start, start <= known.upperBound { return known.upperBound }
    let place = (start..<max(start, end)).first(where: isWanted) ?? max(start, end)
    effort.look(at: place - start)
    (known, isKnown) = (start..<place, true)
    return place
  }
}
