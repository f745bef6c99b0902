// SPDX-License-Identifier: Apache-2.0
// The meaning of `now` in a pattern.

import Text

/// The meaning of `now`.
struct ReferenceTime: Sendable {
  /// When the answer came.
  let now: Timestamp
  /// How far the target's clock may be off.
  let tolerance: Duration
}
