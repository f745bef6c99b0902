// SPDX-License-Identifier: Apache-2.0
// What a rule demands on its occasions.

internal import Suites
internal import Text

/// What a rule demands of an occasion and of what goes before and after it.
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

/// An exchange that is looked for before or after an occasion.
struct Search: Sendable {
  let pattern: ExchangePattern
  /// The last exchange that this matches is where looking back ends, the next one where looking
  /// ahead does.
  let bound: ExchangePattern?
  let position: Position
}

/// A condition that makes an exchange an occasion.
enum Condition: Sendable {
  case earlier(Search)
  case notEarlier(Search)
  /// The most recent exchange that matches the one matches the other, and its values are saved.
  case latest(of: ExchangePattern, ExchangePattern?, saves: [SavedValue], at: Position)
}
