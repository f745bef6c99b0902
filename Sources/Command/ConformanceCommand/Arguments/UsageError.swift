// SPDX-License-Identifier: Apache-2.0
// A mistake in a command line.

import SourceText

/// A mistake in a command line, or several in what it names. The message says what is wrong and what
/// to write instead.
struct UsageError: Error, Equatable {
  /// In one line.
  let message: String
  /// A list of mistakes, to which the usage of the command adds nothing.
  let report: Printed?

  init(_ message: String) {
    self.message = message
    report = nil
  }

  /// - Parameter report: Mistakes with their places, and what to do; whole lines.
  init(report: Printed) {
    message = ""
    self.report = report
  }
}
