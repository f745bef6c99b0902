// SPDX-License-Identifier: Apache-2.0
// The service as a party of SAML.

import Formats
import Text

/// The service as a party of SAML 2.0.
enum SAML {
  static let protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
  static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
  static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
  /// The name of the service: the issuer of its requests and the audience of the responses.
  static let issuer = "https://saml.sp.auth.adobe.com"

  /// An authentication request (SAML 2.0 Core, section 3.4.1).
  ///
  /// - Parameter id: An XML name; each request has another.
  static func authenticationRequest(id: String, at now: Timestamp) -> [UInt8] {
    var writer = XMLWriter()
    writer.startElement(
      "samlp:AuthnRequest",
      attributes: [
        ("xmlns:samlp", protocolNamespace), ("xmlns:saml", assertionNamespace), ("ID", id),
        ("Version", "2.0"), ("IssueInstant", now.iso8601),
      ])
    writer.element("saml:Issuer", text: issuer)
    writer.element(
      "samlp:NameIDPolicy",
      attributes: [
        ("Format", "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"), ("AllowCreate", "true"),
      ])
    writer.endElement()
    return writer.bytes
  }
}
