// SPDX-License-Identifier: Apache-2.0
// What comparisons of a pattern with exchanges came to.

/// What comparisons of a pattern, with certain values in it, with its candidates came to, by their places
/// among the candidates. Exchanges are only ever added behind them, so it stays true.
struct KnownComparisons {
  /// By the place.
  private var codes: [UInt8] = []

  private enum Code {
    static let unknown = UInt8(0)
    static let yes = UInt8(1)
    static let no = UInt8(2)
    /// Of an exchange that was made on purpose.
    static let deliberateNo = UInt8(3)
  }

  /// What tells patterns with values apart, within a session.
  struct Key: Hashable {
    /// The number of the compiled pattern.
    let pattern: Int
    /// The values that have to be those of the occasion.
    let same: [Int]
  }

  var byteCount: Int { codes.count }
}

extension KnownComparisons {
  /// Passes over the candidates next to a place that are known not to match.
  ///
  /// - Parameters:
  ///   - places: Where to look.
  ///   - limit: How many candidates may be passed, besides those that were made on purpose.
  /// - Returns: The first place that may match, or one outside; and how many were passed.
  func next(
    from start: Int, in places: Range<Int>, back: Bool, limit: Int
  ) -> (place: Int, passed: Int) {
    codes.withUnsafeBufferPointer { codes in
      var (place, passed) = (start, 0)
      while places.contains(place), place < codes.count, codes[place] >= Code.no, passed <= limit {
        if codes[place] == Code.no { passed += 1 }
        place += back ? -1 : 1
      }
      return (place, passed)
    }
  }

  /// Whether the candidate at a place is known to match.
  func matches(at place: Int) -> Bool { place < codes.count && codes[place] == Code.yes }

  /// - Parameter count: The number of candidates.
  mutating func note(_ match: Match, at place: Int, of count: Int, isDeliberate: Bool) {
    if codes.count <= place {
      codes += repeatElement(Code.unknown, count: max(count, place + 1) - codes.count)
    }
    codes[place] =
      switch match {
      case .yes: Code.yes
      // Why is found out each time.
      case .unknown: Code.unknown
      case .no: isDeliberate ? Code.deliberateNo : Code.no
      }
  }
}
