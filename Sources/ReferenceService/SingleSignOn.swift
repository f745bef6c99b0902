// SPDX-License-Identifier: Apache-2.0
// Shares the profiles of a user's applications and devices by the identity of the user.

import Formats
import Text

extension ServiceCall {
  /// The identities that the request names. A missing or invalid token is no reason to refuse it: it
  /// is served without single sign-on.
  var identities: [Identity] {
    get throws(ServiceError) {
      var headers = IdentityHeader.allCases
      if has(.prefersServiceTokens) { headers.reverse() }
      let sent = headers.filter { request.has($0.rawValue) }
      if sent.isEmpty, has(.refusesMissingIdentities) {
        throw .uncatalogued(400, code: "missing_identity", message: "The request names no user.")
      }
      if sent.isEmpty || has(.ignoresIdentities) { return [] }
      let identities = sent.compactMap { header in
        request.header(header.rawValue).flatMap { Identity(token: $0, in: header, self) }
      }
      let isRefused =
        has(.refusesInvalidIdentities)
        || sent != [.amazon] && has(.refusesInvalidIdentitiesButAmazons)
      if identities.isEmpty, isRefused {
        throw .uncatalogued(400, code: "invalid_identity", message: "The token is not valid.")
      }
      return identities
    }
  }
}

extension Store {
  /// How many devices of an identity are remembered for an MVPD.
  private static let deviceLimit = 100

  /// The profiles of a device at one MVPD, and the one that its user's identity shares; nil if there
  /// has never been one.
  func access(
    of device: CallingDevice, to mvpd: String, _ caller: Caller, _ call: ServiceCall
  ) -> KnownDevice.Access? {
    var own = access(of: device.key, to: mvpd, at: call.now)
    let isShared = device.identities.contains { signIns[$0]?[mvpd]?.contains(device.key) ?? false }
    if isShared, call.has(.showsOwnProfilesAsShared), let profile = own?[.regular] {
      own?[.regular] = nil
      own?[.identity] = profile.shared(by: device.identities[0].header)
    }
    guard let shared = sharedProfile(of: device, to: mvpd, caller, call) else { return own }
    return (own ?? [:]).merging([.identity: shared]) { own, _ in own }
  }

  /// Remembers for the identities of a device that they have signed in there.
  mutating func enrol(_ device: CallingDevice, _ caller: Caller, _ call: ServiceCall) {
    for (mvpd, access) in devices[device.key]?.access ?? [:] where access[.regular] != nil {
      for identity in device.identities where shares(identity, mvpd, caller, call) {
        signIns.update(identity, default: [:]) { signIns in
          let others = (signIns[mvpd] ?? []).filter { $0 != device.key }
          signIns[mvpd] = [device.key] + others.prefix(Self.deviceLimit - 1)
        }
      }
    }
  }

  /// Removes the profiles that an MVPD's user has by these identities, wherever they signed in.
  mutating func removeShared(of mvpd: String, _ identities: [Identity], _ call: ServiceCall) {
    if call.has(.keepsProfilesAtLogout) || call.has(.keepsProfilesOfIdentity) { return }
    for device in identities.flatMap({ signIns[$0]?[mvpd] ?? [] })
    where devices[device]?.access[mvpd] != nil { _ = removeProfiles(of: mvpd, device) }
  }

  /// The profile of another application or device where the same user has signed in: the same
  /// profile, so that it ends with that one.
  private func sharedProfile(
    of device: CallingDevice, to mvpd: String, _ caller: Caller, _ call: ServiceCall
  ) -> UserProfile? {
    for identity in device.identities where shares(identity, mvpd, caller, call) {
      let header = identity.header
      if header == .serviceToken,
        serviceUsers[identity.subject]?.unlinked.contains(device.key.identifier) ?? false,
        !call.has(.keepsUnlinkedDevices)
      {
        continue
      }
      var others = signIns[identity]?[mvpd] ?? []
      if call.has(.sharesWithAllIdentities) {
        others += signIns.keys { $0.header == header }.flatMap { signIns[$0]?[mvpd] ?? [] }
      }
      let endsAtDevice = call.has(header == .amazon ? .bindsAmazonToDevices : .bindsOthersToDevices)
      let profiles = others.filter { other in
        other != device.key
          && (other.identifier == device.key.identifier || !endsAtDevice)
          && (other.serviceProvider == caller.providerID
            || header != .serviceToken || !call.has(.bindsServiceTokensToProviders))
          && (other.client == caller.client || !call.has(.bindsIdentitiesToClients))
      }.compactMap { other in
        devices[other]?.access[mvpd]?[.regular]
          ?? (call.has(.sharedProfilesOutliveLogouts)
            ? devices[other]?.ended[mvpd]?[.regular] : nil)
      }
      guard var profile = profiles.max(by: { $0.notAfter < $1.notAfter }) else { continue }
      if call.has(header == .roku ? .renewsProfilesOfRoku : .renewsSharedProfiles),
        let mvpd = call.directory.mvpd(mvpd)
      {
        profile.notAfter = call.now + mvpd.profileLifetime
      }
      return profile.shared(by: header)
    }
    return nil
  }

  /// Whether single sign-on by a platform is switched on for the integration. No switch is about
  /// service tokens.
  private func shares(
    _ identity: Identity, _ mvpd: String, _ caller: Caller, _ call: ServiceCall
  ) -> Bool {
    guard let integration = caller.provider.integrations[mvpd] else { return false }
    return !identity.header.isOfPlatform || integration.enablePlatformServices
      || call.has(.ignoresSingleSignOnSetUp)
  }
}

extension UserProfile {
  /// As another application sees it.
  fileprivate func shared(by header: IdentityHeader) -> UserProfile {
    UserProfile(
      mvpd: mvpd, kind: header.isOfPlatform ? .platformSSO : .serviceTokenSSO,
      notBefore: notBefore, notAfter: notAfter, attributes: attributes)
  }
}
