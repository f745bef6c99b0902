// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/sessions/sso/{partner}: the partner authentication request.

import Formats
import Text

extension ServiceCall {
  /// REST API V2: creates the authentication request for the partner framework, or says what to do
  /// instead.
  func createPartnerSession(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    try checkPartner()
    let device = try CallingDevice(self, of: caller)
    let status = FrameworkStatusHeader(self)
    let mvpd = try mvpd(of: status, caller)
    let form = request.form
    var parameters = SessionParameters(
      mvpd: mvpd?.id, domainName: form.text("domainName"),
      redirectURL: form.text("redirectUrl").flatMap { $0.isAbsoluteURL ? $0 : nil })

    if let mvpd, let answer = signedIn(mvpd, status, device.key, caller, store),
      !answer.waits(for: parameters, self)
    {
      return answer.response
    }
    if has(.countsPartnerProfileWithoutStatus), parameters.missing.allSatisfy({ $0 == "mvpd" }),
      let answer = signedInWithoutStatus(status, device.key, caller, store)
    {
      return answer.response
    }
    let reason: String
    if let mvpd, case .valid = status {
      let isOn = mvpd.usesPartnerSignOn(device.information, self)
      if isOn, parameters.missing.isEmpty || has(.ignoresMissingParameters) {
        return partnerRequest(mvpd.mvpd, device.key, caller, &store).response
      }
      reason = isOn ? "missing_parameters_fallback" : "configuration_fallback"
    } else if mvpd == nil, status.mvpd != nil {
      reason = "configuration_fallback"
    } else {
      reason = "pfs_fallback"
    }
    if parameters.mvpd == nil, has(.opensLoginInFallback) {
      parameters.mvpd = caller.firstPartnerMVPD(in: directory)
    }
    let session = store.startSession(of: device, parameters, self)
    return SessionAnswer.authenticate(session, reason: reason, incomplete: "resume", caller)
      .response
  }

  /// The MVPD that the status names, whether or not the status counts; nil if it names none.
  private func mvpd(
    of status: FrameworkStatusHeader, _ caller: Caller
  ) throws(ServiceError) -> IntegratedMVPD? {
    guard let id = status.mvpd else { return nil }
    do throws(ServiceError) {
      return try IntegratedMVPD(id, of: caller, self)
    } catch {
      if has(.fallsBackWithoutIntegration) { return nil }
      throw error
    }
  }

  /// The answer for a profile of the partner although the status does not count; nil if there is
  /// none, or if the status counts or names another MVPD.
  private func signedInWithoutStatus(
    _ status: FrameworkStatusHeader, _ device: DeviceKey, _ caller: Caller, _ store: Store
  ) -> SessionAnswer? {
    if case .valid = status { return nil }
    let mvpds = caller.provider.provider.integrations.filter(\.isActive).map(\.mvpd)
    let known = mvpds.first { mvpd in
      (status.mvpd ?? mvpd) == mvpd
        && store.access(of: device, to: mvpd, at: now)?.partnerProfile(at: now) != nil
    }
    return known.map { .authorize("authenticatedSSO", mvpd: $0, caller, id: random.uuid()) }
  }

  /// The answer if a profile counts already, or if the MVPD is degraded; else nil.
  private func signedIn(
    _ mvpd: IntegratedMVPD, _ status: FrameworkStatusHeader, _ device: DeviceKey,
    _ caller: Caller, _ store: Store
  ) -> SessionAnswer? {
    let access = store.access(of: device, to: mvpd.id, at: now)
    var isDegraded = mvpd.bypassesAuthentication
    if has(.checksStatusBeforeDegradation), status != .valid(mvpd: mvpd.id) { isDegraded = false }
    let reason: String
    if has(.neverSeesProfiles) { return nil }
    if isDegraded, has(.prefersDegradation) {
      reason = "degraded"
    } else if let profile = access?.profile(of: mvpd.id, status, at: profileTime) {
      reason = profile.kind == .appleSSO ? "authenticatedSSO" : "authenticated"
    } else if isDegraded {
      reason = "degraded"
    } else {
      return nil
    }
    return .authorize(reason, mvpd: mvpd.id, caller, id: random.uuid())
  }

  /// The answer with a SAML request, which the service remembers for the device.
  private func partnerRequest(
    _ mvpd: ServiceData.MVPD, _ device: DeviceKey, _ caller: Caller, _ store: inout Store
  ) -> SessionAnswer {
    let id = "_\(random.hexadecimal(bytes: 16))"
    let issued = KnownDevice.IssuedRequest(id: id, notAfter: now + lifetimes.session)
    store.update(device) { $0.requests[mvpd.id] = issued }
    let request: JSONValue = [
      "type": "saml",
      "request": .string(Base64.encode(SAML.authenticationRequest(id: id, at: now))),
      "attributesNames": .array(mvpd.attributeNames.map(JSONValue.string)),
    ]
    let partner = PercentEncoding.encode(path[.partner])
    return SessionAnswer(
      actionName: "partner_profile", actionType: "direct", reasonType: "none",
      url: "/api/v2/\(caller.providerPath)/profiles/sso/\(partner)", sessionID: random.uuid(),
      serviceProvider: caller.providerID, mvpd: mvpd.id, authenticationRequest: request)
  }
}

extension Caller {
  /// The first MVPD of the service provider that has the partner's single sign-on.
  fileprivate func firstPartnerMVPD(in directory: Directory) -> String? {
    provider.provider.integrations.first { integration in
      integration.isActive && integration.enablePlatformServices
        && directory.mvpd(integration.mvpd)?.boardingStatus == .supported
    }?.mvpd
  }
}
