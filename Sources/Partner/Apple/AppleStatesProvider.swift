// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: who is signed in, what changes, what a provider says.

import Formats

extension AppleState {
  static let providerStates: [AppleState] = [
    AppleState(
      name: "picker-cancelled", title: "The user cancels the picker",
      summary: "Falls back to basic authentication with the own picker.",
      isSignedIn: false, asksInteractively: true),
    AppleState(
      name: "unsupported-provider",
      title: "The user picks a provider that is shown but not onboarded",
      summary: "Error 1 whose identifier maps to an MVPD of boarding status PICKER.",
      own: "apple-mso-103", isOwnOnboarded: false, isSignedIn: false,
      options: ["pickerChoice": "{own}"], asksInteractively: true),
    AppleState(
      name: "unsupported-provider-unknown",
      title: "Error 1 with an identifier that maps to nothing",
      summary: "Falls back with the own picker.", own: "apple-mso-999", isOwnOnboarded: false,
      isSignedIn: false, options: ["pickerChoice": "{own}"], asksInteractively: true),
    AppleState(
      name: "other-tv-provider", title: "The user chooses \"Other TV Provider\"",
      summary: "Error 1 without the userInfo key. That this is how the framework signals it is"
        + " public belief, not documented.",
      isSignedIn: false, options: ["pickerChoice": "other"], asksInteractively: true),
    AppleState(
      name: "provider-not-in-configuration",
      title: "Signed in with a provider that the service provider has no integration with",
      summary: "The mapping identifier is present but not valid: the application must not go on"
        + " with SSO. For the platform it is not onboarded either, so an authentication all the"
        + " same gives error 1.", own: "apple-mso-999", isOwnOnboarded: false),
    AppleState(
      name: "provider-sso-disabled",
      title: "Signed in with a provider whose single sign-on is off in the dashboard",
      summary: "enablePlatformServices false: authentication falls back, even though the framework"
        + " would do its part.", own: "apple-mso-104"),
    AppleState(
      name: "provider-picker-only-signed-in",
      title: "Signed in with a provider of boarding status PICKER",
      summary: "Should not happen on a real device; a service must not give a partner request for"
        + " it.", own: "apple-mso-103", isOwnOnboarded: false),
    AppleState(
      name: "provider-expired", title: "The sign-in has expired",
      summary: "The framework still names the provider; the client compares the date with its"
        + " clock.", options: ["expires": "now - 1d"]),
    AppleState(
      name: "provider-expires-now", title: "The expiry equals the present moment",
      summary: "Boundary value.", options: ["expires": "now"]),
    AppleState(
      name: "provider-no-expiration", title: "Signed in, no expiry given",
      summary: "authenticationExpirationDate is nil.", options: ["expires": .null]),
    AppleState(
      name: "provider-mismatch", title: "The header names another provider than the request",
      summary: "Used with requests for another MVPD than the one in the header.",
      own: "apple-mso-102"),
    AppleState(
      name: "provider-degraded", title: "Signed in with an MVPD under a degradation rule",
      summary: "The service answers with its degradation mechanism, not with Apple SSO.",
      own: "apple-mso-106"),
    AppleState(
      name: "metadata-empty", title: "Metadata without an identifier",
      summary: "Non-nil metadata whose fields are all nil.", options: ["fault": "empty"]),
    AppleState(
      name: "metadata-nil", title: "Neither metadata nor error",
      summary: "Also for the interactive call.", options: ["fault": "nil"]),
    AppleState(
      name: "signed-in-provider-filtered",
      title: "Signed in, but the provider is not among the supported identifiers",
      summary: "The application filtered the picker to another provider only. The error shape is"
        + " public belief.",
      own: "apple-mso-102", options: ["requestSupported": ["{other}"]], asksInteractively: true),
    AppleState(
      name: "delegate-refuses-provider",
      title: "The application itself refuses the chosen provider",
      summary: "For a transient outage of one provider: the delegate says no, error 1.",
      isSignedIn: false, options: ["pickerChoice": "{own}", "delegate": "refuses"],
      asksInteractively: true),
    AppleState(
      name: "no-delegate", title: "Interruption allowed without a delegate",
      summary: "A fault of the application. Code 3 is our choice.",
      isSignedIn: false, options: ["delegate": "none"], asksInteractively: true),
  ]

