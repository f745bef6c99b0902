// SPDX-License-Identifier: Apache-2.0
// What a program has written to its standard error.

/// A part of what a program writes to its standard error.
package struct ErrorText: Sendable, Equatable {
  /// It may end within a line, and within a character.
  package let bytes: [UInt8]
  /// How many bytes were left out before these.
  package let droppedBytes: Int
  /// Whether nothing more comes.
  package let isLast: Bool

  package init(_ bytes: [UInt8], droppedBytes: Int = 0, isLast: Bool = false) {
    self.bytes = bytes
    self.droppedBytes = droppedBytes
    self.isLast = isLast
  }
}
