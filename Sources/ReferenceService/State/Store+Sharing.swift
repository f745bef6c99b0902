// SPDX-License-Identifier: Apache-2.0
// The profiles of others, for a service that is told to take them for a device's own.

internal import Text

extension Store {
  /// The profiles of a device as they count where rules work otherwise.
  func deviating(
    _ own: KnownDevice.Access?, of device: DeviceKey, to mvpd: String, at now: Timestamp
  ) -> KnownDevice.Access? {
    var access = own ?? KnownDevice.Access()
    for signIn in SignIn.allCases where access[signIn] == nil {
      for binding in ProfileBinding.allCases
      where access[signIn] == nil && has(.shared(signIn, across: binding)) {
        access[signIn] = profile(signIn, of: device, to: mvpd, across: binding, now)?.profile
      }
      if access[signIn] == nil, has(.profilesOutliveLogouts) {
        access[signIn] = devices[device]?.ended[mvpd]?[signIn]
      }
    }
    return access[.partner] == nil && access[.regular] == nil ? nil : access
  }

  /// A valid profile that differs from one of the device and the MVPD in this only.
  func profile(
    _ signIn: SignIn, of device: DeviceKey, to mvpd: String, across binding: ProfileBinding,
    _ now: Timestamp
  ) -> (owner: DeviceKey, profile: UserProfile)? {
    if binding == .mvpd {
      let others = (devices[device]?.access ?? [:]).filter { $0.key != mvpd }
      let valid = others.compactMap { $0.value[signIn] }.filter { $0.isValid(at: now) }
      return valid.max { $0.notBefore < $1.notBefore }.map { (device, $0.named(mvpd)) }
    }
    let found = devices.last { key, known in
      key.differs(from: device, in: binding)
        && known.access[mvpd]?[signIn]?.isValid(at: now) ?? false
    }
    guard let found, let profile = found.value.access[mvpd]?[signIn] else { return nil }
    return (found.key, profile)
  }
}

extension DeviceKey {
  /// Whether this is the only difference.
  func differs(from other: DeviceKey, in binding: ProfileBinding) -> Bool {
    let differences = [
      (ProfileBinding.device, identifier != other.identifier),
      (.client, client != other.client),
      (.serviceProvider, serviceProvider != other.serviceProvider),
    ]
    return differences.allSatisfy { $0.1 == ($0.0 == binding) }
  }
}

extension KnownDevice.Access {
  subscript(signIn: SignIn) -> UserProfile? {
    get {
      switch signIn {
      case .partner: partner
      case .regular: regular
      }
    }
    set {
      switch signIn {
      case .partner: partner = newValue
      case .regular: regular = newValue
      }
    }
  }
}

extension UserProfile {
  func lasting(until end: Timestamp) -> UserProfile {
    UserProfile(
      mvpd: mvpd, kind: kind, notBefore: notBefore, notAfter: end, attributes: attributes)
  }

  fileprivate func named(_ mvpd: String) -> UserProfile {
    UserProfile(
      mvpd: mvpd, kind: kind, notBefore: notBefore, notAfter: notAfter, attributes: attributes)
  }
}
