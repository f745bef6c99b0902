// SPDX-License-Identifier: Apache-2.0
// Profiles: what a sign-in leaves behind.

internal import Encodings
internal import JSON

struct UserProfile: Sendable {
  enum Kind: String, Sendable {
    case regular
    case appleSSO
    case degraded
    case temporary
  }

  let mvpd: String
  let kind: Kind
  let notBefore: Timestamp
  let notAfter: Timestamp
  let attributes: JSONObject
}

extension UserProfile {
  /// A profile counts until the millisecond of its `notAfter`.
  func isValid(at now: Timestamp) -> Bool { now < notAfter }

  var json: JSONValue {
    let issuer =
      switch kind {
      case .regular: mvpd
      case .appleSSO: "Apple"
      case .degraded, .temporary: "Adobe"
      }
    return .object([
      (name: "notBefore", value: .integer(notBefore.milliseconds)),
      (name: "notAfter", value: .integer(notAfter.milliseconds)),
      (name: "issuer", value: .string(issuer)),
      (name: "type", value: .string(kind.rawValue)),
      (name: "attributes", value: .object(attributes)),
    ])
  }

  /// A metadata attribute.
  static func attribute(_ value: JSONValue, isEncrypted: Bool = false) -> JSONValue {
    .object([
      (name: "value", value: value),
      (name: "state", value: isEncrypted ? "enc" : "plain"),
    ])
  }
}

extension ServiceData.MVPD {
  /// The profile of a sign-in at the MVPD's own page.
  func regularProfile(at now: Timestamp) -> UserProfile {
    UserProfile(
      mvpd: id, kind: .regular, notBefore: now, notAfter: now + profileLifetime,
      attributes: attributes(userID: subscriber.userID))
  }

  /// The profile of a SAML response from the partner framework.
  func partnerProfile(userID: String, at now: Timestamp) -> UserProfile {
    var attributes = attributes(userID: userID)
    attributes["tokenSource"] = UserProfile.attribute("Apple")
    return UserProfile(
      mvpd: id, kind: .appleSSO, notBefore: now, notAfter: now + profileLifetime,
      attributes: attributes)
  }

  private func attributes(userID: String) -> JSONObject {
    var attributes = JSONObject([
      (name: "userID", value: UserProfile.attribute(.string(Base64.encode(userID))))
    ])
    for attribute in subscriber.attributes {
      attributes[attribute.name] = UserProfile.attribute(
        attribute.value, isEncrypted: attribute.isEncrypted)
    }
    return attributes
  }
}
