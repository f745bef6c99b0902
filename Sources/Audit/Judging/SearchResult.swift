// SPDX-License-Identifier: Apache-2.0
// The result of a search before or after an occasion.

import Formats

/// The result of a search.
enum SearchResult {
  case found(Int)
  /// No exchange was found; closed if it would have been recorded.
  case none(isClosed: Bool)
  case unknown(UnjudgedReason)
}
