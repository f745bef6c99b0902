// SPDX-License-Identifier: Apache-2.0
// The meaning of `now` in a pattern.

import Text

/// The meaning of `now`.
struct ReferenceTime: Sendable {
  /// When the answer came.
  let now: Timestamp
  /// How far the target's clock may be off.
  let tolerance: Duration
  /// Gets the times that are said to have passed; nil if no caller asks.
  var past: PastTimes?
}
