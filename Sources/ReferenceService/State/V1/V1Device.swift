// SPDX-License-Identifier: Apache-2.0
// REST API V1: the tokens of a device.

internal import Text

/// The device that the tokens of REST API V1 are bound to, for one service provider.
struct V1DeviceKey: Hashable, Sendable {
  let requestor: String
  /// The `deviceId` as it came.
  let identifier: String
}

/// The tokens of a device for one requestor.
struct V1Device: Sendable {
  /// The one authentication. An expired one stays, so that it is reported as expired.
  private(set) var authentication: UserProfile?
  /// When the authorization of each resource ends.
  var authorizations: [String: Timestamp] = [:]
  /// The authentication that a logout has ended.
  var ended: UserProfile?

  /// Replaces the authentication. If the user is another, the authorizations end.
  mutating func authenticate(_ profile: UserProfile) {
    if let authentication,
      authentication.mvpd != profile.mvpd || authentication.userID != profile.userID
    {
      authorizations = [:]
    }
    authentication = profile
  }
}

extension Store {
  /// The authentication of a device, expired or not.
  func authentication(of device: V1DeviceKey, at now: Timestamp) -> UserProfile? {
    let own = devicesV1[device]?.authentication
    return isAsBuilt ? own : deviating(own, of: device, at: now)
  }

  func validAuthentication(of device: V1DeviceKey, at now: Timestamp) -> UserProfile? {
    authentication(of: device, at: now).flatMap { $0.isValid(at: now) ? $0 : nil }
  }

  /// When the authorization of a resource ends; nil if there is none.
  func authorization(of device: V1DeviceKey, for resource: String) -> Timestamp? {
    let own = devicesV1[device]?.authorizations[resource]
    return isAsBuilt ? own : own ?? authorizationOfOthers(device, resource)
  }

  /// The valid authentication of a device.
  ///
  /// - Throws: A refusal with that status, if there is none or if it has expired.
  func authentication(
    of device: V1DeviceKey, orElse status: Int, at now: Timestamp
  ) throws(Refusal) -> UserProfile {
    guard let authentication = authentication(of: device, at: now) else {
      throw .notAuthenticated(status: status, .authenticationMissing)
    }
    guard authentication.isValid(at: now) else {
      throw .notAuthenticated(status: status, .authenticationExpired)
    }
    return authentication
  }

  mutating func authenticate(_ device: V1DeviceKey, _ profile: UserProfile) {
    devicesV1.update(device, default: V1Device()) { $0.authenticate(profile) }
  }
}
