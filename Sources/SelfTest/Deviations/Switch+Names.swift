// SPDX-License-Identifier: Apache-2.0
// The switches of the reference service by their names.

package import ReferenceService

extension Switch {
  /// All switches of the service, by their names.
  package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let all: [Switch] =
    [
      .acceptsExpiredTokens, .acceptsTokensOfOtherProviders, .acceptsTokensOfAnyScope,
      .acceptsAnyServiceProvider, .assumesDeviceIdentifier, .servesMVPDsWithoutIntegration,
      .ignoresDegradation, .countsAllDevicesTogether, .decidesWithoutProfile,
      .decidesAboutNothing, .decidesAboutAnyNumber, .permitsEverything, .profilesOutliveLogouts,
      .codesNeedNoLogin, .takesCodesOfOthers, .retrievingUsesCodesUp, .pollingUsesCodesUp,
      .failureUsesCodesUp, .codesEndAllSessions, .tokensEndProfiles, .denialsEndProfiles,
      .takesSecretsOfOthers, .ignoresPartnerSetUp, .ignoresMissingParameters, .neverSeesProfiles,
      .ignoresPermissionOfStatus, .ignoresExpiryOfStatus, .ignoresFrameworkStatus,
      .savesNoPartnerProfile, .acceptsAnyResponse, .acceptsFailedResponses, .keepsExpiredProfiles,
      .temporaryAccessNeverEnds, .keepsProfilesAtLogout, .endsAllProfilesAtLogout,
      .assumesRedirectURL, .listsInactiveIntegrations, .countsPartnerProfilesForSessions,
      .asksForParametersFirst, .prefersDegradation, .opensLoginInFallback,
      .fallsBackWithoutIntegration, .countsPartnerProfileWithoutStatus,
      .checksStatusBeforeDegradation, .listsProfilesWithInvalidStatus, .listsDegradedProfiles,
      .countsPartnerProfileWithExpiredStatus, .countsPartnerProfileWithAnyStatus,
      .asksForIdentityOfEveryPass, .servesV1WithoutToken, .registersWithoutStatement,
      .acceptsAnyStatement, .acceptsUnapprovedStatements, .acceptsAnyRedirectURI,
      .acceptsAnySecret, .acceptsRepeatedParameters, .assumesGrantType, .acceptsAnyGrantType,
      .keepsReplacedSessions, .forgetsGivenParameters, .makesNoProfileByLogin,
      .breaksAtUnknownCodes, .sharesRegistrations, .v1LogoutLeavesAuthorizations,
      .v1RetrievingUsesCodesUp, .v1DeletionLeavesCodes, .v1DenialsEndTokens,
      .acceptsAnySignature, .acceptsUnsignedIdentities, .acceptsExpiredIdentities, .assumesSubject,
      .acceptsIdentitiesOfOthers, .refusesInvalidIdentities, .refusesMissingIdentities,
      .ignoresIdentities, .prefersServiceTokens, .takesTokensForIdentities,
      .sharesWithAllIdentities, .bindsAmazonToDevices, .bindsServiceTokensToProviders,
      .bindsIdentitiesToClients, .ignoresSingleSignOnSetUp, .renewsSharedProfiles,
      .renewsProfilesOfRoku, .showsOwnProfilesAsShared, .bindsOthersToDevices,
      .refusesInvalidIdentitiesButAmazons,
      .sharedProfilesOutliveLogouts, .keepsProfilesOfIdentity, .enrolsProfilesLater,
      .takesDevicesForUsers, .linksRepeatedly, .linksStrangers, .keepsUnlinkedDevices,
    ]
    + SignIn.allCases.flatMap { signIn in
      ProfileBinding.allCases.map { .shared(signIn, across: $0) }
    } + ProfileBinding.allCases.map { .logoutEnds(across: $0) }
    + TokenBinding.allCases.flatMap { [.sharedToken(across: $0), .v1LogoutEnds(across: $0)] }
    + AuthorizationBinding.allCases.map { .sharedAuthorization(across: $0) }
    + TokenEnding.allCases.map { .tokenOutlives($0) }
}
