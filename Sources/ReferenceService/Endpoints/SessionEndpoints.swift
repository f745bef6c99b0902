// SPDX-License-Identifier: Apache-2.0
// The authentication sessions of REST API V2, and their endpoints.

import Formats
import Text

extension ServiceCall {
  /// REST API V2: creates a session, unless the user need not sign in.
  func createSession(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    let device = try CallingDevice(self, of: caller)
    let parameters = try SessionParameters(request.form)
    if let mvpd = parameters.mvpd,
      let answer = try SessionAnswer.signedIn(mvpd, device, caller, self, store),
      !answer.waits(for: parameters, self)
    {
      return answer.response
    }
    let session = store.startSession(of: device, parameters, self)
    return SessionAnswer.authenticate(session, incomplete: "resume", caller).response
  }
}

extension SessionParameters {
  /// Reads the parameters of a form.
  ///
  /// - Throws: `invalidParameterRedirectURL` if there is a redirect URL that is not absolute.
  init(_ form: FormFields) throws(ServiceError) {
    self.init(
      mvpd: form.text("mvpd"), domainName: form.text("domainName"),
      redirectURL: form.text("redirectUrl"))
    if let redirectURL, !redirectURL.isAbsoluteURL { throw .enhanced(.invalidParameterRedirectURL) }
  }
}

