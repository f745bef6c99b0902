// SPDX-License-Identifier: Apache-2.0
// A condition that makes an exchange an occasion of a rule.

import Formats
import Suites
import Text

/// A condition that makes an exchange an occasion.
enum Condition: Sendable {
  case earlier(Search)
  case notEarlier(Search)
  /// The most recent exchange that matches the one matches the other, and its values are saved.
  case latest(of: ExchangePattern, ExchangePattern?, saves: [SavedValue], at: Position)
  /// The next exchange that matches the one matches the other, and its values are saved.
  case next(of: ExchangePattern, ExchangePattern?, saves: [SavedValue], at: Position)
}

extension Condition {
  var patterns: [ExchangePattern] {
    switch self {
    case .earlier(let search), .notEarlier(let search): search.patterns
    case .latest(let of, let wanted, _, _), .next(let of, let wanted, _, _):
      [of] + (wanted.map { [$0] } ?? [])
    }
  }
}
