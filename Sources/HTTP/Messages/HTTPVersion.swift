// SPDX-License-Identifier: Apache-2.0
// The version of a message.

/// The version of a message, as its start line has it.
package struct HTTPVersion: Sendable, Equatable {
  package let major: Int
  package let minor: Int

  /// Whether a connection stays open unless a message says otherwise (RFC 9112, section 9.3).
  package var isPersistent: Bool { major == 1 && minor >= 1 }
}
