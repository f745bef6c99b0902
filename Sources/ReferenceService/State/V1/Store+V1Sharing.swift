// SPDX-License-Identifier: Apache-2.0
// REST API V1: the tokens of others, for a service that is told to take them for a device's own.

internal import Text

extension Store {
  /// The authentication of a device as it counts where rules work otherwise.
  func deviating(
    _ own: UserProfile?, of device: V1DeviceKey, at now: Timestamp
  ) -> UserProfile? {
    var token = own
    for binding in TokenBinding.allCases
    where token == nil && has(.sharedToken(across: binding)) {
      token =
        devicesV1.last { key, known in
          key.differs(from: device, in: binding)
            && known.authentication?.isValid(at: now) ?? false
        }?.value.authentication
    }
    if token == nil, has(.tokenOutlives(.logout)) { token = devicesV1[device]?.ended }
    guard let token, !token.isValid(at: now), has(.tokenOutlives(.expiry)) else {
      return token
    }
    return token.lasting(until: now + .seconds(3600))
  }

  /// When the authorization of another device or requestor, or of another resource, ends.
  func authorizationOfOthers(
    _ device: V1DeviceKey, _ resource: String
  ) -> Timestamp? {
    for binding in AuthorizationBinding.allCases
    where has(.sharedAuthorization(across: binding)) {
      switch binding {
      case .resource:
        if let end = devicesV1[device]?.authorizations.values.max() { return end }
      case .device, .requestor:
        let other: TokenBinding = binding == .device ? .device : .requestor
        let found = devicesV1.last { key, known in
          key.differs(from: device, in: other) && known.authorizations[resource] != nil
        }
        if let end = found?.value.authorizations[resource] { return end }
      }
    }
    return nil
  }

  /// The key of a code, or of the same code of another requestor.
  func counting(_ key: RegistrationKey) -> RegistrationKey {
    guard registrations[key] == nil, has(.sharesRegistrations) else { return key }
    return registrations.last { other, _ in other.code == key.code }?.key ?? key
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
