// SPDX-License-Identifier: Apache-2.0
// A mistake in a command line.

/// A mistake in a command line. The message says what is wrong and what to write instead.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
