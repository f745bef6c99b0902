// SPDX-License-Identifier: Apache-2.0
// Switches of what the tokens of REST API V1 are bound to, and of when they end.

/// What a token of REST API V1 is bound to.
package enum TokenBinding: String, Sendable, CaseIterable {
  case device
  case requestor
}

/// What an authorization of REST API V1 is bound to.
package enum AuthorizationBinding: String, Sendable, CaseIterable {
  case device
  case requestor
  case resource
}

extension Switch {
  /// The token of another device or requestor counts where there is none.
  package static func sharedToken(across binding: TokenBinding) -> Switch {
    Switch("v1-token-of-another-\(binding)")
  }

  /// The authorization of another device or requestor, or for another resource, counts where there
  /// is none.
  package static func sharedAuthorization(across binding: AuthorizationBinding) -> Switch {
    Switch("v1-authorization-of-another-\(binding)")
  }

  /// A token goes on counting after its end.
  package static func tokenOutlives(_ ending: TokenEnding) -> Switch {
    Switch("v1-token-after-\(ending)")
  }

  /// The registration code of another requestor counts.
  package static let sharesRegistrations = Switch("v1-code-of-another-requestor")

  /// A logout ends the tokens of all devices, or for all requestors.
  package static func v1LogoutEnds(across binding: TokenBinding) -> Switch {
    Switch("v1-logout-across-\(binding)")
  }

  /// A logout leaves the authorizations.
  package static let v1LogoutLeavesAuthorizations = Switch("v1-logout-leaves-authorizations")
  /// Retrieving a registration record deletes it.
  package static let v1RetrievingUsesCodesUp = Switch("v1-retrieving-uses-codes-up")
  /// A deleted registration record is still there.
  package static let v1DeletionLeavesCodes = Switch("v1-deletion-leaves-codes")
  /// A resource that is denied ends the tokens.
  package static let v1DenialsEndTokens = Switch("v1-denials-end-tokens")
}