  static let lifecycleStates: [AppleState] = [
    AppleState(
      name: "permission-revoked-mid-session",
      title: "The user withdraws permission after the profile was made",
      summary: "Then every call answers as in denied.", event: .user(.denyPermission)),
    AppleState(
      name: "permission-granted-later", title: "Denied first, allowed later in Settings",
      summary: "First pass as denied; after the change as granted-signed-in.",
      options: ["permission": "denied"], event: .user(.grantPermission)),
    AppleState(
      name: "signed-out-in-settings-mid-session",
      title: "The user signs out in Settings during the session",
      summary: "Silent queries then give no metadata; interactive ones open the picker.",
      options: ["pickerChoice": "{own}"], event: .user(.signOut)),
    AppleState(
      name: "signed-in-in-settings",
      title: "The user signs in in Settings while the application is in the background",
      summary: "The first query finds nobody; after the change a silent one finds the provider.",
      isSignedIn: false, options: ["pickerChoice": "{own}"],
      event: .user(.signIn(provider: AppleDefaults.firstProvider))),
    AppleState(
      name: "provider-switched-between-calls",
      title: "The user switches provider between two requests",
      summary: "The profile is the first provider's; the next status names the second.",
      event: .user(.switchProvider(provider: AppleDefaults.secondProvider))),
    AppleState(
      name: "provider-changes-during-authentication",
      title: "The authentication answer names another provider than the query",
      summary: "A careful client stops before it calls the service.",
      options: ["answeringProvider": "{other}"]),
    AppleState(
      name: "session-expires-mid-run", title: "The sign-in expires while the run goes on",
      summary: "Expires one minute after the start; move the clock instead of waiting.",
      options: ["expires": "now + 1m"], event: .clock(60_001)),
    AppleState(
      name: "stale-cached-status", title: "The application sends an old status from its cache",
      summary: "The framework itself is in order: only the header is old.",
      client: .staleHeader, profilesBefore: ["appleSSO of the same MVPD"]),
    AppleState(
      name: "clock-skew-device-ahead", title: "The clock of the device is two hours ahead",
      summary: "Valid for the service, expired for the client: it must fall back although the"
        + " service would accept. The framework runs on the clock of the device: a silent"
        + " authentication needs the user again.",
      options: ["clockOffset": "2h", "expires": "now + 1h", "saml": "skewed"]),
    AppleState(
      name: "clock-skew-device-behind", title: "The clock of the device is two hours behind",
      summary: "Expired for the service, valid for the client. SAML made by the device carries the"
        + " same skew.",
      options: ["clockOffset": -7_200_000, "expires": "now - 1h", "saml": "skewed"]),
    AppleState(
      name: "existing-apple-profile", title: "A profile of type appleSSO already exists",
      summary: "Set up by a first run on the same device identifier.",
      profilesBefore: ["appleSSO of the same MVPD"]),
    AppleState(
      name: "existing-regular-profile", title: "A regular profile of the same MVPD exists",
      summary: "For a regular profile status retrieval may be skipped in phase D.",
      profilesBefore: ["regular of the same MVPD"]),
    AppleState(
      name: "multiple-profiles", title: "An appleSSO profile and a regular one of another MVPD",
      summary: "The key of the map is the MVPD, so two profiles of the same MVPD cannot both be"
        + " seen.", profilesBefore: ["appleSSO of the same MVPD", "regular of another MVPD"]),
    AppleState(
      name: "silent-return-after-logout",
      title: "Logout at Adobe while still signed in at the device",
      summary: "Shows why the user must also sign out in Settings: the next run signs in silently.",
      profilesBefore: ["appleSSO of the same MVPD"]),
  ]

  static let samlStates: [AppleState] = [
    AppleState(
      name: "saml-ok", title: "A SAML response without white space",
      summary: "Well-formed, in time, audience and InResponseTo right, all attributes.",
      options: ["saml": "compact"]),
    AppleState(
      name: "saml-pretty-printed", title: "A SAML response with line breaks and indentation",
      summary: "The client must clean it: the service must accept the cleaned form. Tabs, CRLF,"
        + " runs of spaces.", options: ["saml": "pretty"]),
    AppleState(
      name: "saml-malformed", title: "Something that is not SAML",
      summary: "The framework gives text that is not well-formed XML.",
      options: ["saml": "malformed"]),
    AppleState(
      name: "saml-empty", title: "An empty SAML response",
      summary: "An empty string is not nil: the snippets would send it; the V2 prose (present and"
        + " valid) says not to.", options: ["saml": "empty"]),
    AppleState(
      name: "saml-expired", title: "A SAML response whose validity is over",
      summary: "Conditions/NotOnOrAfter lies before now.", options: ["saml": "expired"]),
    AppleState(
      name: "saml-not-yet-valid", title: "A SAML response whose validity has not begun",
      summary: "NotBefore lies after now by more than any sensible tolerance.",
      options: ["saml": "not-yet-valid"]),
    AppleState(
      name: "saml-wrong-audience", title: "A SAML response for another audience",
      summary: "Audience is not the issuer of the service provider.",
      options: ["saml": "wrong-audience"]),
    AppleState(
      name: "saml-replayed", title: "A SAML response to another request",
      summary: "InResponseTo names an older request.", options: ["saml": "replayed"]),
    AppleState(
      name: "saml-bad-signature", title: "A SAML response with a wrong signature",
      summary: "Signature value altered. A reference service without keys cannot see it: give the"
        + " suite a fact that only real targets have.", options: ["saml": "bad-signature"]),
    AppleState(
      name: "saml-other-issuer", title: "A SAML response of another provider",
      summary: "Issuer is another provider than the one in the header and the MVPD of the request.",
      options: ["saml": "other-issuer"]),
    AppleState(
      name: "saml-status-denied", title: "The provider answers with a SAML error status",
      summary: "The SAML text sits in the error, not in the metadata; the client falls back.",
      options: [
        "fault": [
          "code": 4,
          "userInfo": [
            "VSErrorInfoKeySAMLResponse": "saml:status-responder",
            "VSErrorInfoKeySAMLResponseStatus": .string(SAMLResponse.responderStatus),
          ],
        ], "faultOn": "authentication",
      ]),
    AppleState(
      name: "saml-missing", title: "Authentication ends without a SAML response",
      summary: "samlAttributeQueryResponse is nil though provider and expiry are there.",
      options: ["saml": .null]),
    AppleState(
      name: "saml-attributes-missing",
      title: "The SAML response lacks attributes that were asked for",
      summary: "Option missing: the names of those left out, or of none that was asked for: the"
        + " first.", options: ["saml": "attributes-missing", "missing": ["uid"]]),
    AppleState(
      name: "saml-large", title: "A very large SAML response",
      summary: "About 64 KiB, with characters that need percent-encoding (+, /, =) in its Base64"
        + " form.", options: ["saml": "large"]),
    AppleState(
      name: "saml-double-encoded", title: "The client encodes the SAML response twice",
      summary: "The framework is in order; the suite sends a wrongly encoded body.",
      options: ["saml": "compact"], client: .doubleEncoding),
  ]
}
