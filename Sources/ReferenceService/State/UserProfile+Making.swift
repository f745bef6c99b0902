// SPDX-License-Identifier: Apache-2.0
// Makes the four kinds of profiles.

internal import Formats
internal import Text

extension UserProfile {
  /// The profile of a sign-in at the MVPD's own page.
  static func regular(_ mvpd: ServiceData.MVPD, at now: Timestamp) -> UserProfile {
    UserProfile(
      mvpd: mvpd.id, kind: .regular, notBefore: now, notAfter: now + mvpd.profileLifetime,
      attributes: attributes(of: mvpd.subscriber, userID: mvpd.subscriber.userID))
  }

  /// The profile of a SAML response from the partner framework.
  static func partner(
    _ mvpd: ServiceData.MVPD, userID: String, at now: Timestamp
  ) -> UserProfile {
    var attributes = attributes(of: mvpd.subscriber, userID: userID)
    attributes["tokenSource"] = attribute("Apple")
    return UserProfile(
      mvpd: mvpd.id, kind: .appleSSO, notBefore: now, notAfter: now + mvpd.profileLifetime,
      attributes: attributes)
  }

  /// The profile of an MVPD whose authentication is bypassed.
  static func degraded(_ mvpd: String, _ device: DeviceKey, _ call: ServiceCall) -> UserProfile {
    let userID = "95cf93bcd183214a\(digest(of: device))"
    return UserProfile(
      mvpd: mvpd, kind: .degraded, notBefore: call.now,
      notAfter: call.now + call.lifetimes.degradedProfile,
      attributes: JSONObject([(name: "userID", value: attribute(.string(userID)))]))
  }

  /// The profile of temporary access: it lasts as long as the pass.
  static func temporary(
    _ mvpd: String, _ pass: KnownDevice.TemporaryPass, _ access: ServiceData.TemporaryAccess,
    _ device: DeviceKey
  ) -> UserProfile {
    var attributes = JSONObject([
      (name: "expiration_date", value: attribute(.integer(pass.notAfter.milliseconds))),
      (name: "userID", value: attribute(.string("temppass_\(digest(of: device))"))),
    ])
    if let limit = access.resources {
      attributes.append(
        "remaining_resources", attribute(.integer(max(0, limit - pass.resources.count))))
      attributes.append(
        "used_assets", attribute(.array(pass.resources.sorted().map(JSONValue.string))))
    }
    return UserProfile(
      mvpd: mvpd, kind: .temporary, notBefore: pass.notBefore, notAfter: pass.notAfter,
      attributes: attributes)
  }

  /// 40 characters that stand for a device whose user nobody knows.
  private static func digest(of device: DeviceKey) -> Substring {
    SHA256.hexadecimal(Array(device.identifier.utf8)).prefix(40)
  }

  private static func attributes(
    of subscriber: ServiceData.Subscriber, userID: String
  ) -> JSONObject {
    var attributes = JSONObject([
      (name: "userID", value: attribute(.string(Base64.encode(userID))))
    ])
    for item in subscriber.attributes {
      attributes[item.name] = attribute(item.value, isEncrypted: item.isEncrypted)
    }
    return attributes
  }
}
