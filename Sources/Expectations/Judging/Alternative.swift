// SPDX-License-Identifier: Apache-2.0
// One of the answers that an `either` allows.

import Text

/// One of the answers that an `either` allows.
struct Alternative: Sendable, Equatable {
  /// Its `as:`, by which reports call it.
  let name: String
  let expectation: Expectation
  let position: Position
}
