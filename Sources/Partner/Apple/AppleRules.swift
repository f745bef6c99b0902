// SPDX-License-Identifier: Apache-2.0
// What the cookbooks demand of the calls of Video Subscriber Account.

import Formats

extension PermissionCall {
  static let apple = PermissionCall(
    name: "permission", member: "accessStatus", granted: AccessStatus.granted.rawValue)
}

extension CallRule {
  /// Those of the cookbook for REST API V2, then those for V1.
  ///
  /// An authentication of V2 may allow an interruption or not, but has to say it: the cookbook
  /// contradicts itself (AMB-02). What it hands over has to be what the service gave; here it only
  /// has to be something.
  static let apple: [CallRule] = ofVersion2 + ofVersion1

  private static let ofVersion2 = rules(
    of: "apple-sso-rest-api-v2",
    [
      ("V2-B1-02", "B1", "metadata", .permissionAsked),
      ("V2-C3-02", "C3", "metadata", .permissionAsked),
      ("V2-C10-02", "C10", "authenticate", .permissionAsked),
      ("V2-D1-03", "D1", "metadata", .permissionAsked),
      ("V2-D5-03", "D5", "metadata", .permissionAsked),
      ("V2-B1-03", "B1", "metadata", .permissionGranted),
      ("V2-C3-03", "C3", "metadata", .permissionGranted),
      ("V2-C10-03", "C10", "authenticate", .permissionGranted),
      ("V2-D1-04", "D1", "metadata", .permissionGranted),
      ("V2-D5-04", "D5", "metadata", .permissionGranted),
      ("V2-B1-04", "B1", "metadata", interruption(false)),
      ("V2-C3-04", "C3", "metadata", interruption(true)),
      ("V2-C10-04", "C10", "authenticate", .any(interruptionMember)),
      ("V2-D1-05", "D1", "metadata", interruption(false)),
      ("V2-D5-05", "D5", "metadata", interruption(false)),
      ("V2-B1-08", "B1", "metadata", channel),
      ("V2-C3-08", "C3", "metadata", channel),
      ("V2-C10-11", "C10", "authenticate", channel),
      ("V2-C10-10", "C10", "authenticate", .any("attributeNames")),
      ("V2-C10-06", "C10", "authenticate", .any("verificationToken")),
      ("V2-C10-09", "C10", "authenticate", .any("verificationToken")),
    ])

  private static let ofVersion1 = rules(
    of: "apple-sso-rest-api-v1",
    [
      ("V1-02-02", "2", "metadata", .permissionAsked),
      ("V1-04-02", "4", "metadata", .permissionAsked),
      ("V1-07-02", "7", "authenticate", .permissionAsked),
      ("V1-02-03", "2", "metadata", .permissionGranted),
      ("V1-04-03", "4", "metadata", .permissionGranted),
      ("V1-07-03", "7", "authenticate", .permissionGranted),
      ("V1-02-10", "2", "metadata", interruption(false)),
      ("V1-04-10", "4", "metadata", interruption(true)),
      ("V1-07-10", "7", "authenticate", interruption(false)),
      ("V1-02-07", "2", "metadata", channel),
      ("V1-04-07", "4", "metadata", channel),
      ("V1-07-06", "7", "authenticate", channel),
      ("V1-07-11", "7", "authenticate", .any("attributeNames")),
      ("V1-07-12", "7", "authenticate", .any("verificationToken")),
    ])

  private static func rules(
    of cookbook: String, _ rows: [(id: String, number: String, call: String, demand: Demand)]
  ) -> [CallRule] {
    rows.map { CallRule($0.id, cookbook, $0.number, $0.call, $0.demand) }
  }

  private static let interruptionMember = "isInterruptionAllowed"

  private static let channel = Demand.noOther(
    "channelIdentifier", .string(MetadataRequest.cookbookChannelIdentifier))

  private static func interruption(_ isAllowed: Bool) -> Demand {
    .value(interruptionMember, .boolean(isAllowed))
  }
}
