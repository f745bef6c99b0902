// SPDX-License-Identifier: Apache-2.0
// The answers of the sessions endpoints: what the application has to do next, and why.

internal import Formats
internal import Text

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
        : "/api/v2/\(caller.providerPath)/sessions/\(session.code)",
      sessionID: session.id, serviceProvider: caller.providerID, mvpd: session.parameters.mvpd,
      session: session)
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
