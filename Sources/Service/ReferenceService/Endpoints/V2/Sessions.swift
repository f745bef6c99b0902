// SPDX-License-Identifier: Apache-2.0
// /api/v2/{serviceProvider}/sessions: sessions of basic authentication, by code.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension Exchange {
  func createSession(_ providerID: String, _ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    let device = try device(of: caller)
    let form = form
    let mvpd = form.text("mvpd")
    let redirectURL = try redirectURL(in: form)
    if let mvpd, let answer = try signedInAnswer(mvpd, device.key, caller, &store) {
      return answer.response
    }
    let session = startSession(
      device, mvpd: mvpd, domainName: form.text("domainName"), redirectURL: redirectURL, &store)
    return authenticateAnswer(session, reason: "none", incomplete: "resume", caller).response
  }

  /// Adds what is given to what the session has.
  func resumeSession(
    _ providerID: String, _ code: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    var session = try session(code, caller, store)
    let form = form
    session.mvpd = form.text("mvpd") ?? session.mvpd
    session.domainName = form.text("domainName") ?? session.domainName
    session.redirectURL = try redirectURL(in: form) ?? session.redirectURL
    let answer =
      try session.mvpd.flatMap { mvpd throws(Refusal) in
        try signedInAnswer(mvpd, session.device, caller, &store)
      }
    store.sessions[code] = session
    return
      (answer
      ?? authenticateAnswer(session, reason: "none", incomplete: "retry", caller)).response
  }

  func retrieveSession(
    _ providerID: String, _ code: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    let session = try session(code, caller, store)
    var existing = JSONObject()
    if let mvpd = session.mvpd { existing.append("mvpd", .string(mvpd)) }
    if let domain = session.domainName { existing.append("domainName", .string(domain)) }
    if let url = session.redirectURL { existing.append("redirectUrl", .string(url)) }
    existing.append("serviceProvider", .string(caller.providerID))
    var body = JSONObject([(name: "existingParameters", value: .object(existing))])
    if !session.missingParameters.isEmpty {
      body.append("missingParameters", .array(session.missingParameters.map(JSONValue.string)))
    }
    body.append("device", session.deviceInformation?.json(address: deviceAddress) ?? [:])
    body.append("notBefore", .string(String(session.notBefore.milliseconds)))
    body.append("notAfter", .string(String(session.notAfter.milliseconds)))
    return .json(200, .object(body))
  }

  /// Where the user need not sign in: degraded or temporary access, or a profile of the basic flow.
  /// A profile of the partner does not count here, where its status is not sent.
  private func signedInAnswer(
    _ mvpdID: String, _ device: DeviceKey, _ caller: Caller, _ store: inout Store
  ) throws(Refusal) -> SessionAnswer? {
    let (mvpd, integration) = try integration(of: mvpdID, caller)
    if store.devices[device]?.access[mvpdID]?.regularProfile(at: now) != nil {
      return authorizeAnswer("authenticated", mvpd: mvpdID, caller)
    }
    if integration.degradation == .authNAll {
      return authorizeAnswer("degraded", mvpd: mvpdID, caller)
    }
    return mvpd.temporary.map { _ in authorizeAnswer("temporary", mvpd: mvpdID, caller) }
  }

  /// A redirect URL that is given has to be one.
  private func redirectURL(in form: FormFields) throws(Refusal) -> String? {
    guard let url = form.text("redirectUrl") else { return nil }
    guard Self.isURL(url) else { throw .enhanced(.invalidParameterRedirectURL) }
    return url
  }
}
