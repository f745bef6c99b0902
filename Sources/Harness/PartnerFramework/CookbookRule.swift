// SPDX-License-Identifier: Apache-2.0
// What the cookbook demands of the application's requests, checked before an emulator answers.

/// The rules of the REST API V2 cookbook that a request itself can break. They are the suite's to
/// keep, since the harness plays the application.
enum CookbookRule {
  /// The request leaves open whether the user may be interrupted, which is what tells the steps
  /// of the cookbook apart.
  static func interruptionNotSaid(isAuthentication: Bool) -> PartnerMisuse {
    isAuthentication
      ? PartnerMisuse(
        "an authentication request has to say isInterruptionAllowed: true where the user may be"
          + " asked to sign in again, as the cookbook wants it; false as in its snippet",
        breaking: ["V2-C10-04"])
      : PartnerMisuse(
        "a metadata request has to say isInterruptionAllowed: false where only the status is"
          + " asked for, true where the picker may be shown",
        breaking: ["V2-B1-04", "V2-C3-04", "V2-D1-05", "V2-D5-05"])
  }

  /// - Throws: the first rule that the request breaks.
  static func check(_ request: MetadataRequest) throws(PartnerError) {
    try checkChannel(of: request, breaking: request.isInterruptionAllowed ? "V2-C3-08" : "V2-B1-08")
  }

  /// - Throws: the first rule that the request breaks.
  static func check(_ request: AuthenticationRequest) throws(PartnerError) {
    try checkChannel(of: request.metadata, breaking: "V2-C10-11")
    guard !request.attributeNames.isEmpty else {
      throw .misuse(
        PartnerMisuse(
          "an authentication request has to have attributeNames, those of the answer to the"
            + " partner authentication request",
          breaking: ["V2-C10-10"]))
    }
    guard !request.verificationToken.isEmpty else {
      throw .misuse(
        PartnerMisuse(
          "an authentication request has to have a verificationToken, the request that the"
            + " service gave",
          breaking: ["V2-C10-06", "V2-C10-09"]))
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
