// SPDX-License-Identifier: Apache-2.0
// The kinds of SAML responses that the emulated provider gives.

/// What the emulated provider answers an authentication request with.
package enum SAMLKind: String, Sendable, CaseIterable {
  /// Well-formed, in time, all attributes, no white space between elements.
  case ok
  /// The same as `ok`.
  case compact
  /// Indented with tabs and CRLF, long tags over several lines.
  case pretty
  /// Not well-formed XML.
  case malformed
  /// The empty string.
  case empty
  /// `NotOnOrAfter` of the conditions before now.
  case expired
  /// `NotBefore` after now.
  case notYetValid = "not-yet-valid"
  /// Another audience.
  case wrongAudience = "wrong-audience"
  /// `InResponseTo` of an older request.
  case replayed
  /// With a signature that does not verify; the other kinds have none.
  case badSignature = "bad-signature"
  /// Issued by another provider than the one that answers.
  case otherIssuer = "other-issuer"
  /// An error status, no assertion.
  case statusResponder = "status-responder"
  /// Attributes that were asked for are left out.
  case attributesMissing = "attributes-missing"
  /// About 64 KiB.
  case large
  /// All times shifted by the clock offset of the device.
  case skewed
}
