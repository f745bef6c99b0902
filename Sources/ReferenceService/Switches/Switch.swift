// SPDX-License-Identifier: Apache-2.0
// The places where the service can be told to do otherwise.

import Synchronization

/// A place in the service where one rule can be told to work otherwise. It is off in the service
/// as it is.
///
/// An endpoint asks for it where its rule stands, by `has(…)`. It knows neither requirements nor tests.
package struct Switch: Hashable, Sendable {
  /// In words with hyphens; each switch has another.
  package let name: String

  package init(_ name: String) { self.name = name }
}

/// The switches that are on for a request. It remembers for the service whether one of them was
/// asked for.
struct Switches: Sendable {
  /// Whether a rule has worked otherwise, of all requests to a service.
  final class Use: Sendable { let hasHappened = Atomic(false) }

  let all: Set<Switch>
  let use: Use

  func contains(_ rule: Switch) -> Bool {
    guard !all.isEmpty, all.contains(rule) else { return false }
    use.hasHappened.store(true, ordering: .relaxed)
    return true
  }
}

extension Switch {
  /// Access tokens do not run out.
  package static let acceptsExpiredTokens = Switch("accepts-expired-tokens")
  /// A token is good for every service provider.
  package static let acceptsTokensOfOtherProviders = Switch("accepts-tokens-of-other-providers")
  /// A token is good for every API.
  package static let acceptsTokensOfAnyScope = Switch("accepts-tokens-of-any-scope")
  /// An unknown service provider is taken for one of the client's.
  package static let acceptsAnyServiceProvider = Switch("accepts-any-service-provider")
  /// A missing or invalid device identifier is taken for some device's.
  package static let assumesDeviceIdentifier = Switch("assumes-device-identifier")
  /// An MVPD need not be integrated.
  package static let servesMVPDsWithoutIntegration = Switch("serves-mvpds-without-integration")
  /// Degradation rules are not applied.
  package static let ignoresDegradation = Switch("ignores-degradation")
  /// The limit of requests is one for all addresses.
  package static let countsAllDevicesTogether = Switch("counts-all-devices-together")

  /// A registration needs no software statement.
  package static let registersWithoutStatement = Switch("registers-without-statement")
  /// Any software statement is taken for a known one.
  package static let acceptsAnyStatement = Switch("accepts-any-statement")
  /// A software statement need not be approved.
  package static let acceptsUnapprovedStatements = Switch("accepts-unapproved-statements")
  /// A redirect URI need not be a URI.
  package static let acceptsAnyRedirectURI = Switch("accepts-any-redirect-uri")
  /// The token endpoint does not compare the client secret.
  package static let acceptsAnySecret = Switch("accepts-any-secret")
  /// The token endpoint takes the first of repeated parameters.
  package static let acceptsRepeatedParameters = Switch("accepts-repeated-parameters")
  /// A missing grant type is taken for the one that there is.
  package static let assumesGrantType = Switch("assumes-grant-type")
  /// Any grant type is taken for the one that there is.
  package static let acceptsAnyGrantType = Switch("accepts-any-grant-type")

  /// A new session of a device does not end the one before.
  package static let keepsReplacedSessions = Switch("keeps-replaced-sessions")
  /// A resumed session has only the parameters that come with the call.
  package static let forgetsGivenParameters = Switch("forgets-given-parameters")
  /// A login leaves no profile.
  package static let makesNoProfileByLogin = Switch("makes-no-profile-by-login")
  /// The user agent with an unknown code gets an internal error.
  package static let breaksAtUnknownCodes = Switch("breaks-at-unknown-codes")

  /// Profiles do not run out.
  package static let keepsExpiredProfiles = Switch("keeps-expired-profiles")
  /// Temporary access does not run out.
  package static let temporaryAccessNeverEnds = Switch("temporary-access-never-ends")
  /// A logout removes nothing.
  package static let keepsProfilesAtLogout = Switch("keeps-profiles-at-logout")
  /// A logout removes the profiles of all MVPDs.
  package static let endsAllProfilesAtLogout = Switch("ends-all-profiles-at-logout")
  /// A logout needs no redirect URL.
  package static let assumesRedirectURL = Switch("assumes-redirect-url")
  /// The configuration lists integrations that are switched off.
  package static let listsInactiveIntegrations = Switch("lists-inactive-integrations")

  /// Single sign-on need not be set up for the MVPD.
  package static let ignoresPartnerSetUp = Switch("ignores-partner-set-up")
  /// A partner session needs no form parameters.
  package static let ignoresMissingParameters = Switch("ignores-missing-parameters")
  /// A partner session does not look for a profile or a rule that is there.
  package static let neverSeesProfiles = Switch("never-sees-profiles")
  /// The permission in a framework status does not count.
  package static let ignoresPermissionOfStatus = Switch("ignores-permission-of-status")
  /// The expiry in a framework status does not count.
  package static let ignoresExpiryOfStatus = Switch("ignores-expiry-of-status")
  /// A partner profile is made though the framework status says no.
  package static let ignoresFrameworkStatus = Switch("ignores-framework-status")
  /// A partner profile is answered, and not kept.
  package static let savesNoPartnerProfile = Switch("saves-no-partner-profile")
  /// A SAML response may be for another request, of another provider, or over.
  package static let acceptsAnyResponse = Switch("accepts-any-response")
  /// A SAML response may report a failure.
  package static let acceptsFailedResponses = Switch("accepts-failed-responses")

