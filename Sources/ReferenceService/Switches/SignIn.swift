// SPDX-License-Identifier: Apache-2.0
// The ways in which a user signs in.

/// How a user signs in.
package enum SignIn: String, Sendable, CaseIterable {
  case partner
  case regular
  /// Elsewhere, by the same identity.
  case identity

  /// Those that leave a profile on the device.
  package static let allCases: [SignIn] = [.partner, .regular]
}
