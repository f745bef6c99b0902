// SPDX-License-Identifier: Apache-2.0
// GET /mvpd/{mvpd}/return: the MVPD sends the user agent back after the login.

internal import Text

/// The end of a login: the user is signed in, and the user agent goes back to the application.
enum LoginReturnPage: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let id = call.path[.mvpd]
    guard let ticket = call.request.query.text("ticket"), let mvpd = call.directory.mvpd(id),
      let login = store.tickets[ticket],
      let url = store.destination(of: login, at: id, call.now)
    else { throw .page(status: 400) }
    store.tickets[ticket] = nil
    let profile = UserProfile.regular(mvpd, at: call.now)
    switch login {
    case .session(let code):
      guard var session = store.sessions[code] else { throw .page(status: 400) }
      if call.has(.makesNoProfileByLogin) { return .redirect(to: url) }
      session.isAuthenticated = true
      store.sessions[code] = session
      store.update(session.device) { known in
        known.access[id, default: KnownDevice.Access()].regular = profile
      }
    case .registration(let key, _, _):
      guard var registration = store.registrations[key] else { throw .page(status: 400) }
      registration.isAuthenticated = true
      store.registrations[key] = registration
      store.authenticate(registration.device, profile)
    }
    return .redirect(to: url)
  }
}
