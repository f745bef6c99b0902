// SPDX-License-Identifier: Apache-2.0
// The cookbooks' rules for the requests of an application to the framework.

/// A rule of the cookbooks for requests to the framework, which suites have to follow.
package enum CookbookRule: Sendable, Equatable, CaseIterable {
  case interruptionOfAuthentication
  case interruptionOfQuery
  case channelOfSilentQuery
  case channelOfQuery
  case channelOfAuthentication
  case attributes
  case token
}

extension CookbookRule {
  /// The end of the names of cookbooks for REST API V1.
  private static let ending = "-v1"

  /// The requirements of all cookbooks that an emulator enforces.
  package static let requirements =
    allCases.flatMap { $0.requirements(ofVersion1: false) }
    + allCases.flatMap { $0.requirements(ofVersion1: true) }

  /// The ids of the requirements that state the rule.
  ///
  /// - Parameter cookbook: The cookbook of the suite, such as `apple-sso-rest-api-v1`; without one,
  ///   the requirements are those of REST API V2.
  package func requirements(in cookbook: String?) -> [String] {
    requirements(ofVersion1: cookbook?.hasSuffix(Self.ending) ?? false)
  }

  private func requirements(ofVersion1 isVersion1: Bool) -> [String] {
    switch self {
    case .interruptionOfAuthentication: isVersion1 ? ["V1-07-10"] : ["V2-C10-04"]
    case .interruptionOfQuery:
      isVersion1 ? ["V1-02-10", "V1-04-10"] : ["V2-B1-04", "V2-C3-04", "V2-D1-05", "V2-D5-05"]
    case .channelOfSilentQuery: isVersion1 ? ["V1-02-07"] : ["V2-B1-08"]
    case .channelOfQuery: isVersion1 ? ["V1-04-07"] : ["V2-C3-08"]
    case .channelOfAuthentication: isVersion1 ? ["V1-07-06"] : ["V2-C10-11"]
    case .attributes: isVersion1 ? ["V1-07-11"] : ["V2-C10-10"]
    case .token: isVersion1 ? ["V1-07-12"] : ["V2-C10-06", "V2-C10-09"]
    }
  }

  /// The mistake of a request without `isInterruptionAllowed`, which cookbook steps differ by.
  static func interruptionNotSaid(isAuthentication: Bool) -> PartnerMisuse {
    isAuthentication
      ? PartnerMisuse(
        "an authentication request has to say isInterruptionAllowed: true if the user may be"
          + " asked to sign in again, as the cookbook of REST API V2 demands; false as in its"
          + " snippet, and in the cookbook of V1", breaking: .interruptionOfAuthentication)
      : PartnerMisuse(
        "a metadata request has to say isInterruptionAllowed: false if it only asks for the"
          + " status, true if the picker may be shown", breaking: .interruptionOfQuery)
  }

  /// Checks a query.
  ///
  /// - Throws: the first rule that the request breaks.
  static func check(_ request: MetadataRequest) throws(PartnerError) {
    try checkChannel(
      of: request,
      breaking: request.isInterruptionAllowed ? .channelOfQuery : .channelOfSilentQuery)
  }

  /// Checks an authentication.
  ///
  /// - Throws: the first rule that the request breaks.
  static func check(_ request: AuthenticationRequest) throws(PartnerError) {
    try checkChannel(of: request.metadata, breaking: .channelOfAuthentication)
    guard !request.attributeNames.isEmpty else {
      throw .misuse(
        PartnerMisuse(
          "an authentication request needs attributeNames, those that the service gave",
          breaking: .attributes))
    }
    guard !request.verificationToken.isEmpty else {
      throw .misuse(
        PartnerMisuse(
          "an authentication request needs a verificationToken, the request that the service"
            + " gave", breaking: .token))
    }
  }

  private static func checkChannel(of request: MetadataRequest, breaking rule: CookbookRule)
    throws(PartnerError)
  {
    let wanted = MetadataRequest.cookbookChannelIdentifier
    guard request.channelIdentifier == wanted else {
      throw .misuse(
        PartnerMisuse(
          "channelIdentifier is '\(request.channelIdentifier)', the cookbook's is '\(wanted)'",
          breaking: rule))
    }
  }
}
