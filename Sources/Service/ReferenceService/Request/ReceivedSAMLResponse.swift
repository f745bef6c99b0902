// SPDX-License-Identifier: Apache-2.0
// Reads the SAML response of the partner framework and checks that it holds.

internal import Encodings
internal import XML

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
      let assertion = response.first("Assertion"),
      assertion.namespaceURI == SAML.assertionNamespace
    else { return nil }
    self.response = response
    self.assertion = assertion
  }
}

extension ReceivedSAMLResponse {
  /// The id of the request that the response answers.
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
    (assertion.first("Subject")?.elements ?? [])
      .filter { $0.localName == "SubjectConfirmation" }
      .compactMap { $0.first("SubjectConfirmationData") }
  }

  private var isForThisService: Bool {
    let restrictions =
      assertion.first("Conditions")?.elements
      .filter { $0.localName == "AudienceRestriction" } ?? []
    return !restrictions.isEmpty
      && restrictions.allSatisfy { restriction in
        restriction.elements.contains { $0.trimmedText == SAML.issuer }
      }
  }

  private func holds(at now: Timestamp) -> Bool {
    guard let conditions = assertion.first("Conditions"),
      conditions.attribute("NotOnOrAfter") != nil
    else { return false }
    return ([conditions] + confirmationData).allSatisfy { element in
      let begins = element.attribute("NotBefore").map(Self.time)
      let ends = element.attribute("NotOnOrAfter").map(Self.time)
      return begins.map { $0.map { $0 <= now + Self.clockTolerance } ?? false } ?? true
        && ends.map { $0.map { now < $0 } ?? false } ?? true
    }
  }

  /// The time of `2026-11-21T05:30:00.123Z`; SAML times are in UTC (SAML 2.0 Core, section 1.3.3).
  ///
  /// - Returns: nil for another form.
  static func time(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].allSatisfy { 0x30...0x39 ~= $0 }
        ? Int(String(decoding: bytes[range], as: UTF8.self)) : nil
    }
    let marks = [4: "-", 7: "-", 10: "T", 13: ":", 16: ":"]
    guard marks.allSatisfy({ bytes[$0.key] == $0.value.utf8.first }),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var milliseconds = 0
    let fraction = bytes[19..<(bytes.count - 1)]
    if !fraction.isEmpty {
      guard fraction.first == UInt8(ascii: "."), (2...10).contains(fraction.count),
        fraction.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      let digits = (fraction.dropFirst() + Array("00".utf8)).prefix(3)
      milliseconds = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
    // Days since 1970, the year taken to begin in March.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return Timestamp(
      milliseconds: (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milliseconds)
  }
}
