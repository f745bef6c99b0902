// SPDX-License-Identifier: Apache-2.0
// A viewer who is signed in.

/// The profile that the application has chosen.
struct SignedIn: Sendable {
  /// As the service calls it; all calls name it so.
  let mvpd: String
  /// As the framework calls it; nil where the application never learnt it.
  let provider: String?
  /// Whether the decisions need the status of the framework.
  let isOfPartner: Bool
}
