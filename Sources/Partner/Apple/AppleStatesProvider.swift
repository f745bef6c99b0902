// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: who is signed in, what changes, what a provider says.

extension AppleState {
  static let providerStates: [AppleState] = [
    AppleState(
      "picker-cancelled",
      "The user cancels the picker",
      "Falls back to basic authentication with the own picker."
    ) {
      $0.start.provider = nil
      $0.asksInteractively = true
    },
    AppleState(
      "unsupported-provider",
      "The user picks a provider that is shown but not onboarded",
      "Error 1 whose identifier maps to an MVPD of boarding status PICKER."
    ) {
      $0.own = "apple-mso-103"
      $0.isOwnOnboarded = false
      $0.start.provider = nil
      $0.start.pickerChoice = .provider(.own)
      $0.asksInteractively = true
    },
    AppleState(
      "unsupported-provider-unknown",
      "Error 1 with an identifier that maps to nothing",
      "Falls back with the own picker."
    ) {
      $0.own = "apple-mso-999"
      $0.isOwnOnboarded = false
      $0.start.provider = nil
      $0.start.pickerChoice = .provider(.own)
      $0.asksInteractively = true
    },
    AppleState(
      "other-tv-provider",
      "The user chooses \"Other TV Provider\"",
      "Error 1 without the userInfo key. That this is how the framework signals it is"
        + " public belief, not documented."
    ) {
      $0.start.provider = nil
      $0.start.pickerChoice = .other
      $0.asksInteractively = true
    },
    AppleState(
      "provider-not-in-configuration",
      "Signed in with a provider that the service provider has no integration with",
      "The mapping identifier is present but not valid: the application must not go on with"
        + " SSO. For the platform it is not onboarded either, so an authentication all the same"
        + " gives error 1."
    ) {
      $0.own = "apple-mso-999"
      $0.isOwnOnboarded = false
    },
    AppleState(
      "provider-sso-disabled",
      "Signed in with a provider whose single sign-on is off in the dashboard",
      "enablePlatformServices false: authentication falls back, even though the framework"
        + " would do its part."
    ) { $0.own = "apple-mso-104" },
    AppleState(
      "provider-picker-only-signed-in",
      "Signed in with a provider of boarding status PICKER",
      "Should not happen on a real device; a service must not give a partner request for"
        + " it."
    ) {
      $0.own = "apple-mso-103"
      $0.isOwnOnboarded = false
    },
    AppleState(
      "provider-expired",
      "The sign-in has expired",
      "The framework still names the provider; the client compares the date with its clock."
    ) { $0.start.expires = -1 * AppleDefaults.day },
    AppleState(
      "provider-expires-now",
      "The expiry equals the present moment",
      "Boundary value."
    ) { $0.start.expires = 0 },
    AppleState(
      "provider-no-expiration",
      "Signed in, no expiry given",
      "authenticationExpirationDate is nil."
    ) { $0.start.expires = nil },
    AppleState(
      "provider-mismatch",
      "The header names another provider than the request",
      "Used with requests for another MVPD than the one in the header."
    ) { $0.own = "apple-mso-102" },
    AppleState(
      "provider-degraded",
      "Signed in with an MVPD under a degradation rule",
      "The service answers with its degradation mechanism, not with Apple SSO."
    ) { $0.own = "apple-mso-106" },
    AppleState(
      "metadata-empty",
      "Metadata without an identifier",
      "Non-nil metadata whose fields are all nil."
    ) { $0.start.fault = .empty },
    AppleState(
      "metadata-nil",
      "Neither metadata nor error",
      "Also for the interactive call."
    ) { $0.start.fault = .nothing },
    AppleState(
      "signed-in-provider-filtered",
      "Signed in, but the provider is not among the supported identifiers",
      "The application filtered the picker to another provider only. The error shape is"
        + " public belief."
    ) {
      $0.own = "apple-mso-102"
      $0.start.requestSupported = [.other]
      $0.asksInteractively = true
    },
    AppleState(
      "delegate-refuses-provider",
      "The application itself refuses the chosen provider",
      "For a transient outage of one provider: the delegate says no, error 1."
    ) {
      $0.start.provider = nil
      $0.start.pickerChoice = .provider(.own)
      $0.start.delegate = .refuses
      $0.asksInteractively = true
    },
    AppleState(
      "no-delegate",
      "Interruption allowed without a delegate",
      "A fault of the application. Code 3 is our choice."
    ) {
      $0.start.provider = nil
      $0.start.delegate = .none
      $0.asksInteractively = true
    },
  ]
}

