// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: who is signed in, and what the picker leads to.

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
