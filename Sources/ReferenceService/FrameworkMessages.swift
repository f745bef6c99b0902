// SPDX-License-Identifier: Apache-2.0
// Messages of the partner framework: its status and its SAML response.

import Formats
import Text

/// The status of the partner framework, as a request reports it ("AP-Partner-Framework-Status").
enum FrameworkStatusHeader: Equatable {
  case absent
  /// The permission is granted, the user is signed in with a known MVPD, and the sign-in has not
  /// expired.
  case valid(mvpd: String)
  /// The status can't be relied on, for the reason of the code. The MVPD is the one that the status
  /// names all the same, if any.
  case invalid(ErrorCode, mvpd: String?)
  /// The service does not look at the status.
  case disregarded
}

extension FrameworkStatusHeader {
  /// Reads the status of a request. A repeated field is treated like an unreadable one.
  init(_ call: ServiceCall) {
    let values = call.request.headers("AP-Partner-Framework-Status")
    self = Self.read(values.count > 1 ? "" : values.first, call)
  }

  /// Reads the status of a request for profiles or decisions, which a reading of the documents lets
  /// the service disregard.
  init(ofProfiles call: ServiceCall) {
    self.init(call)
    let hasRunOut =
      switch self {
      case .absent, .invalid(.providerExpired, _): true
      case .invalid, .valid, .disregarded: false
      }
    if call.has(.countsPartnerProfileWithAnyStatus)
      || hasRunOut && call.has(.countsPartnerProfileWithExpiredStatus)
    {
      self = .disregarded
    }
  }

  /// Reads the value of the field; nil if the request has no such field.
  private static func read(_ header: String?, _ call: ServiceCall) -> FrameworkStatusHeader {
    guard let header else { return .absent }
    guard let bytes = Base64.decode(header), let document = try? JSONParser.document(bytes),
      case .object(let status) = document.root,
      let access = status["frameworkPermissionInfo"]?["accessStatus"]?.string
    else { return .invalid(.permissionNotPresent, mvpd: nil) }
    let provider = status["frameworkProviderInfo"]
    let mvpd = (provider?["id"]?.string).flatMap { call.directory.mvpd(platformID: $0)?.id }
    if access != "granted", !call.has(.ignoresPermissionOfStatus) {
      let isOpen = access == "notDetermined"
      return .invalid(isOpen ? .permissionNotDetermined : .permissionNotGranted, mvpd: mvpd)
    }
    guard let mvpd else { return .invalid(.providerNotDetermined, mvpd: nil) }
    // The date is a string of digits, not a number. A status without it counts as expired.
    guard let expiry = (provider?["expirationDate"]?.string).flatMap(milliseconds),
      expiry >= call.now.milliseconds || call.has(.ignoresExpiryOfStatus)
    else { return .invalid(.providerExpired, mvpd: mvpd) }
    return .valid(mvpd: mvpd)
  }

  /// The MVPD that the status names, whether or not the status counts.
  var mvpd: String? {
    switch self {
    case .absent, .disregarded: nil
    case .valid(let mvpd): mvpd
    case .invalid(_, let mvpd): mvpd
    }
  }

  private static func milliseconds(_ digits: String) -> Int? {
    guard digits.utf8.count <= 16, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(digits)
  }
}

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
      let begins = element.attribute("NotBefore").map { Timestamp(iso8601: $0) }
      let ends = element.attribute("NotOnOrAfter").map { Timestamp(iso8601: $0) }
      return begins.map { $0.map { $0 <= now + Self.clockTolerance } ?? false } ?? true
        && ends.map { $0.map { now < $0 } ?? false } ?? true
    }
  }
}

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
