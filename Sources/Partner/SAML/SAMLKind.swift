// SPDX-License-Identifier: Apache-2.0
// The kinds of SAML responses of an emulated provider.

/// The kind of SAML response with which an emulated provider answers an authentication.
package enum SAMLKind: String, Sendable, CaseIterable {
  /// Well-formed, valid now, with all attributes, without white space between elements.
  case ok
  /// The same as `ok`.
  case compact
  /// Indented with tabs and CRLF, long tags over several lines.
  case pretty
  /// Not well-formed XML.
  case malformed
  /// The empty string.
  case empty
  /// `NotOnOrAfter` of the conditions is before now.
  case expired
  /// `NotBefore` is after now.
  case notYetValid = "not-yet-valid"
  /// For another audience.
  case wrongAudience = "wrong-audience"
  /// `InResponseTo` names an older request.
  case replayed
  /// With a signature that does not verify; the other kinds are not signed.
  case badSignature = "bad-signature"
  /// Issued by another provider than the one that answers.
  case otherIssuer = "other-issuer"
  /// An error status, no assertion.
  case statusResponder = "status-responder"
  /// Without some of the attributes that were asked for.
  case attributesMissing = "attributes-missing"
  /// About 64 KiB.
  case large
  /// All times are shifted by the clock offset of the device.
  case skewed
}
