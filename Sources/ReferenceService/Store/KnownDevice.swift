// SPDX-License-Identifier: Apache-2.0
// The service's knowledge of a device of REST API V2.

import Text

/// The device that a profile is bound to: of one client, for one service provider.
struct DeviceKey: Hashable, Sendable {
  let client: String
  /// The identifier in Base64, as it came.
  let identifier: String
  let serviceProvider: String
}

/// The service's knowledge of a device. The keys of the dictionaries are MVPD ids.
struct KnownDevice: Sendable {
  var access: [String: Access] = [:]
  /// The code of the device's current session. A new session ends the one before.
  var code: String?
  /// The last authentication request for the partner framework.
  var requests: [String: IssuedRequest] = [:]
  var passes: [String: TemporaryPass] = [:]
  /// The profiles that a logout has ended.
  var ended: [String: Access] = [:]

  /// The profiles of one MVPD. An expired profile stays, so that it is reported as expired, not as
  /// missing.
  typealias Access = [SignIn: UserProfile]

  struct IssuedRequest: Sendable {
    let id: String
    let notAfter: Timestamp
  }

  /// Temporary access that has begun.
  struct TemporaryPass: Sendable {
    let notBefore: Timestamp
    let notAfter: Timestamp
    /// The resources that have been played.
    var resources: Set<String> = []
  }
}

extension [SignIn: UserProfile] {
  /// The profile to use now. The partner's counts only if the framework status names the same MVPD;
  /// in every other case it is withheld. One of the user's identity counts where the device has no
  /// other.
  func profile(
    of mvpd: String, _ status: FrameworkStatusHeader, at now: Timestamp
  ) -> UserProfile? {
    if let partner = partnerProfile(at: now),
      status == .valid(mvpd: mvpd) || status == .disregarded
    {
      return partner
    }
    return regularProfile(at: now) ?? identityProfile(at: now)
  }

  /// The profile that the user's identity shares, unless it has expired.
  func identityProfile(at now: Timestamp) -> UserProfile? {
    self[.identity].flatMap { $0.isValid(at: now) ? $0 : nil }
  }

  /// The partner's profile, unless it has expired.
  func partnerProfile(at now: Timestamp) -> UserProfile? {
    self[.partner].flatMap { $0.isValid(at: now) ? $0 : nil }
  }

  /// The profile of the basic flow, unless it has expired.
  func regularProfile(at now: Timestamp) -> UserProfile? {
    self[.regular].flatMap { $0.isValid(at: now) ? $0 : nil }
  }
}

extension Store {
  /// The profiles of a device at one MVPD; nil if it has never had any.
  func access(of device: DeviceKey, to mvpd: String, at now: Timestamp) -> KnownDevice.Access? {
    let own = devices[device]?.access[mvpd]
    return isAsBuilt ? own : deviating(own, of: device, to: mvpd, at: now)
  }

  mutating func update<Result>(
    _ device: DeviceKey, _ change: (inout KnownDevice) -> Result
  ) -> Result {
    devices.update(device, default: KnownDevice(), change)
  }

  /// The profiles of a device that a sign-in made and that count now, in the order of the
  /// configuration.
  ///
  /// - Parameter status: nil to leave out the partner's profiles.
  func profiles(
    of device: CallingDevice, _ caller: Caller, _ status: FrameworkStatusHeader?,
    _ call: ServiceCall
  ) -> [UserProfile] {
    if isAsBuilt, devices[device.key]?.access.isEmpty ?? true, device.identities.isEmpty {
      return []
    }
    let now = call.profileTime
    return caller.provider.provider.integrations.filter(\.isActive).compactMap { integration in
      let profiles = access(of: device, to: integration.mvpd, caller, call)
      guard let status else { return profiles?.regularProfile(at: now) }
      return profiles?.profile(of: integration.mvpd, status, at: now)
    }
  }
}

extension DeviceKey {
  /// Whether this is the only difference.
  func differs(from other: DeviceKey, in binding: ProfileBinding) -> Bool {
    let differences = [
      (ProfileBinding.device, identifier != other.identifier), (.client, client != other.client),
      (.serviceProvider, serviceProvider != other.serviceProvider),
    ]
    return differences.allSatisfy { $0.1 == ($0.0 == binding) }
  }
}
