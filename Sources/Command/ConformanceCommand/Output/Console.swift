// SPDX-License-Identifier: Apache-2.0
// The streams and the environment of a command.

package import SourceText

/// Connects a command to the standard streams, the environment and the terminal. Only a `Printed` can
/// be written, so that no text from outside reaches a terminal or the log of a CI as it is.
package struct Console: Sendable {
  private let write: @Sendable (_ text: Printed, _ isError: Bool) -> Void
  let input: @Sendable (_ limitBytes: Int) -> [UInt8]?
  package let environment: [String: String]
  /// The executable file of this program, from which the attendants of other programs are started;
  /// nil where it isn't known, and then no program can be started.
  let executable: String?
  /// Whether the output is a terminal.
  package let isInteractive: Bool
  /// How many columns the terminal has.
  let width: Int

  /// - Parameters:
  ///   - input: Reads all of standard input; returns nil if there are more bytes than the limit.
  ///   - write: Writes a text to standard output, or to standard error if `isError` is true.
  package init(
    environment: [String: String], executable: String? = nil, isInteractive: Bool, width: Int = 80,
    input: @escaping @Sendable (_ limitBytes: Int) -> [UInt8]? = { _ in [] },
    write: @escaping @Sendable (_ text: Printed, _ isError: Bool) -> Void
  ) {
    self.environment = environment
    self.executable = executable
    self.isInteractive = isInteractive
    self.width = width
    self.input = input
    self.write = write
  }
}

extension Console {
  func output(_ text: Printed) { write(text, false) }
  func error(_ text: Printed) { write(text, true) }

  /// Whether to use colours: on a terminal, unless `NO_COLOR` is set (no-color.org).
  var hasColour: Bool { isInteractive && (environment["NO_COLOR"] ?? "").isEmpty }

  /// Whether a CI system runs the command. Its logs can't show a progress line.
  var isCI: Bool { !(environment["CI"] ?? "").isEmpty }

  var isGitHubActions: Bool { environment["GITHUB_ACTIONS"] == "true" }
}
