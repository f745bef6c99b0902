// SPDX-License-Identifier: Apache-2.0
// A device of REST API V1, and its tokens.

import Formats
import Text

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

extension V1DeviceKey {
  /// Whether this is the only difference.
  func differs(from other: V1DeviceKey, in binding: TokenBinding) -> Bool {
    switch binding {
    case .device: identifier != other.identifier && requestor == other.requestor
    case .requestor: requestor != other.requestor && identifier == other.identifier
    }
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

  /// When the authorization of a resource ends; nil if it was never authorized.
  func authorization(of device: V1DeviceKey, for resource: String) -> Timestamp? {
    let own = devicesV1[device]?.authorizations[resource]
    return isAsBuilt ? own : own ?? authorizationOfOthers(device, resource)
  }

  /// The valid authentication of a device.
  ///
  /// - Throws: An error with that status, if the device has no authentication or an expired one.
  func authentication(
    of device: V1DeviceKey, orElse status: Int, at now: Timestamp
  ) throws(ServiceError) -> UserProfile {
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

extension V1DeviceKey {
  /// Checks the parameters that most calls of REST API V1 share: the access token, `requestor`,
  /// `deviceId` and the device information, in this order.
  init(_ call: ServiceCall, _ store: Store) throws(ServiceError) {
    try self.init(call, of: Caller(v1: call, store))
    _ = try call.request.requiredDeviceInformation()
  }

  /// The device of the parameter `deviceId`.
  init(_ call: ServiceCall, of caller: Caller) throws(ServiceError) {
    self.init(requestor: caller.providerID, identifier: try call.request.required("deviceId"))
  }
}
