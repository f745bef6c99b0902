// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/profiles, …/profiles/{mvpd} and …/profiles/code/{code}.

internal import HTTPMessages

extension Exchange {
  /// All profiles that count, in the order of the configuration.
  func profiles(_ providerID: String, _ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    let device = try device(of: caller)
    guard let access = store.devices[device.key]?.access, !access.isEmpty else {
      return UserProfile.answer(200, [])
    }
    let status = frameworkStatus
    let profiles = caller.provider.provider.integrations.filter(\.isActive)
      .compactMap { access[$0.mvpd]?.profile(of: $0.mvpd, status, at: now) }
    return UserProfile.answer(200, profiles)
  }

  /// The profile of one MVPD, if there is one.
  func profile(
    _ providerID: String, _ mvpdID: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    let (mvpd, integration) = try integration(of: mvpdID, caller)
    let device = try device(of: caller)
    let access = store.devices[device.key]?.access[mvpdID]
    if let profile = access?.profile(of: mvpdID, frameworkStatus, at: now) {
      return UserProfile.answer(200, [profile])
    }
    let other = try otherProfile(mvpd, integration, device.key, &store)
    return UserProfile.answer(200, [other].compactMap { $0 })
  }

  /// The profile of the sign-in that a code stands for, once there is one.
  func profile(
    _ providerID: String, code: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    let session = try session(code, caller, store)
    guard let mvpdID = session.mvpd, let mvpd = directory.mvpd(mvpdID),
      let integration = caller.provider.integrations[mvpdID]
    else { return UserProfile.answer(200, []) }
    if session.isAuthenticated,
      let profile = store.devices[session.device]?.access[mvpdID]?.regularProfile(at: now)
    {
      return UserProfile.answer(200, [profile])
    }
    let other = try otherProfile(mvpd, integration, session.device, &store)
    return UserProfile.answer(200, [other].compactMap { $0 })
  }

  /// A profile that no sign-in made: of a degraded MVPD or of temporary access.
  private func otherProfile(
    _ mvpd: ServiceData.MVPD, _ integration: ServiceData.Integration, _ device: DeviceKey,
    _ store: inout Store
  ) throws(Refusal) -> UserProfile? {
    if integration.degradation == .authNAll { return degradedProfile(mvpd.id, device) }
    guard let temporary = mvpd.temporary else { return nil }
    return try temporaryProfile(mvpd, temporary, device, &store)
  }
}
