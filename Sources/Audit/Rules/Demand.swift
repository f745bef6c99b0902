// SPDX-License-Identifier: Apache-2.0
// A demand of a rule on an occasion and on the exchanges around it.

import Formats
import Suites
import Text

/// A demand of a rule on an occasion and on the exchanges before and after it.
indirect enum Demand: Sendable {
  /// The occasion itself matches.
  case expect(ExchangePattern)
  case earlier(Search)
  case notEarlier(Search)
  case later(Search)
  case notLater(Search)
  /// The next exchange that matches one pattern matches the other.
  case next(of: ExchangePattern, expect: ExchangePattern, before: ExchangePattern?, at: Position)
  /// The most recent exchange that matches one pattern matches the other.
  case latest(of: ExchangePattern, is: ExchangePattern, at: Position)
  /// No more than so many follow.
  case atMost(Int, Search)
  /// The next one comes no sooner.
  case apart(DurationTemplate, Search)
  case all([Demand], at: Position)
  case any([Demand], at: Position)
}

extension Demand {
  var looksAtOccasionOnly: Bool {
    switch self {
    case .expect: true
    case .all(let demands, _), .any(let demands, _): demands.allSatisfy(\.looksAtOccasionOnly)
    default: false
    }
  }
}

extension Demand {
  var patterns: [ExchangePattern] {
    switch self {
    case .expect(let pattern): [pattern]
    case .earlier(let search), .notEarlier(let search), .later(let search),
      .notLater(let search), .atMost(_, let search), .apart(_, let search):
      search.patterns
    case .latest(let of, let wanted, _): [of, wanted]
    case .next(let of, let expected, let before, _): [of, expected] + (before.map { [$0] } ?? [])
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.patterns)
    }
  }

  /// What it says of the occasion itself.
  var expectations: [ExchangePattern] {
    switch self {
    case .expect(let pattern): [pattern]
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.expectations)
    default: []
    }
  }

  /// How far apart exchanges have to be.
  var distances: [DurationTemplate] {
    switch self {
    case .apart(let distance, _): [distance]
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.distances)
    default: []
    }
  }
}
