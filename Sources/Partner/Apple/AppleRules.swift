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

  private static let ofVersion2: [CallRule] = {
    func rule(_ id: String, _ number: String, _ call: String, _ demand: Demand) -> CallRule {
      CallRule(id, "apple-sso-rest-api-v2", number, call, demand)
    }
    return [
      rule("V2-B1-02", "B1", "metadata", .permissionAsked),
      rule("V2-C3-02", "C3", "metadata", .permissionAsked),
      rule("V2-C10-02", "C10", "authenticate", .permissionAsked),
      rule("V2-D1-03", "D1", "metadata", .permissionAsked),
      rule("V2-D5-03", "D5", "metadata", .permissionAsked),
      rule("V2-B1-03", "B1", "metadata", .permissionGranted),
      rule("V2-C3-03", "C3", "metadata", .permissionGranted),
      rule("V2-C10-03", "C10", "authenticate", .permissionGranted),
      rule("V2-D1-04", "D1", "metadata", .permissionGranted),
      rule("V2-D5-04", "D5", "metadata", .permissionGranted),
      rule("V2-B1-04", "B1", "metadata", interruption(false)),
      rule("V2-C3-04", "C3", "metadata", interruption(true)),
      rule("V2-C10-04", "C10", "authenticate", .any(interruptionMember)),
      rule("V2-D1-05", "D1", "metadata", interruption(false)),
      rule("V2-D5-05", "D5", "metadata", interruption(false)),
      rule("V2-B1-08", "B1", "metadata", channel),
      rule("V2-C3-08", "C3", "metadata", channel),
      rule("V2-C10-11", "C10", "authenticate", channel),
      rule("V2-C10-10", "C10", "authenticate", .any("attributeNames")),
      rule("V2-C10-06", "C10", "authenticate", .any("verificationToken")),
      rule("V2-C10-09", "C10", "authenticate", .any("verificationToken")),
    ]
  }()

  private static let ofVersion1: [CallRule] = {
    func rule(_ id: String, _ number: String, _ call: String, _ demand: Demand) -> CallRule {
      CallRule(id, "apple-sso-rest-api-v1", number, call, demand)
    }
    return [
      rule("V1-02-02", "2", "metadata", .permissionAsked),
      rule("V1-04-02", "4", "metadata", .permissionAsked),
      rule("V1-07-02", "7", "authenticate", .permissionAsked),
      rule("V1-02-03", "2", "metadata", .permissionGranted),
      rule("V1-04-03", "4", "metadata", .permissionGranted),
      rule("V1-07-03", "7", "authenticate", .permissionGranted),
      rule("V1-02-10", "2", "metadata", interruption(false)),
      rule("V1-04-10", "4", "metadata", interruption(true)),
      rule("V1-07-10", "7", "authenticate", interruption(false)),
      rule("V1-02-07", "2", "metadata", channel),
      rule("V1-04-07", "4", "metadata", channel),
      rule("V1-07-06", "7", "authenticate", channel),
      rule("V1-07-11", "7", "authenticate", .any("attributeNames")),
      rule("V1-07-12", "7", "authenticate", .any("verificationToken")),
    ]
  }()

  private static let interruptionMember = "isInterruptionAllowed"

  private static let channel = Demand.noOther(
    "channelIdentifier", .string(MetadataRequest.cookbookChannelIdentifier))

  private static func interruption(_ isAllowed: Bool) -> Demand {
    .value(interruptionMember, .boolean(isAllowed))
  }
}
