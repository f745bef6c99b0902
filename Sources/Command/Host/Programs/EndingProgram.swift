// SPDX-License-Identifier: Apache-2.0
// A program that was told to end and may still run.

/// A program that was told to end. What it still writes to its standard error is passed on.
struct EndingProgram: Sendable {
  let attendant: Attendant
  private let errorOutput: ErrorOutput
  private let errors: @Sendable (ErrorText) -> Void

  init(
    _ attendant: Attendant, _ errorOutput: ErrorOutput,
    _ errors: @escaping @Sendable (ErrorText) -> Void
  ) {
    self.attendant = attendant
    self.errorOutput = errorOutput
    self.errors = errors
  }
}

extension EndingProgram {
  /// Whether the program is gone, with everything that it started.
  func isGone() -> Bool {
    // A program that waits for somebody to read this could not end by itself.
    errorOutput.read()
    guard attendant.isGone() else { return false }
    if let text = errorOutput.take(isLast: true) { errors(text) }
    errorOutput.close()
    return true
  }
}
