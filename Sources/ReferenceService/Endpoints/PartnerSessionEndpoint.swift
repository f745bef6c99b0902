// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/sessions/sso/{partner}: the partner authentication request.

internal import Formats
internal import Text

/// REST API V2: creates the authentication request for the partner framework, or says what to do
/// instead.
enum PartnerSessionEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    try call.checkPartner()
    let device = try CallingDevice(call, of: caller)
    let status = FrameworkStatusHeader(call)
    let mvpd = try mvpd(of: status, caller, call)
    let form = call.request.form
    var parameters = SessionParameters(
      mvpd: mvpd?.id, domainName: form.text("domainName"),
      redirectURL: form.text("redirectUrl").flatMap { $0.isAbsoluteURL ? $0 : nil })

    if let mvpd, let answer = signedIn(mvpd, status, device.key, caller, call, store),
      !answer.waits(for: parameters, call)
    {
      return answer.response
    }
    if call.has(.countsPartnerProfileWithoutStatus),
      parameters.missing.allSatisfy({ $0 == "mvpd" }),
      let answer = signedInWithoutStatus(status, device.key, caller, call, store)
    {
      return answer.response
    }
    let reason: String
    if let mvpd, case .valid = status {
      let isOn = mvpd.usesPartnerSignOn(device.information, call)
      if isOn, parameters.missing.isEmpty || call.has(.ignoresMissingParameters) {
        return partnerRequest(mvpd.mvpd, device.key, caller, call, &store).response
      }
      reason = isOn ? "missing_parameters_fallback" : "configuration_fallback"
    } else if mvpd == nil, status.mvpd != nil {
      reason = "configuration_fallback"
    } else {
      reason = "pfs_fallback"
    }
    if parameters.mvpd == nil, call.has(.opensLoginInFallback) {
      parameters.mvpd = caller.firstPartnerMVPD(in: call.directory)
    }
    let session = store.startSession(of: device, parameters, call)
    return SessionAnswer.authenticate(session, reason: reason, incomplete: "resume", caller)
      .response
  }

  /// The MVPD that the status names, whether or not the status counts; nil if it names none.
  private static func mvpd(
    of status: FrameworkStatusHeader, _ caller: Caller, _ call: ServiceCall
  ) throws(Refusal) -> IntegratedMVPD? {
    guard let id = status.mvpd else { return nil }
    do throws(Refusal) {
      return try IntegratedMVPD(id, of: caller, call)
    } catch {
      if call.has(.fallsBackWithoutIntegration) { return nil }
      throw error
    }
  }

  /// The answer for a profile of the partner although the status does not count; nil if there is
  /// none, or if the status counts or names another MVPD.
  private static func signedInWithoutStatus(
    _ status: FrameworkStatusHeader, _ device: DeviceKey, _ caller: Caller, _ call: ServiceCall,
    _ store: Store
  ) -> SessionAnswer? {
    if case .valid = status { return nil }
    let mvpds = caller.provider.provider.integrations.filter(\.isActive).map(\.mvpd)
    let known = mvpds.first { mvpd in
      (status.mvpd ?? mvpd) == mvpd
        && store.access(of: device, to: mvpd, at: call.now)?.partnerProfile(at: call.now) != nil
    }
    return known.map { .authorize("authenticatedSSO", mvpd: $0, caller, id: call.random.uuid()) }
  }

  /// The answer if a profile counts already, or if the MVPD is degraded; else nil.
  private static func signedIn(
    _ mvpd: IntegratedMVPD, _ status: FrameworkStatusHeader, _ device: DeviceKey,
    _ caller: Caller, _ call: ServiceCall, _ store: Store
  ) -> SessionAnswer? {
    let access = store.access(of: device, to: mvpd.id, at: call.now)
    var isDegraded = mvpd.bypassesAuthentication
    if call.has(.checksStatusBeforeDegradation), status != .valid(mvpd: mvpd.id) {
      isDegraded = false
    }
    let reason: String
    if call.has(.neverSeesProfiles) { return nil }
    if isDegraded, call.has(.prefersDegradation) {
      reason = "degraded"
    } else if let profile = access?.profile(of: mvpd.id, status, at: call.profileTime) {
      reason = profile.kind == .appleSSO ? "authenticatedSSO" : "authenticated"
    } else if isDegraded {
      reason = "degraded"
    } else {
      return nil
    }
    return .authorize(reason, mvpd: mvpd.id, caller, id: call.random.uuid())
  }

  /// The answer with a SAML request, which the service remembers for the device.
  private static func partnerRequest(
    _ mvpd: ServiceData.MVPD, _ device: DeviceKey, _ caller: Caller, _ call: ServiceCall,
    _ store: inout Store
  ) -> SessionAnswer {
    let id = "_\(call.random.hexadecimal(bytes: 16))"
    let issued = KnownDevice.IssuedRequest(id: id, notAfter: call.now + call.lifetimes.session)
    store.update(device) { $0.requests[mvpd.id] = issued }
    let request: JSONValue = [
      "type": "saml",
      "request": .string(Base64.encode(SAML.authenticationRequest(id: id, at: call.now))),
      "attributesNames": .array(mvpd.attributeNames.map(JSONValue.string)),
    ]
    let partner = PercentEncoding.encode(call.path[.partner])
    return SessionAnswer(
      actionName: "partner_profile", actionType: "direct", reasonType: "none",
      url: "/api/v2/\(caller.providerPath)/profiles/sso/\(partner)",
      sessionID: call.random.uuid(), serviceProvider: caller.providerID, mvpd: mvpd.id,
      authenticationRequest: request)
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
