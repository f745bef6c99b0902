// SPDX-License-Identifier: Apache-2.0
// Switches of what profiles are bound to, and of when they end.

/// How a user signs in.
package enum SignIn: String, Sendable, CaseIterable {
  case partner
  case regular
}

/// What a profile is bound to.
package enum ProfileBinding: String, Sendable, CaseIterable {
  case device
  case client
  case serviceProvider = "service-provider"
  case mvpd
}

/// What ends a token of REST API V1.
package enum TokenEnding: String, Sendable, CaseIterable {
  case logout
  case expiry
}

extension Switch {
  /// The profile of another device, client, service provider or MVPD counts where there is none.
  package static func shared(_ signIn: SignIn, across binding: ProfileBinding) -> Switch {
    Switch("\(signIn)-profile-of-another-\(binding.rawValue)")
  }

  /// A profile goes on counting after a logout has removed it.
  package static let profilesOutliveLogouts = Switch("profiles-outlive-logouts")

  /// A logout ends the profile of the MVPD on all devices, and so on.
  package static func logoutEnds(across binding: ProfileBinding) -> Switch {
    Switch("logout-across-\(binding.rawValue)")
  }

  /// The profile of a code is given before the login with it.
  package static let codesNeedNoLogin = Switch("codes-need-no-login")
  /// A code of another service provider is accepted.
  package static let takesCodesOfOthers = Switch("takes-codes-of-others")
  /// Retrieving a session ends it.
  package static let retrievingUsesCodesUp = Switch("retrieving-uses-codes-up")
  /// Polling for the profile of a code ends its session.
  package static let pollingUsesCodesUp = Switch("polling-uses-codes-up")
  /// A session that could not be resumed ends.
  package static let failureUsesCodesUp = Switch("failure-uses-codes-up")
  /// A new code ends the sessions of all devices.
  package static let codesEndAllSessions = Switch("codes-end-all-sessions")
  /// A new access token ends the profiles of its client.
  package static let tokensEndProfiles = Switch("tokens-end-profiles")
  /// A resource that is denied ends the profile.
  package static let denialsEndProfiles = Switch("denials-end-profiles")
  /// The secret of any client is taken for that of another.
  package static let takesSecretsOfOthers = Switch("takes-secrets-of-others")
}
