// SPDX-License-Identifier: Apache-2.0
// A device of a log.

/// A device of a log, whose calls have to be joined with the exchanges of a session.
struct LogDevice {
  /// The index of the log.
  let log: Int
  let number: Int
  /// The indices of its calls in the log.
  let calls: [Int]
}
