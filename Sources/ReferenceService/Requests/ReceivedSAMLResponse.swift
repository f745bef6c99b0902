// SPDX-License-Identifier: Apache-2.0
// A SAML response in a request.

import Formats
import Text

/// A SAML response with one assertion (SAML 2.0 Core, sections 2.3 and 3.2.2).
///
/// Signatures are not checked: the made-up providers have no keys.
struct ReceivedSAMLResponse {
  private let response: XMLElement
  private let assertion: XMLElement

  /// How far the provider's clock may be ahead of ours: a response that begins later is refused.
  static let clockTolerance: Duration = .seconds(60)

  /// - Parameter parameter: The value of the form: Base64 of the document.
  /// - Returns: nil if the value is not a successful response with an assertion.
  init?(parameter: String) {
    guard let bytes = Base64.decode(parameter), let response = try? XMLReader.read(bytes),
      response.localName == "Response", response.namespaceURI == SAML.protocolNamespace,
      response.first("Status")?.first("StatusCode")?.attribute("Value") == SAML.success,
      let assertion = response.first("Assertion"), assertion.namespaceURI == SAML.assertionNamespace
    else { return nil }
    self.response = response
    self.assertion = assertion
  }
}

extension ReceivedSAMLResponse {
  static func reportsFailure(parameter: String) -> Bool {
    guard let bytes = Base64.decode(parameter), let response = try? XMLReader.read(bytes),
      let status = response.first("Status")?.first("StatusCode")?.attribute("Value")
    else { return false }
    return status != SAML.success
  }

  var inResponseTo: String? { response.attribute("InResponseTo") }

  /// Whether the response was issued by that provider, to this service, for that request, and is
  /// valid now.
  func isAcceptable(issuer: String, requestID: String, now: Timestamp) -> Bool {
    let issuers = [response, assertion].compactMap { $0.first("Issuer")?.trimmedText }
    let confirmations = confirmationData.compactMap { $0.attribute("InResponseTo") }
    return inResponseTo == requestID && confirmations.allSatisfy { $0 == requestID }
      && !issuers.isEmpty && issuers.allSatisfy { $0 == issuer }
      && isForThisService && holds(at: now)
  }

  /// The user who signed in: the name identifier, or else the first of these attributes that has a
  /// value.
  func userID(attributeNames: [String]) -> String? {
    if let name = assertion.first("Subject")?.first("NameID")?.trimmedText, !name.isEmpty {
      return name
    }
    let attributes = assertion.elements.filter { $0.localName == "AttributeStatement" }
      .flatMap(\.elements)
    for name in attributeNames {
      let value = attributes.first { $0.attribute("Name") == name }?.first("AttributeValue")
      if let text = value?.trimmedText, !text.isEmpty { return text }
    }
    return nil
  }

  private var confirmationData: [XMLElement] {
    (assertion.first("Subject")?.elements ?? []).filter { $0.localName == "SubjectConfirmation" }
      .compactMap { $0.first("SubjectConfirmationData") }
  }

  private var isForThisService: Bool {
    let restrictions =
      assertion.first("Conditions")?.elements.filter { $0.localName == "AudienceRestriction" } ?? []
    return !restrictions.isEmpty
      && restrictions.allSatisfy { restriction in
        restriction.elements.contains { $0.trimmedText == SAML.issuer }
      }
  }

  private func holds(at now: Timestamp) -> Bool {
    guard let conditions = assertion.first("Conditions"),
      conditions.attribute("NotOnOrAfter") != nil
    else { return false }
    // Times of SAML are in UTC (SAML 2.0 Core, section 1.3.3).
    return ([conditions] + confirmationData).allSatisfy { element in
      Self.isMissing("NotBefore", in: element, or: { $0 <= now + Self.clockTolerance })
        && Self.isMissing("NotOnOrAfter", in: element, or: { now < $0 })
    }
  }

  /// Tells whether an element does not have this time, or has one that passes the test. A time that
  /// can't be read does not pass.
  private static func isMissing(
    _ name: String, in element: XMLElement, or passes: (Timestamp) -> Bool
  ) -> Bool {
    guard let text = element.attribute(name) else { return true }
    guard let time = Timestamp(iso8601: text) else { return false }
    return passes(time)
  }
}
