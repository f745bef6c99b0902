// SPDX-License-Identifier: Apache-2.0
// The SAML response of the emulated provider, with its kinds and signature.

import Formats
import Text

/// The contents of a SAML response; `text` writes the response.
///
/// Only the kind `bad-signature` has a signature, which doesn't verify.
struct SAMLResponse {
  let kind: SAMLKind
  /// The mapping id of the provider that answers.
  let issuer: String
  /// The mapping id of another provider, for the kind `other-issuer`.
  var otherIssuer = ""
  let request: SAMLRequest
  let channelIdentifier: String
  let attributeNames: [String]
  /// The attributes that the kind `attributes-missing` leaves out.
  var missingAttributes: [String] = []
  /// The time at which the response is made, by the clock of the service.
  let now: Timestamp
  /// The clock of the device minus the clock of the service, for the kind `skewed`.
  var clockOffset: Duration = .zero
  /// The user that is signed in: the same text for the same user at the same provider.
  let subject: String
  /// The id of an older request, for the kind `replayed`.
  var olderRequestID = ""
  let randomBytes: (Int) -> [UInt8]

  static let protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
  static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
  static let responderStatus = "urn:oasis:names:tc:SAML:2.0:status:Responder"
  static let successStatus = "urn:oasis:names:tc:SAML:2.0:status:Success"
  /// The size of the kind `large`.
  static let largeBytes = 64 * 1024
}

extension SAMLResponse {
  /// The response as XML, or as what the kind puts in its place.
  var text: String {
    switch kind {
    case .empty: ""
    case .malformed: Self.malformed(document(filler: 0))
    case .pretty: SAMLLayout.pretty(document(filler: 0))
    case .large: large
    default: document(filler: 0)
    }
  }

  /// The document, cut off inside a tag.
  private static func malformed(_ document: String) -> String {
    let bytes = Array(document.utf8)
    let middle = bytes.count * 2 / 3
    let tag = bytes[..<middle].lastIndex(of: UInt8(ascii: "<")) ?? middle
    return String(decoding: bytes[...tag], as: UTF8.self)
  }

  /// A document of the large size, with a length whose Base64 needs padding.
  private var large: String {
    let size = document(filler: 0).utf8.count
    let filler = max(1, Self.largeBytes - size)
    let remainder = document(filler: filler).utf8.count % 3
    return document(filler: filler + (remainder == 1 ? 0 : remainder == 2 ? 2 : 1))
  }

  private func document(filler: Int) -> String {
    var writer = XMLWriter(declaration: false)
    let responseID = newID()
    var attributes: [(name: String, value: String)] = [
      ("xmlns:samlp", Self.protocolNamespace), ("xmlns:saml", Self.assertionNamespace),
      ("ID", responseID), ("Version", "2.0"), ("IssueInstant", window.issued.iso8601),
      ("Destination", destination),
    ]
    if let inResponseTo { attributes.append(("InResponseTo", inResponseTo)) }
    writer.startElement("samlp:Response", attributes: attributes)
    writer.element("saml:Issuer", text: issuerText)
    if kind == .badSignature { SAMLSignature.write(to: &writer, of: responseID, randomBytes) }
    writer.startElement("samlp:Status")
    writer.element(
      "samlp:StatusCode",
      attributes: [("Value", kind == .statusResponder ? Self.responderStatus : Self.successStatus)])
    writer.endElement()
    if kind != .statusResponder { writeAssertion(to: &writer, filler: filler) }
    writer.endElement()
    return writer.text
  }

