// SPDX-License-Identifier: Apache-2.0
// The memory of the reference service between two requests.

import Text

/// All state of the service. It is in memory, and each table drops its oldest entries.
struct Store: Sendable {
  /// Those of the request under way.
  var switches = Switches(all: [], use: Switches.Use())
  var clients: BoundedTable<String, Client>
  /// By the token's text.
  var tokens: BoundedTable<String, AccessToken>
  var devices: BoundedTable<DeviceKey, KnownDevice>
  /// By code.
  var sessions: BoundedTable<String, Session>
  var pendingLogins: BoundedTable<String, PendingLogin>
  /// The devices of REST API V1.
  var devicesV1: BoundedTable<V1DeviceKey, V1Device>
  var registrations: BoundedTable<RegistrationKey, Registration>
  /// The devices where an identity has signed in, by MVPD.
  var signIns: BoundedTable<Identity, [String: [DeviceKey]]>
  /// By the subject of service tokens.
  var serviceUsers: BoundedTable<String, ServiceUser>
  /// The subjects of the codes that link devices.
  var links: BoundedTable<String, ServiceUserLink>
  /// By the id of the SAML request.
  var profileRequests: BoundedTable<String, ProfileRequest>
  /// By address.
  private var buckets: BoundedTable<String, RequestBucket>

  init(capacity: Int) {
    clients = BoundedTable(capacity: capacity)
    tokens = BoundedTable(capacity: capacity)
    devices = BoundedTable(capacity: capacity)
    sessions = BoundedTable(capacity: capacity)
    pendingLogins = BoundedTable(capacity: capacity)
    devicesV1 = BoundedTable(capacity: capacity)
    registrations = BoundedTable(capacity: capacity)
    signIns = BoundedTable(capacity: capacity)
    serviceUsers = BoundedTable(capacity: capacity)
    links = BoundedTable(capacity: capacity)
    profileRequests = BoundedTable(capacity: capacity)
    buckets = BoundedTable(capacity: capacity)
  }
}

extension Store {
  func has(_ rule: Switch) -> Bool { switches.contains(rule) }

  /// Whether no rule works otherwise.
  var isAsBuilt: Bool { switches.all.isEmpty }

  /// Counts a request of an address, and says whether it is within the limit.
  mutating func admits(_ address: String, at now: Timestamp) -> Bool {
    buckets.update(address, default: RequestBucket(start: now)) { $0.admits(at: now) }
  }

  /// The profiles of a device as they count where rules work otherwise.
  func deviating(
    _ own: KnownDevice.Access?, of device: DeviceKey, to mvpd: String, at now: Timestamp
  ) -> KnownDevice.Access? {
    var access = own ?? [:]
    for signIn in SignIn.allCases where access[signIn] == nil {
      for binding in ProfileBinding.allCases
      where access[signIn] == nil && has(.shared(signIn, across: binding)) {
        access[signIn] = profile(signIn, of: device, to: mvpd, across: binding, now)?.profile
      }
      if access[signIn] == nil, has(.profilesOutliveLogouts) {
        access[signIn] = devices[device]?.ended[mvpd]?[signIn]
      }
    }
    return access.isEmpty ? nil : access
  }

  /// A valid profile that differs from one of the device and the MVPD in this only.
  func profile(
    _ signIn: SignIn, of device: DeviceKey, to mvpd: String, across binding: ProfileBinding,
    _ now: Timestamp
  ) -> (owner: DeviceKey, profile: UserProfile)? {
    if binding == .mvpd {
      let others = (devices[device]?.access ?? [:]).filter { $0.key != mvpd }
      let valid = others.compactMap { $0.value[signIn] }.filter { $0.isValid(at: now) }
      guard var profile = valid.max(by: { $0.notBefore < $1.notBefore }) else { return nil }
      profile.mvpd = mvpd
      return (device, profile)
    }
    let found = devices.last { key, known in
      key.differs(from: device, in: binding)
        && known.access[mvpd]?[signIn]?.isValid(at: now) ?? false
    }
    guard let found, let profile = found.value.access[mvpd]?[signIn] else { return nil }
    return (found.key, profile)
  }
}

extension Store {
  /// The temporary pass of a device, which begins with its first use; or the reason why temporary
  /// access is denied.
  ///
  /// - Parameter resource: The resource to play, which counts against the limit of resources; nil
  ///   if nothing is played.
  mutating func temporaryPass(
    _ mvpd: String, _ access: ServiceData.TemporaryAccess, _ device: DeviceKey,
    resource: String? = nil, _ call: ServiceCall
  ) -> Result<KnownDevice.TemporaryPass, ErrorCode> {
    if access.duration <= .zero { return .failure(.invalidConfigurationTemporaryAccess) }
    if access.isPromotional || call.has(.asksForIdentityOfEveryPass), !call.request.hasIdentity {
      return .failure(.invalidHeaderIdentity)
    }
    return update(device) { known in
      var pass =
        known.passes[mvpd]
        ?? KnownDevice.TemporaryPass(notBefore: call.now, notAfter: call.now + access.duration)
      defer { known.passes[mvpd] = pass }
      guard call.now < pass.notAfter || call.has(.temporaryAccessNeverEnds) else {
        return .failure(.temporaryDurationExceeded)
      }
      guard let limit = access.resources else { return .success(pass) }
      if let resource, !pass.resources.contains(resource) {
        guard pass.resources.count < limit else { return .failure(.temporaryResourcesExceeded) }
        pass.resources.insert(resource)
      }
      return .success(pass)
    }
  }

  mutating func temporaryProfile(
    _ mvpd: String, _ access: ServiceData.TemporaryAccess, _ device: DeviceKey, _ call: ServiceCall
  ) throws(ServiceError) -> UserProfile {
    switch temporaryPass(mvpd, access, device, call) {
    case .success(let pass): return .temporary(mvpd, pass, access, device)
    case .failure(let code): throw .enhanced(code)
    }
  }

  /// The authentication of a device as it counts where rules work otherwise.
  func deviating(_ own: UserProfile?, of device: V1DeviceKey, at now: Timestamp) -> UserProfile? {
    var token = own
    for binding in TokenBinding.allCases where token == nil && has(.sharedToken(across: binding)) {
      token =
        devicesV1.last { key, known in
          key.differs(from: device, in: binding) && known.authentication?.isValid(at: now) ?? false
        }?.value.authentication
    }
    if token == nil, has(.tokenOutlives(.logout)) { token = devicesV1[device]?.ended }
    if token?.isValid(at: now) == false, has(.tokenOutlives(.expiry)) {
      token?.notAfter = now + .seconds(3600)
    }
    return token
  }

  /// When the authorization of another device or requestor, or of another resource, ends.
  func authorizationOfOthers(_ device: V1DeviceKey, _ resource: String) -> Timestamp? {
    for binding in AuthorizationBinding.allCases where has(.sharedAuthorization(across: binding)) {
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
