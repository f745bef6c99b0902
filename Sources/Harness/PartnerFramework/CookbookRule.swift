// SPDX-License-Identifier: Apache-2.0
// What the cookbook demands of the application's requests, checked before an emulator answers.

/// The rules of the REST API V2 cookbook that a request itself can break. They are the suite's to
/// keep, since the harness plays the application.
package enum CookbookRule {
  /// The requirements for breaking which a request is refused.
  package static let requirements =
    interruptionOfAuthentication + interruptionOfQuery
    + [silentQueryChannel, queryChannel, authenticationChannel] + attributes + token

  private static let interruptionOfAuthentication = ["V2-C10-04"]
  private static let interruptionOfQuery = ["V2-B1-04", "V2-C3-04", "V2-D1-05", "V2-D5-05"]
  private static let silentQueryChannel = "V2-B1-08"
  private static let queryChannel = "V2-C3-08"
  private static let authenticationChannel = "V2-C10-11"
  private static let attributes = ["V2-C10-10"]
  private static let token = ["V2-C10-06", "V2-C10-09"]
}

extension CookbookRule {
  /// The request leaves open whether the user may be interrupted, which is what tells the steps
  /// of the cookbook apart.
  static func interruptionNotSaid(isAuthentication: Bool) -> PartnerMisuse {
    isAuthentication
      ? PartnerMisuse(
        "an authentication request has to say isInterruptionAllowed: true where the user may be"
          + " asked to sign in again, as the cookbook wants it; false as in its snippet",
        breaking: interruptionOfAuthentication)
      : PartnerMisuse(
        "a metadata request has to say isInterruptionAllowed: false where only the status is"
          + " asked for, true where the picker may be shown",
        breaking: interruptionOfQuery)
  }

  /// - Throws: the first rule that the request breaks.
  static func check(_ request: MetadataRequest) throws(PartnerError) {
    try checkChannel(
      of: request,
      breaking: request.isInterruptionAllowed ? queryChannel : silentQueryChannel)
  }

  /// - Throws: the first rule that the request breaks.
  static func check(_ request: AuthenticationRequest) throws(PartnerError) {
    try checkChannel(of: request.metadata, breaking: authenticationChannel)
    guard !request.attributeNames.isEmpty else {
      throw .misuse(
        PartnerMisuse(
          "an authentication request has to have attributeNames, those of the answer to the"
            + " partner authentication request",
          breaking: attributes))
    }
    guard !request.verificationToken.isEmpty else {
      throw .misuse(
        PartnerMisuse(
          "an authentication request has to have a verificationToken, the request that the"
            + " service gave",
          breaking: token))
    }
  }

  private static func checkChannel(of request: MetadataRequest, breaking requirement: String)
    throws(PartnerError)
  {
    let wanted = MetadataRequest.cookbookChannelIdentifier
    guard request.channelIdentifier == wanted else {
      throw .misuse(
        PartnerMisuse(
          "channelIdentifier is '\(request.channelIdentifier)', the cookbook's is '\(wanted)'",
          breaking: [requirement]))
    }
  }
}
