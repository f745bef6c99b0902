// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/profiles/sso/{partner}: a profile for a SAML response.

internal import HTTPMessages

extension Exchange {
  func createPartnerProfile(
    _ providerID: String, _ partner: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    try check(partner: partner)
    let device = try device(of: caller)
    let mvpdID: String
    switch frameworkStatus {
    case .valid(let mvpd): mvpdID = mvpd
    case .invalid(let code, _): throw .enhanced(code)
    case .absent: return regularProfiles(caller, device.key, store)
    }
    let known = try integration(of: mvpdID, caller)
    if known.integration.degradation == .authNAll {
      return UserProfile.answer(200, [degradedProfile(mvpdID, device.key)])
    }
    guard supportsPartner(known, on: device.information) else {
      return regularProfiles(caller, device.key, store)
    }
    let userID = try user(of: form.text("SAMLResponse"), known.mvpd, device.key, store)
    let profile = known.mvpd.partnerProfile(userID: userID, at: now)
    store.devices.update(device.key, default: KnownDevice()) { state in
      state.access[mvpdID, default: KnownDevice.Access()].partner = profile
      // A response counts once.
      state.requests[mvpdID] = nil
    }
    return UserProfile.answer(201, [profile])
  }

  /// Who signed in, by the SAML response to the request that the device was given last.
  private func user(
    of parameter: String?, _ mvpd: ServiceData.MVPD, _ device: DeviceKey, _ store: Store
  ) throws(Refusal) -> String {
    guard let response = parameter.flatMap({ ReceivedSAMLResponse(parameter: $0) }) else {
      throw .enhanced(.invalidParameterSAMLResponse)
    }
    let requests = store.devices[device]?.requests ?? [:]
    if let answered = requests.first(where: { $0.value.id == response.inResponseTo }),
      answered.key != mvpd.id
    {
      throw .enhanced(.providerMismatch)
    }
    guard let request = requests[mvpd.id], now < request.notAfter,
      let issuer = mvpd.platformMappingID,
      response.isAcceptable(issuer: issuer, requestID: request.id, now: now),
      let userID = response.userID(attributeNames: mvpd.attributeNames)
    else { throw .enhanced(.invalidParameterSAMLResponse) }
    return userID
  }

  /// The answer of the basic flow: what is there without the partner.
  private func regularProfiles(
    _ caller: Caller, _ device: DeviceKey, _ store: Store
  ) -> ServiceAnswer {
    let access = store.devices[device]?.access ?? [:]
    let profiles = caller.provider.provider.integrations.filter(\.isActive)
      .compactMap { access[$0.mvpd]?.regularProfile(at: now) }
    return UserProfile.answer(200, profiles)
  }
}