  private func writeAssertion(to writer: inout XMLWriter, filler: Int) {
    writer.startElement(
      "saml:Assertion",
      attributes: [("ID", newID()), ("Version", "2.0"), ("IssueInstant", window.issued.iso8601)])
    writer.element("saml:Issuer", text: issuerText)
    writeSubject(to: &writer)
    writer.startElement(
      "saml:Conditions",
      attributes: [("NotBefore", window.begins.iso8601), ("NotOnOrAfter", window.ends.iso8601)])
    writer.startElement("saml:AudienceRestriction")
    writer.element("saml:Audience", text: audience)
    writer.endElement()
    writer.endElement()
    writer.startElement(
      "saml:AuthnStatement",
      attributes: [("AuthnInstant", window.issued.iso8601), ("SessionIndex", newID())])
    writer.startElement("saml:AuthnContext")
    writer.element(
      "saml:AuthnContextClassRef",
      text: "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport")
    writer.endElement()
    writer.endElement()
    writeAttributes(to: &writer, filler: filler)
    writer.endElement()
  }

  private func writeSubject(to writer: inout XMLWriter) {
    writer.startElement("saml:Subject")
    writer.element(
      "saml:NameID",
      attributes: [("Format", "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent")],
      text: subject)
    writer.startElement(
      "saml:SubjectConfirmation", attributes: [("Method", "urn:oasis:names:tc:SAML:2.0:cm:bearer")])
    var data: [(name: String, value: String)] = [
      ("NotOnOrAfter", window.ends.iso8601), ("Recipient", destination),
    ]
    if let inResponseTo { data.append(("InResponseTo", inResponseTo)) }
    writer.element("saml:SubjectConfirmationData", attributes: data)
    writer.endElement()
    writer.endElement()
  }

  private func writeAttributes(to writer: inout XMLWriter, filler: Int) {
    var values = givenAttributes.map { (name: $0, value: value(of: $0)) }
    if filler > 0 { values.append((name: "filler", value: Self.filler(filler))) }
    guard !values.isEmpty else { return }
    writer.startElement("saml:AttributeStatement")
    for (name, value) in values {
      writer.startElement(
        "saml:Attribute",
        attributes: [
          ("Name", name), ("NameFormat", "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"),
        ])
      writer.element("saml:AttributeValue", text: value)
      writer.endElement()
    }
    writer.endElement()
  }

  /// A text of a length in bytes. Its Base64 has `+` and `/` at any alignment.
  private static func filler(_ count: Int) -> String {
    String(decoding: (0..<count).map { Array("~~~???".utf8)[$0 % 6] }, as: UTF8.self)
  }

  private var issuerText: String { kind == .otherIssuer ? otherIssuer : issuer }

  private var destination: String { request.assertionConsumerServiceURL ?? channelIdentifier }

  private var audience: String {
    kind == .wrongAudience
      ? "https://another.audience.invalid" : request.issuer ?? channelIdentifier
  }

  private var inResponseTo: String? { kind == .replayed ? olderRequestID : request.id }

  private var givenAttributes: [String] {
    guard kind == .attributesMissing else { return attributeNames }
    let given = attributeNames.filter { !missingAttributes.contains($0) }
    return given.count < attributeNames.count ? given : Array(attributeNames.dropFirst())
  }

  private func value(of attribute: String) -> String {
    attribute == "NameID"
      ? subject : String(SHA256.hexadecimal(Array("\(subject)/\(attribute)".utf8)).prefix(16))
  }

  /// When the response was issued, and the time for which it is valid.
  private var window: (issued: Timestamp, begins: Timestamp, ends: Timestamp) {
    let tolerance = Duration.seconds(300)
    switch kind {
    case .expired: return (now - .seconds(7200), now - .seconds(7500), now - .seconds(3600))
    case .notYetValid: return (now, now + .seconds(86_400), now + .seconds(90_000))
    default:
      let made = kind == .skewed ? now + clockOffset : now
      return (made, made - tolerance, made + tolerance)
    }
  }

  private func newID() -> String { Self.newID(randomBytes) }

  /// An XML name of 128 random bits.
  static func newID(_ randomBytes: (Int) -> [UInt8]) -> String {
    "_" + Hexadecimal.text(of: randomBytes(16))
  }
}

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