extension SessionAnswer {
  /// The answer if the user need not sign in: the device has a profile of the basic flow, or access
  /// is degraded or temporary. A profile of the partner doesn't count here, because the framework
  /// status is not sent.
  static func signedIn(
    _ mvpdID: String, _ device: CallingDevice, _ caller: Caller, _ call: ServiceCall, _ store: Store
  ) throws(ServiceError) -> SessionAnswer? {
    let mvpd = try IntegratedMVPD(mvpdID, of: caller, call)
    let access = store.access(of: device, to: mvpdID, caller, call)
    let reason: String
    if mvpd.bypassesAuthentication, call.has(.prefersDegradation) {
      reason = "degraded"
    } else if access?.regularProfile(at: call.profileTime) != nil {
      reason = "authenticated"
    } else if access?.identityProfile(at: call.profileTime) != nil {
      reason = "authenticatedSSO"
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

extension ServiceCall {
  /// REST API V2: adds parameters to a session.
  func resumeSession(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    var session = try store.session(self, caller)
    if has(.forgetsGivenParameters) { session.parameters = SessionParameters() }
    if has(.failureUsesCodesUp) { store.sessions[session.code] = nil }
    session.parameters.add(try SessionParameters(request.form))
    var answer: SessionAnswer?
    if let mvpd = session.parameters.mvpd {
      answer = try SessionAnswer.signedIn(mvpd, session.caller, caller, self, store)
    }
    store.sessions[session.code] = session
    return (answer ?? .authenticate(session, incomplete: "retry", caller)).response
  }
}

extension SessionParameters {
  /// Takes over the parameters that others have.
  mutating func add(_ others: SessionParameters) {
    mvpd = others.mvpd ?? mvpd
    domainName = others.domainName ?? domainName
    redirectURL = others.redirectURL ?? redirectURL
  }
}

extension ServiceCall {
  /// REST API V2: retrieves a session.
  func retrieveSession(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    let session = try store.session(self, caller)
    if has(.retrievingUsesCodesUp) { store.sessions[session.code] = nil }
    var existing = session.parameters.known
    existing.append("serviceProvider", .string(caller.providerID))
    var body = JSONObject([(name: "existingParameters", value: .object(existing))])
    let missing = session.parameters.missing
    if !missing.isEmpty { body.append("missingParameters", .array(missing.map(JSONValue.string))) }
    body.append("device", session.caller.information.json(address: request.deviceAddress))
    body.append("notBefore", .milliseconds(session.notBefore))
    body.append("notAfter", .milliseconds(session.notAfter))
    return .json(200, .object(body))
  }
}

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
  /// The session, if the user has to sign in with its code.
  var session: Session?
}

extension SessionAnswer {
  /// The user is signed in or doesn't have to be: the application asks for decisions.
  ///
  /// - Parameter id: A new session id.
  static func authorize(
    _ reason: String, mvpd: String, _ caller: Caller, id: String
  ) -> SessionAnswer {
    SessionAnswer(
      actionName: "authorize", actionType: "direct", reasonType: reason,
      url: "/api/v2/\(caller.providerPath)/decisions/authorize/\(PercentEncoding.encode(mvpd))",
      sessionID: id, serviceProvider: caller.providerID, mvpd: mvpd)
  }

  /// The user has to sign in with the code of a session, once the application has given all
  /// parameters.
  ///
  /// - Parameter incomplete: The action if parameters are missing.
  static func authenticate(
    _ session: Session, reason: String = "none", incomplete: String, _ caller: Caller
  ) -> SessionAnswer {
    let isComplete = session.parameters.missing.isEmpty
    return SessionAnswer(
      actionName: isComplete ? "authenticate" : incomplete,
      actionType: isComplete ? "interactive" : "direct", reasonType: reason,
      url: isComplete
        ? "/api/v2/authenticate/\(caller.providerPath)/\(session.code)"
        : "/api/v2/\(caller.providerPath)/sessions/\(session.code)", sessionID: session.id,
      serviceProvider: caller.providerID, mvpd: session.parameters.mvpd, session: session)
  }

  var response: ServiceAnswer {
    var body = JSONObject([
      (name: "actionName", value: .string(actionName)),
      (name: "actionType", value: .string(actionType)),
      (name: "reasonType", value: .string(reasonType)),
    ])
    if let missing = session?.parameters.missing, !missing.isEmpty {
      body.append("missingParameters", .array(missing.map(JSONValue.string)))
    }
    body.append("url", .string(url))
    if let session { body.append("code", .string(session.code)) }
    body.append("sessionId", .string(sessionID))
    if let mvpd { body.append("mvpd", .string(mvpd)) }
    body.append("serviceProvider", .string(serviceProvider))
    if let authenticationRequest { body.append("authenticationRequest", authenticationRequest) }
    if let session {
      body.append("notBefore", .milliseconds(session.notBefore))
      body.append("notAfter", .milliseconds(session.notAfter))
    }
    return .json(200, .object(body))
  }
}

/// An authentication session.
struct Session: Sendable {
  let code: String
  let id: String
  /// The device, and the identity of its user, with which the session was made.
  let caller: CallingDevice
  let notBefore: Timestamp
  let notAfter: Timestamp
  var parameters: SessionParameters
  var isAuthenticated = false

  var device: DeviceKey { caller.key }
}

/// The parameters of a sign-in. An application may give each of them later.
struct SessionParameters: Sendable {
  var mvpd: String?
  var domainName: String?
  var redirectURL: String?

  /// The parameters that are known, by their names in the form.
  var known: JSONObject {
    var known = JSONObject()
    for (name, value) in all {
      if let value { known.append(name, .string(value)) }
    }
    return known
  }

  /// The names of the parameters that are not known yet.
  var missing: [String] { all.filter { $0.value == nil }.map(\.name) }

  private var all: [(name: String, value: String?)] {
    [("mvpd", mvpd), ("domainName", domainName), ("redirectUrl", redirectURL)]
  }
}

extension Store {
  /// Starts a session of a device, and ends its previous one.
  mutating func startSession(
    of device: CallingDevice, _ parameters: SessionParameters, _ call: ServiceCall
  ) -> Session {
    let session = Session(
      code: call.random.code { sessions[$0] != nil }, id: call.random.uuid(), caller: device,
      notBefore: call.now, notAfter: call.now + call.lifetimes.session, parameters: parameters)
    let replaced = update(device.key) { known in
      defer { known.code = session.code }
      return known.code
    }
    if let replaced, !call.has(.keepsReplacedSessions) { sessions[replaced] = nil }
    if has(.codesEndAllSessions) {
      for code in sessions.keys(where: { _ in true }) { sessions[code] = nil }
    }
    sessions[session.code] = session
    return session
  }

  /// The session of the code in the path.
  ///
  /// - Throws: `invalidParameterCode` if the code is malformed, `invalidAuthenticationSession` if
  ///   there is no such session, or if it has expired or been replaced.
  func session(_ call: ServiceCall, _ caller: Caller) throws(ServiceError) -> Session {
    let code = call.path[.code]
    guard (1...64).contains(code.utf8.count),
      code.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 })
    else { throw .enhanced(.invalidParameterCode) }
    guard let session = sessions[code], call.now < session.notAfter,
      session.device.serviceProvider == caller.providerID || has(.takesCodesOfOthers)
    else { throw .enhanced(.invalidAuthenticationSession) }
    return session
  }
}
