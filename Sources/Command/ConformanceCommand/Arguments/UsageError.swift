// SPDX-License-Identifier: Apache-2.0
// A mistake in a command line.

/// A mistake in a command line, or several in what it names. The message says what is wrong and what
/// to write instead.
struct UsageError: Error, Equatable {
  let message: String
  /// Whether the message is a list of mistakes, to which the usage of the command adds nothing.
  let isReport: Bool

  init(_ message: String) {
    self.message = message
    isReport = false
  }

  /// - Parameter report: Mistakes with their places, and what to do.
  init(report: String) {
    message = report
    isReport = true
  }
}
