// SPDX-License-Identifier: Apache-2.0
// Writes a signature that does not verify, for responses of the kind bad-signature.

import Formats
import Text

/// An XML signature in the right form, with random values.
enum SAMLSignature {
  private static let namespace = "http://www.w3.org/2000/09/xmldsig#"

  /// Writes the signature.
  ///
  /// - Parameter id: The id of the element that the signature claims to sign.
  static func write(to writer: inout XMLWriter, of id: String, _ randomBytes: (Int) -> [UInt8]) {
    writer.startElement("ds:Signature", attributes: [("xmlns:ds", namespace)])
    writer.startElement("ds:SignedInfo")
    algorithm("ds:CanonicalizationMethod", "http://www.w3.org/2001/10/xml-exc-c14n#", &writer)
    algorithm(
      "ds:SignatureMethod", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", &writer)
    writer.startElement("ds:Reference", attributes: [("URI", "#\(id)")])
    writer.startElement("ds:Transforms")
    algorithm("ds:Transform", "\(namespace)enveloped-signature", &writer)
    writer.endElement()
    algorithm("ds:DigestMethod", "http://www.w3.org/2001/04/xmlenc#sha256", &writer)
    writer.element("ds:DigestValue", text: Base64.encode(randomBytes(32)))
    writer.endElement()
    writer.endElement()
    writer.element("ds:SignatureValue", text: Base64.encode(randomBytes(256)))
    writer.endElement()
  }

  private static func algorithm(_ name: String, _ uri: String, _ writer: inout XMLWriter) {
    writer.element(name, attributes: [("Algorithm", uri)])
  }
}
