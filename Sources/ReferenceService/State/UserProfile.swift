// SPDX-License-Identifier: Apache-2.0
// The profile of a user at an MVPD.

internal import Formats
internal import Text

/// A profile ("Profiles"): a sign-in leaves it behind, or degraded or temporary access gives it.
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
  /// Whether the profile counts: until the millisecond before its `notAfter`.
  func isValid(at now: Timestamp) -> Bool { now < notAfter }

  /// The user's id, as the service shows it.
  var userID: String { attributes["userID"]?["value"]?.string ?? "" }

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
