// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/sessions/{code}: the parameters that a session still lacks.

/// REST API V2: adds parameters to a session.
enum SessionResumptionEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    var session = try store.session(call, caller)
    if call.has(.forgetsGivenParameters) { session.parameters = SessionParameters() }
    if call.has(.failureUsesCodesUp) { store.sessions[session.code] = nil }
    session.parameters.add(try SessionParameters(call.request.form))
    var answer: SessionAnswer?
    if let mvpd = session.parameters.mvpd {
      answer = try SessionAnswer.signedIn(mvpd, session.device, caller, call, store)
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
