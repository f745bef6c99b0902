// SPDX-License-Identifier: Apache-2.0
// What framework calls and exchanges have alike.

/// A member of framework calls, and the value of an exchange that is equal to it.
package struct CallPair: Sendable {
  /// The name of the member, of a request or of an answer: `verificationToken`.
  package let member: String
  /// The index of the value.
  package let value: Int
  /// Whether a log has its digest.
  package let isSecret: Bool
}
