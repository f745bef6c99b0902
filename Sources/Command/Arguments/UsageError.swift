// SPDX-License-Identifier: Apache-2.0
// A mistake in a command line.

import HTTP
import Record
import Runner
import Suites
package import Text

/// A mistake in a command line, or several in what it names. The message says what is wrong and what
/// to write instead.
package struct UsageError: Error, Equatable {
  /// In one line.
  package let message: String
  /// A list of mistakes, to which the usage of the command adds nothing.
  package let report: Printed?

  var status = ExitStatus.invalidInput

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

extension UsageError {
  /// A signal came before anything was sent.
  static let interrupted: UsageError = {
    var error = UsageError(report: "interrupted: nothing was sent\n")
    error.status = .interrupted
    return error
  }()

  /// The result of a call about a file; its error begins with the name of the file.
  @discardableResult
  static func naming<Value>(
    _ place: String, _ value: () throws(FileError) -> Value
  ) throws(UsageError) -> Value {
    do throws(FileError) { return try value() } catch {
      throw UsageError("\(place): \(error.message)")
    }
  }
}
