// SPDX-License-Identifier: Apache-2.0
// An exchange that a rule looks for.

import Formats
import Text

/// An exchange that is looked for before or after an occasion.
struct Search: Sendable {
  let pattern: ExchangePattern
  /// The last exchange that this matches is where looking back ends, the next one where looking
  /// ahead does.
  let bound: ExchangePattern?
  let position: Position
}

extension Search {
  var patterns: [ExchangePattern] { [pattern] + (bound.map { [$0] } ?? []) }
}
