// SPDX-License-Identifier: Apache-2.0
// A body that a proxy has passed on, as far as it was kept.

/// A body that passed, as far as it was kept.
package enum PassedBody: Sendable, Equatable {
  /// All of it; may be empty.
  case whole([UInt8])
  /// It was not kept, or did not come to its end, for this reason.
  case missing(because: String)
}