extension AppleState {
  static let lifecycleStates: [AppleState] = [
    AppleState(
      "permission-revoked-mid-session",
      "The user withdraws permission after the profile was made",
      "Then every call answers as in denied."
    ) { $0.event = .denyPermission },
    AppleState(
      "permission-granted-later",
      "Denied first, allowed later in Settings",
      "First pass as denied; after the change as granted-signed-in."
    ) {
      $0.start.permission = .denied
      $0.event = .grantPermission
    },
    AppleState(
      "signed-out-in-settings-mid-session",
      "The user signs out in Settings during the session",
      "Silent queries then give no metadata; interactive ones open the picker."
    ) {
      $0.start.pickerChoice = .provider(.own)
      $0.event = .signOut
    },
    AppleState(
      "signed-in-in-settings",
      "The user signs in in Settings while the application is in the background",
      "The first query finds nobody; after the change a silent one finds the provider."
    ) {
      $0.start.provider = nil
      $0.start.pickerChoice = .provider(.own)
      $0.event = .signIn
    },
    AppleState(
      "provider-switched-between-calls",
      "The user switches provider between two requests",
      "The profile is the first provider's; the next status names the second."
    ) { $0.event = .switchProvider },
    AppleState(
      "provider-changes-during-authentication",
      "The authentication answer names another provider than the query",
      "A careful client stops before it calls the service."
    ) { $0.start.answeringProvider = .other },
    AppleState(
      "session-expires-mid-run",
      "The sign-in expires while the run goes on",
      "Expires one minute after the start; move the clock instead of waiting."
    ) {
      $0.start.expires = 1 * AppleDefaults.minute
      $0.event = .clock(60_001)
    },
    AppleState(
      "stale-cached-status",
      "The application sends an old status from its cache",
      "The framework itself is in order: only the header is old."
    ) {
      $0.client = .staleHeader
      $0.profilesBefore = ["appleSSO of the same MVPD"]
    },
    AppleState(
      "clock-skew-device-ahead",
      "The clock of the device is two hours ahead",
      "Valid for the service, expired for the client: it must fall back although the"
        + " service would accept. The framework runs on the clock of the device: a silent"
        + " authentication needs the user again."
    ) {
      $0.start.clockOffset = 2 * AppleDefaults.hour
      $0.start.expires = 1 * AppleDefaults.hour
      $0.start.saml = .skewed
    },
    AppleState(
      "clock-skew-device-behind",
      "The clock of the device is two hours behind",
      "Expired for the service, valid for the client. SAML made by the device carries the"
        + " same skew."
    ) {
      $0.start.clockOffset = -2 * AppleDefaults.hour
      $0.start.expires = -1 * AppleDefaults.hour
      $0.start.saml = .skewed
    },
    AppleState(
      "existing-apple-profile",
      "A profile of type appleSSO already exists",
      "Set up by a first run on the same device identifier."
    ) { $0.profilesBefore = ["appleSSO of the same MVPD"] },
    AppleState(
      "existing-regular-profile",
      "A regular profile of the same MVPD exists",
      "For a regular profile status retrieval may be skipped in phase D."
    ) { $0.profilesBefore = ["regular of the same MVPD"] },
    AppleState(
      "multiple-profiles",
      "An appleSSO profile and a regular one of another MVPD",
      "The key of the map is the MVPD, so two profiles of the same MVPD cannot both be"
        + " seen."
    ) { $0.profilesBefore = ["appleSSO of the same MVPD", "regular of another MVPD"] },
    AppleState(
      "silent-return-after-logout",
      "Logout at Adobe while still signed in at the device",
      "Shows why the user must also sign out in Settings: the next run signs in silently."
    ) { $0.profilesBefore = ["appleSSO of the same MVPD"] },
  ]
}

