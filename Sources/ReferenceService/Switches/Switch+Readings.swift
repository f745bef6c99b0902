// SPDX-License-Identifier: Apache-2.0
// Switches between readings of the documents: with each of them the service is right, too.

extension Switch {
  /// An appleSSO profile answers sessions and their resumption with `authorize`.
  package static let countsPartnerProfilesForSessions = Switch(
    "counts-partner-profiles-for-sessions")
  /// A session asks for missing parameters before it looks for a profile.
  package static let asksForParametersFirst = Switch("asks-for-parameters-first")
  /// Where degraded access and a profile both apply, sessions name the degradation.
  package static let prefersDegradation = Switch("prefers-degradation")
  /// A fallback without an MVPD takes the first one of the service provider that has the partner's
  /// single sign-on.
  package static let opensLoginInFallback = Switch("opens-login-in-fallback")
  /// An MVPD that is not integrated gives a fallback on sessions/sso, not an error.
  package static let fallsBackWithoutIntegration = Switch("falls-back-without-integration")
  /// An appleSSO profile answers sessions/sso with `authorize` although the status is not valid.
  package static let countsPartnerProfileWithoutStatus = Switch(
    "counts-partner-profile-without-status")
  /// On sessions/sso degraded access needs a valid status.
  package static let checksStatusBeforeDegradation = Switch("checks-status-before-degradation")
  /// An invalid status on profiles/sso is answered with the profiles that there are.
  package static let listsProfilesWithInvalidStatus = Switch("lists-profiles-with-invalid-status")
  /// The list of profiles has those of degraded access.
  package static let listsDegradedProfiles = Switch("lists-degraded-profiles")
  /// An appleSSO profile counts for profiles and decisions also with an absent or expired status.
  package static let countsPartnerProfileWithExpiredStatus = Switch(
    "counts-partner-profile-with-expired-status")
  /// An appleSSO profile counts for profiles and decisions with any status.
  package static let countsPartnerProfileWithAnyStatus = Switch(
    "counts-partner-profile-with-any-status")
  /// Each temporary pass asks for AP-TempPass-Identity.
  package static let asksForIdentityOfEveryPass = Switch("asks-for-identity-of-every-pass")
  /// REST API V1 serves requests without an access token.
  package static let servesV1WithoutToken = Switch("serves-v1-without-token")
}
