// SPDX-License-Identifier: Apache-2.0
// REST API V1: what is remembered of devices and registration codes.

internal import Encodings
internal import JSON

/// The tokens of a device for one requestor.
struct V1Device: Sendable {
  /// The one authentication. It stays when it has expired, so that it is called expired.
  private(set) var authentication: UserProfile?
  /// When the authorization of each resource ends.
  var authorizations: [String: Timestamp] = [:]

  /// Replaces the authentication. The authorizations of another user end with it.
  mutating func authenticate(_ profile: UserProfile) {
    if authentication?.mvpd != profile.mvpd || authentication?.userID != profile.userID {
      authorizations = [:]
    }
    authentication = profile
  }
}

/// A code, which is one of a requestor's.
struct RegistrationKey: Hashable, Sendable {
  let requestor: String
  let code: String
}

/// A registration code record.
struct Registration: Sendable {
  let id: String
  let device: V1DeviceKey
  let mvpd: String?
  let generated: Timestamp
  let expires: Timestamp
  let client: String
  /// As it came.
  let deviceInformation: String
  let deviceType: String?
  let userAgent: String?
  /// Whether a login with this code has been completed.
  var isAuthenticated = false
}

/// A profile request that a token exchange may answer.
struct ProfileRequest: Sendable {
  let requestor: String
  let mvpd: String
  let notAfter: Timestamp
}

/// A sign-in that is under way at an MVPD.
enum Ticket: Sendable {
  case session(code: String)
  case registration(RegistrationKey, mvpd: String, redirectURL: String)
}

extension Store {
  /// The authentication of a device, expired or not.
  func authentication(of device: V1DeviceKey) -> UserProfile? {
    devicesV1[device]?.authentication
  }

  func validAuthentication(of device: V1DeviceKey, at now: Timestamp) -> UserProfile? {
    authentication(of: device).flatMap { $0.isValid(at: now) ? $0 : nil }
  }

  mutating func authenticate(_ device: V1DeviceKey, _ profile: UserProfile) {
    devicesV1.update(device, default: V1Device()) { $0.authenticate(profile) }
  }

  /// The record of a code that has neither expired nor been deleted.
  func registration(_ key: RegistrationKey, at now: Timestamp) -> Registration? {
    registrations[key].flatMap { now < $0.expires ? $0 : nil }
  }
}

extension UserProfile {
  /// The user's id, as the service tells it.
  var userID: String { attributes["userID"]?["value"]?.string ?? "" }
}
