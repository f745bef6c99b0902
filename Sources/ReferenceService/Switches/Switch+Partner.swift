// SPDX-License-Identifier: Apache-2.0
// Switches of the partner's single sign-on.

extension Switch {
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
}