extension AppleState {
  static let samlStates: [AppleState] = [
    AppleState(
      "saml-ok",
      "A SAML response without white space",
      "Well-formed, in time, audience and InResponseTo right, all attributes."
    ) { $0.start.saml = .compact },
    AppleState(
      "saml-pretty-printed",
      "A SAML response with line breaks and indentation",
      "The client must clean it: the service must accept the cleaned form. Tabs, CRLF, runs"
        + " of spaces."
    ) { $0.start.saml = .pretty },
    AppleState(
      "saml-malformed",
      "Something that is not SAML",
      "The framework gives text that is not well-formed XML."
    ) { $0.start.saml = .malformed },
    AppleState(
      "saml-empty",
      "An empty SAML response",
      "An empty string is not nil: the snippets would send it; the V2 prose (present and"
        + " valid) says not to."
    ) { $0.start.saml = .empty },
    AppleState(
      "saml-expired",
      "A SAML response whose validity is over",
      "Conditions/NotOnOrAfter lies before now."
    ) { $0.start.saml = .expired },
    AppleState(
      "saml-not-yet-valid",
      "A SAML response whose validity has not begun",
      "NotBefore lies after now by more than any sensible tolerance."
    ) { $0.start.saml = .notYetValid },
    AppleState(
      "saml-wrong-audience",
      "A SAML response for another audience",
      "Audience is not the issuer of the service provider."
    ) { $0.start.saml = .wrongAudience },
    AppleState(
      "saml-replayed",
      "A SAML response to another request",
      "InResponseTo names an older request."
    ) { $0.start.saml = .replayed },
    AppleState(
      "saml-bad-signature",
      "A SAML response with a wrong signature",
      "Signature value altered. A reference service without keys cannot see it: give the"
        + " suite a fact that only real targets have."
    ) { $0.start.saml = .badSignature },
    AppleState(
      "saml-other-issuer",
      "A SAML response of another provider",
      "Issuer is another provider than the one in the header and the MVPD of the request."
    ) { $0.start.saml = .otherIssuer },
    AppleState(
      "saml-status-denied",
      "The provider answers with a SAML error status",
      "The SAML text sits in the error, not in the metadata; the client falls back."
    ) {
      $0.start.fault = .error(
        FrameworkError(
          code: 4, message: AppleErrors.message(of: 4),
          samlResponseStatus: SAMLResponse.responderStatus),
        saml: .statusResponder)
      $0.start.faultOn = .authentication
    },
    AppleState(
      "saml-missing",
      "Authentication ends without a SAML response",
      "samlAttributeQueryResponse is nil though provider and expiry are there."
    ) { $0.start.saml = nil },
    AppleState(
      "saml-attributes-missing",
      "The SAML response lacks attributes that were asked for",
      "Option missing: the names of those left out, or of none that was asked for: the"
        + " first."
    ) {
      $0.start.saml = .attributesMissing
      $0.missingAttributes = ["uid"]
    },
    AppleState(
      "saml-large",
      "A very large SAML response",
      "About 64 KiB, with characters that need percent-encoding (+, /, =) in its Base64"
        + " form."
    ) { $0.start.saml = .large },
    AppleState(
      "saml-double-encoded",
      "The client encodes the SAML response twice",
      "The framework is in order; the suite sends a wrongly encoded body."
    ) {
      $0.start.saml = .compact
      $0.client = .doubleEncoding
    },
  ]
}
