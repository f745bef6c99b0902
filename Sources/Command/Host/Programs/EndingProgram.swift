// SPDX-License-Identifier: Apache-2.0
// A program that was told to end and may still run.

/// A program that was told to end. What it still writes to its standard error is passed on.
struct EndingProgram: Sendable {
  let attendant: Attendant
  private let errorOutput: ErrorOutput
  private let errors: @Sendable (String, Int) -> Void

  init(
    _ attendant: Attendant, _ errorOutput: ErrorOutput,
    _ errors: @escaping @Sendable (String, Int) -> Void
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
    if let (text, dropped) = errorOutput.take() { errors(text, dropped) }
    errorOutput.close()
    return true
  }
}
