// SPDX-License-Identifier: Apache-2.0
// The result of a search before or after an occasion.

import Formats

/// The result of a search.
enum SearchResult {
  case found(Int)
  /// There is none; closed if one would have been recorded.
  case none(isClosed: Bool)
  case unknown(UnjudgedReason)
}
