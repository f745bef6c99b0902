// SPDX-License-Identifier: Apache-2.0
// The wait of a step.

package import Expectations
package import Text

/// A wait for a time, or until a time.
package enum WaitTemplate: Sendable, Equatable {
  case duration(DurationTemplate, at: Position)
  /// A time in milliseconds.
  case until(ValueTemplate, at: Position)
}
