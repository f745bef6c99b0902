// SPDX-License-Identifier: Apache-2.0
// A mistake in a command line.

package import Text

/// A mistake in a command line, or several in what it names. The message says what is wrong and what
/// to write instead.
package struct UsageError: Error, Equatable {
  /// In one line.
  package let message: String
  /// A list of mistakes, to which the usage of the command adds nothing.
  package let report: Printed?

  package init(_ message: String) {
    self.message = message
    report = nil
  }

  /// - Parameter report: Mistakes with their places, and what to do; whole lines.
  package init(report: Printed) {
    message = ""
    self.report = report
  }
}
