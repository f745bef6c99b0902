// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: what the provider answers an authentication with.

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
