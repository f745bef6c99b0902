// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/sessions: a session of basic authentication.

/// REST API V2: creates a session, unless the user need not sign in.
enum SessionCreationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    let device = try CallingDevice(call, of: caller)
    let parameters = try SessionParameters(call.request.form)
    if let mvpd = parameters.mvpd,
      let answer = try SessionAnswer.signedIn(mvpd, device.key, caller, call, store),
      !answer.waits(for: parameters, call)
    {
      return answer.response
    }
    let session = store.startSession(of: device, parameters, call)
    return SessionAnswer.authenticate(session, incomplete: "resume", caller).response
  }
}

extension SessionParameters {
  /// Reads the parameters of a form.
  ///
  /// - Throws: `invalidParameterRedirectURL` if there is a redirect URL that is not absolute.
  init(_ form: FormFields) throws(Refusal) {
    self.init(
      mvpd: form.text("mvpd"), domainName: form.text("domainName"),
      redirectURL: form.text("redirectUrl"))
    if let redirectURL, !redirectURL.isAbsoluteURL {
      throw .enhanced(.invalidParameterRedirectURL)
    }
  }
}

extension SessionAnswer {
  /// The answer if the user need not sign in: the device has a profile of the basic flow, or access
  /// is degraded or temporary. A profile of the partner doesn't count here, because the framework
  /// status is not sent.
  static func signedIn(
    _ mvpdID: String, _ device: DeviceKey, _ caller: Caller, _ call: ServiceCall, _ store: Store
  ) throws(Refusal) -> SessionAnswer? {
    let mvpd = try IntegratedMVPD(mvpdID, of: caller, call)
    let access = store.access(of: device, to: mvpdID, at: call.now)
    let reason: String
    if mvpd.bypassesAuthentication, call.has(.prefersDegradation) {
      reason = "degraded"
    } else if access?.regularProfile(at: call.profileTime) != nil {
      reason = "authenticated"
    } else if access?.partnerProfile(at: call.now) != nil,
      call.has(.countsPartnerProfilesForSessions)
    {
      reason = "authenticatedSSO"
    } else if mvpd.bypassesAuthentication {
      reason = "degraded"
    } else if mvpd.mvpd.temporary != nil {
      reason = "temporary"
    } else {
      return nil
    }
    return .authorize(reason, mvpd: mvpdID, caller, id: call.random.uuid())
  }

  /// Whether a user who has a profile is asked for missing parameters all the same.
  func waits(for parameters: SessionParameters, _ call: ServiceCall) -> Bool {
    call.has(.asksForParametersFirst) && reasonType.hasPrefix("authenticated")
      && !parameters.missing.isEmpty
  }
}
