// SPDX-License-Identifier: Apache-2.0
// What an emulator uses of the world outside.

package import Text

/// What an emulator uses of the world outside, as functions.
package struct FrameworkSurroundings: Sendable {
  /// The clock of the scenario; it decides what has expired, and dates SAML texts.
  package let now: @Sendable () -> Timestamp
  /// Gives a number of random bytes.
  package let randomBytes: @Sendable (Int) -> [UInt8]

  package init(
    now: @escaping @Sendable () -> Timestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.now = now
    self.randomBytes = randomBytes
  }
}