  /// A decision needs no profile.
  package static let decidesWithoutProfile = Switch("decides-without-profile")
  /// A request for decisions need not name a resource.
  package static let decidesAboutNothing = Switch("decides-about-nothing")
  /// A request for decisions may name any number of resources.
  package static let decidesAboutAnyNumber = Switch("decides-about-any-number")
  /// Every resource is permitted.
  package static let permitsEverything = Switch("permits-everything")
}

extension Switch {
  /// The profile of another device, client, service provider or MVPD counts where one is missing.
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

extension Switch {
  /// The token of another device or requestor counts where one is missing.
  package static func sharedToken(across binding: TokenBinding) -> Switch {
    Switch("v1-token-of-another-\(binding)")
  }

  /// The authorization of another device or requestor, or for another resource, counts where one is
  /// missing.
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
  /// Tokens of identities need no good signature.
  package static let acceptsAnySignature = Switch("accepts-any-signature")
  /// Tokens of identities need no signature.
  package static let acceptsUnsignedIdentities = Switch("accepts-unsigned-identities")
  /// Tokens of identities do not run out.
  package static let acceptsExpiredIdentities = Switch("accepts-expired-identities")
  /// A token without a subject counts as that of some user.
  package static let assumesSubject = Switch("assumes-subject")
  /// Each header takes the tokens of all.
  package static let acceptsIdentitiesOfOthers = Switch("accepts-identities-of-others")
  /// A request with an invalid token is refused.
  package static let refusesInvalidIdentities = Switch("refuses-invalid-identities")
  /// A request with an invalid token is refused, unless it is Amazon's.
  package static let refusesInvalidIdentitiesButAmazons = Switch(
    "refuses-invalid-identities-but-amazons")
  /// A request without a token is refused.
  package static let refusesMissingIdentities = Switch("refuses-missing-identities")
  /// A token is not looked at.
  package static let ignoresIdentities = Switch("ignores-identities")
  /// A service token counts for more than a platform's.
  package static let prefersServiceTokens = Switch("prefers-service-tokens")
  /// The user is the one of a whole token, not of its subject.
  package static let takesTokensForIdentities = Switch("takes-tokens-for-identities")
  /// The profile of each identity counts.
  package static let sharesWithAllIdentities = Switch("shares-with-all-identities")
  /// Amazon's identities end at the device.
  package static let bindsAmazonToDevices = Switch("binds-amazon-to-devices")
  /// Service tokens end at the service provider.
  package static let bindsServiceTokensToProviders = Switch("binds-service-tokens-to-providers")
  /// Single sign-on needs the same client.
  package static let bindsIdentitiesToClients = Switch("binds-identities-to-clients")
  /// Single sign-on needs no set-up of the integration.
  package static let ignoresSingleSignOnSetUp = Switch("ignores-single-sign-on-set-up")
  /// A shared profile has a lifetime of its own, but by Roku's identities.
  package static let renewsSharedProfiles = Switch("renews-shared-profiles")
  /// A profile that Roku's identity shares has a lifetime of its own.
  package static let renewsProfilesOfRoku = Switch("renews-profiles-of-roku")
  /// The application that signed in sees its own profile as the shared one.
  package static let showsOwnProfilesAsShared = Switch("shows-own-profiles-as-shared")
  /// Roku's identities and service tokens end at the device.
  package static let bindsOthersToDevices = Switch("binds-others-to-devices")
  /// A shared profile counts after the logout of the first one.
  package static let sharedProfilesOutliveLogouts = Switch("shared-profiles-outlive-logouts")
  /// A logout leaves the profiles of the identity's other applications and devices.
  package static let keepsProfilesOfIdentity = Switch("keeps-profiles-of-identity")
  /// Retrieving profiles with a token shares the profile of an earlier sign-in without one.
  package static let enrolsProfilesLater = Switch("enrols-profiles-later")
  /// Without X-SSO-ID and X-SSO-LINK, the device's identifier stands for the user's.
  package static let takesDevicesForUsers = Switch("takes-devices-for-users")
  /// The token that is made by a code is of a new user.
  package static let linksStrangers = Switch("links-strangers")
  /// A code links any number of devices.
  package static let linksRepeatedly = Switch("links-repeatedly")
  /// An unlinked device goes on taking part.
  package static let keepsUnlinkedDevices = Switch("keeps-unlinked-devices")

  /// REST API V1 serves requests without an access token.
  package static let servesV1WithoutToken = Switch("serves-v1-without-token")
}
