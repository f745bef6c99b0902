// SPDX-License-Identifier: Apache-2.0
// REST API V1: the SAML requests that wait for a token exchange.

internal import Text

/// A profile request that a token exchange may answer.
struct ProfileRequest: Sendable {
  let requestor: String
  let mvpd: String
  let notAfter: Timestamp
}
