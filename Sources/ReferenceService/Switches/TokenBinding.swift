// SPDX-License-Identifier: Apache-2.0
// The things that end tokens of REST API V1, and those that bind tokens and authorizations.

/// The things that a token of REST API V1 is bound to.
package enum TokenBinding: String, Sendable, CaseIterable {
  case device
  case requestor
}

/// The ends of a token of REST API V1.
package enum TokenEnding: String, Sendable, CaseIterable {
  case logout
  case expiry
}

/// The things that an authorization of REST API V1 is bound to.
package enum AuthorizationBinding: String, Sendable, CaseIterable {
  case device
  case requestor
  case resource
}
