// SPDX-License-Identifier: Apache-2.0
// Where a command writes, and what it has from the machine.

/// Where a command writes, and what it has from outside.
package struct Console: Sendable {
  private let write: @Sendable (_ text: String, _ isError: Bool) -> Void
  let input: @Sendable (_ limitBytes: Int) -> [UInt8]?
  package let environment: [String: String]
  /// Whether a person reads the output.
  package let isInteractive: Bool
  /// The columns of the terminal.
  let width: Int

  /// - Parameters:
  ///   - input: All bytes of standard input; nil beyond a limit.
  ///   - write: Writes a text to standard output, or to standard error.
  package init(
    environment: [String: String], isInteractive: Bool, width: Int = 80,
    input: @escaping @Sendable (_ limitBytes: Int) -> [UInt8]? = { _ in [] },
    write: @escaping @Sendable (_ text: String, _ isError: Bool) -> Void
  ) {
    self.environment = environment
    self.isInteractive = isInteractive
    self.width = width
    self.input = input
    self.write = write
  }
}

extension Console {
  func output(_ text: String) { write(text, false) }
  func error(_ text: String) { write(text, true) }

  /// `NO_COLOR` is obeyed (no-color.org).
  var hasColour: Bool { isInteractive && (environment["NO_COLOR"] ?? "").isEmpty }

  /// Whether the run is one of a CI system, which shows no progress line.
  var isCI: Bool { !(environment["CI"] ?? "").isEmpty }

  var isGitHubActions: Bool { environment["GITHUB_ACTIONS"] == "true" }
}
