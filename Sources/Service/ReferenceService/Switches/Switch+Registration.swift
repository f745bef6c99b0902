// SPDX-License-Identifier: Apache-2.0
// Switches of Dynamic Client Registration.

extension Switch {
  /// The token endpoint does not compare the client secret.
  package static let acceptsAnySecret = Switch("accepts-any-secret")
}
