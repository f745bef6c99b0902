// SPDX-License-Identifier: Apache-2.0
// What the sessions endpoints answer: the next action, and why.

internal import Encodings
internal import HTTPMessages
internal import JSON

/// The next action of an application ("Sessions").
struct SessionAnswer {
  let actionName: String
  let actionType: String
  let reasonType: String
  let url: String
  let sessionID: String
  let serviceProvider: String
  var mvpd: String?
  var authenticationRequest: JSONValue?
  /// Where the user has to be authenticated with a code.
  var session: Session?
}

extension SessionAnswer {
  var response: ServiceAnswer {
    var body = JSONObject([
      (name: "actionName", value: .string(actionName)),
      (name: "actionType", value: .string(actionType)),
      (name: "reasonType", value: .string(reasonType)),
    ])
    if let session, !session.missingParameters.isEmpty {
      body.append("missingParameters", .array(session.missingParameters.map(JSONValue.string)))
    }
    body.append("url", .string(url))
    if let session { body.append("code", .string(session.code)) }
    body.append("sessionId", .string(sessionID))
    if let mvpd { body.append("mvpd", .string(mvpd)) }
    body.append("serviceProvider", .string(serviceProvider))
    if let authenticationRequest { body.append("authenticationRequest", authenticationRequest) }
    if let session {
      body.append("notBefore", .string(String(session.notBefore.milliseconds)))
      body.append("notAfter", .string(String(session.notAfter.milliseconds)))
    }
    return .json(200, .object(body))
  }
}

extension Exchange {
  /// The user is signed in, or need not be: on to the decisions.
  func authorizeAnswer(_ reason: String, mvpd: String, _ caller: Caller) -> SessionAnswer {
    SessionAnswer(
      actionName: "authorize", actionType: "direct", reasonType: reason,
      url: "/api/v2/\(caller.providerPath)/decisions/authorize/\(PercentEncoding.encode(mvpd))",
      sessionID: UUIDText.random(randomBytes), serviceProvider: caller.providerID, mvpd: mvpd)
  }

  /// The user has to sign in with a code: at once, or when what is missing has been given.
  ///
  /// - Parameter incomplete: The action where something is missing.
  func authenticateAnswer(
    _ session: Session, reason: String, incomplete: String, _ caller: Caller
  ) -> SessionAnswer {
    let isComplete = session.missingParameters.isEmpty
    return SessionAnswer(
      actionName: isComplete ? "authenticate" : incomplete,
      actionType: isComplete ? "interactive" : "direct", reasonType: reason,
      url: isComplete
        ? "/api/v2/authenticate/\(caller.providerPath)/\(session.code)"
        : "/api/v2/\(caller.providerPath)/sessions/\(session.code)",
      sessionID: session.id, serviceProvider: caller.providerID, mvpd: session.mvpd,
      session: session)
  }

  /// A new session of the device, which ends the one before.
  func startSession(
    _ device: CallingDevice, mvpd: String?, domainName: String?, redirectURL: String?,
    _ store: inout Store
  ) -> Session {
    let session = Session(
      code: newCode { store.sessions[$0] != nil }, id: UUIDText.random(randomBytes),
      device: device.key,
      deviceInformation: device.information, notBefore: now,
      notAfter: now + directory.data.lifetimes.session, mvpd: mvpd, domainName: domainName,
      redirectURL: redirectURL)
    let replaced = store.devices.update(device.key, default: KnownDevice()) { state in
      defer { state.code = session.code }
      return state.code
    }
    if let replaced { store.sessions[replaced] = nil }
    store.sessions[session.code] = session
    return session
  }

  /// The session of a code.
  ///
  /// - Throws: What a code leads to that is malformed, unknown, over or replaced.
  func session(_ code: String, _ caller: Caller, _ store: Store) throws(Refusal) -> Session {
    guard (1...64).contains(code.utf8.count),
      code.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 })
    else { throw .enhanced(.invalidParameterCode) }
    guard let session = store.sessions[code], now < session.notAfter,
      session.device.serviceProvider == caller.providerID
    else { throw .enhanced(.invalidAuthenticationSession) }
    return session
  }

  /// Seven letters and digits that can be told apart on a screen and that are not in use.
  func newCode(isTaken: (String) -> Bool) -> String {
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    var code = ""
    for _ in 0..<100 {
      code = String(
        decoding: randomBytes(7).map { alphabet[Int($0) % alphabet.count] }, as: UTF8.self)
      if !isTaken(code) { break }
    }
    return code
  }
}
