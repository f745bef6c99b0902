// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/authenticate/{serviceProvider}/{code}: the user agent goes to the MVPD's login.

/// REST API V2: sends the user agent of a session to the MVPD's login page.
enum AuthenticationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let code = call.path[.code]
    guard let session = store.sessions[code], call.now < session.notAfter,
      session.device.serviceProvider == call.path[.serviceProvider]
        || call.has(.takesCodesOfOthers),
      session.parameters.missing.isEmpty, let mvpd = session.parameters.mvpd
    else { throw .page(status: call.has(.breaksAtUnknownCodes) ? 500 : 400) }
    return store.beginLogin(mvpd, .session(code: code), call)
  }
}
