// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/sessions/sso/{partner}: the partner authentication request.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension Exchange {
  func createPartnerSession(
    _ providerID: String, _ partner: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    try check(partner: partner)
    let device = try device(of: caller)
    let status = frameworkStatus
    let form = form
    let redirectURL = form.text("redirectUrl").flatMap { Self.isURL($0) ? $0 : nil }
    var known: (mvpd: ServiceData.MVPD, integration: ServiceData.Integration)?
    if let mvpd = status.mvpd { known = try integration(of: mvpd, caller) }

    if let known, let answer = signedInAnswer(known, status, device.key, caller, store) {
      return answer.response
    }
    if let known, case .valid = status {
      let isOn = supportsPartner(known, on: device.information)
      if isOn, form.text("domainName") != nil, redirectURL != nil {
        let answer = partnerAnswer(known.mvpd, partner, device.key, caller, &store)
        return answer.response
      }
      return fallback(
        isOn ? "missing_parameters_fallback" : "configuration_fallback", known.mvpd.id)
    }
    return fallback("pfs_fallback", known?.mvpd.id)

    func fallback(_ reason: String, _ mvpd: String?) -> ServiceAnswer {
      let session = startSession(
        device, mvpd: mvpd, domainName: form.text("domainName"), redirectURL: redirectURL, &store)
      return authenticateAnswer(session, reason: reason, incomplete: "resume", caller).response
    }
  }

  /// Where a profile counts already, or the MVPD is degraded.
  private func signedInAnswer(
    _ known: (mvpd: ServiceData.MVPD, integration: ServiceData.Integration),
    _ status: FrameworkStatusHeader, _ device: DeviceKey, _ caller: Caller, _ store: Store
  ) -> SessionAnswer? {
    let mvpd = known.mvpd.id
    if let profile = store.devices[device]?.access[mvpd]?.profile(of: mvpd, status, at: now) {
      let reason = profile.kind == .appleSSO ? "authenticatedSSO" : "authenticated"
      return authorizeAnswer(reason, mvpd: mvpd, caller)
    }
    guard known.integration.degradation == .authNAll else { return nil }
    return authorizeAnswer("degraded", mvpd: mvpd, caller)
  }

  private func partnerAnswer(
    _ mvpd: ServiceData.MVPD, _ partner: String, _ device: DeviceKey, _ caller: Caller,
    _ store: inout Store
  ) -> SessionAnswer {
    let id = "_\(randomText(bytes: 16))"
    let issued = KnownDevice.IssuedRequest(id: id, notAfter: now + directory.data.lifetimes.session)
    store.devices.update(device, default: KnownDevice()) { $0.requests[mvpd.id] = issued }
    let request: JSONValue = [
      "type": "saml",
      "request": .string(Base64.encode(SAML.authenticationRequest(id: id, at: now))),
      "attributesNames": .array(mvpd.attributeNames.map(JSONValue.string)),
    ]
    return SessionAnswer(
      actionName: "partner_profile", actionType: "direct", reasonType: "none",
      url: "/api/v2/\(caller.providerPath)/profiles/sso/\(PercentEncoding.encode(partner))",
      sessionID: UUIDText.random(randomBytes), serviceProvider: caller.providerID, mvpd: mvpd.id,
      authenticationRequest: request)
  }

  func check(partner: String) throws(Refusal) {
    guard partner.lowercased() == directory.data.partner.lowercased() else {
      throw .enhanced(.invalidParameterPartner)
    }
  }

  /// Whether the account and the MVPD are set up for the partner's single sign-on on this platform.
  func supportsPartner(
    _ known: (mvpd: ServiceData.MVPD, integration: ServiceData.Integration),
    on device: DeviceInformation
  ) -> Bool {
    known.integration.enablePlatformServices && known.mvpd.boardingStatus == .supported
      && device.isPartnerPlatform
  }
}
