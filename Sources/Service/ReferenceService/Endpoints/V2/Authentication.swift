// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/authenticate/{serviceProvider}/{code}, and the pages of the emulated MVPDs.

internal import Encodings
internal import HTTPMessages

extension Exchange {
  /// Sends the user agent to the MVPD's login.
  func authenticate(
    _ providerID: String, _ code: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    guard let session = store.sessions[code], now < session.notAfter,
      session.device.serviceProvider == providerID, session.missingParameters.isEmpty,
      let mvpd = session.mvpd
    else { throw .page(status: 400) }
    return beginLogin(mvpd, .session(code: code), &store)
  }

  /// The way to the MVPD's login page.
  func beginLogin(_ mvpd: String, _ login: Ticket, _ store: inout Store) -> ServiceAnswer {
    let ticket = randomText(bytes: 16)
    store.tickets[ticket] = login
    return .redirect(
      to: "\(origin)/mvpd/\(PercentEncoding.encode(mvpd))/login?ticket=\(ticket)")
  }

  /// The login page of an MVPD that knows its user at once.
  func signIn(_ mvpd: String, _ store: Store) throws(Refusal) -> ServiceAnswer {
    guard let ticket = query.text("ticket"), let login = store.tickets[ticket],
      destination(of: login, at: mvpd, store) != nil
    else { throw .page(status: 400) }
    let path = "/mvpd/\(PercentEncoding.encode(mvpd))"
    var answer = ServiceAnswer.redirect(to: "\(origin)\(path)/return?ticket=\(ticket)")
    answer.headers.append(
      "Set-Cookie", "mvpd_session=\(randomText(bytes: 8)); Path=\(path); HttpOnly")
    return answer
  }

  /// Where the MVPD sends the user agent back: the user is signed in, and the application goes on.
  func returnFromLogin(_ mvpdID: String, _ store: inout Store) throws(Refusal) -> ServiceAnswer {
    guard let ticket = query.text("ticket"), let mvpd = directory.mvpd(mvpdID),
      let login = store.tickets[ticket], let url = destination(of: login, at: mvpdID, store)
    else { throw .page(status: 400) }
    store.tickets[ticket] = nil
    let profile = mvpd.regularProfile(at: now)
    switch login {
    case .session(let code):
      guard var session = store.sessions[code] else { throw .page(status: 400) }
      session.isAuthenticated = true
      store.sessions[code] = session
      store.devices.update(session.device, default: KnownDevice()) { state in
        state.access[mvpdID, default: KnownDevice.Access()].regular = profile
      }
    case .registration(let key, _, _):
      guard var registration = store.registrations[key] else { throw .page(status: 400) }
      registration.isAuthenticated = true
      store.registrations[key] = registration
      store.authenticate(registration.device, profile)
    }
    return .redirect(to: url)
  }

  /// The logout page of an MVPD.
  func signOut(_ mvpd: String) throws(Refusal) -> ServiceAnswer {
    guard directory.mvpd(mvpd) != nil, let url = query.text("redirect_url"), Self.isURL(url) else {
      throw .page(status: 400)
    }
    return .redirect(to: url)
  }

  /// Where the user agent goes after the login; nil where nobody waits for it any more.
  private func destination(of login: Ticket, at mvpd: String, _ store: Store) -> String? {
    switch login {
    case .session(let code):
      guard let session = store.sessions[code], now < session.notAfter, session.mvpd == mvpd else {
        return nil
      }
      return session.redirectURL
    case .registration(let key, mvpd, let url):
      return store.registration(key, at: now) == nil ? nil : url
    case .registration: return nil
    }
  }
}
