// SPDX-License-Identifier: Apache-2.0
// Sums of times that can't overflow.

extension Int {
  /// The sum, kept within a quarter of the range of `Int`, so that a few more can be added.
  func saturatingAdding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow
      ? (other < 0 ? .min / 4 : .max / 4) : Swift.max(.min / 4, Swift.min(sum, .max / 4))
  }
}
