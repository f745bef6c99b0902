// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/authenticate/{serviceProvider}/{code}, and the pages of the emulated MVPDs.

internal import Encodings
internal import HTTPMessages

extension Exchange {
  /// Sends the user agent to the MVPD's login.
  func authenticate(
    _ providerID: String, _ code: String, _ store: inout Store
  ) throws(Refusal) -> HTTPResponse {
    guard let session = store.sessions[code], now < session.notAfter,
      session.device.serviceProvider == providerID, session.missingParameters.isEmpty,
      let mvpd = session.mvpd
    else { throw .page(status: 400) }
    let ticket = randomText(bytes: 16)
    store.tickets[ticket] = code
    return .redirect(
      to: "\(origin)/mvpd/\(PercentEncoding.encode(mvpd))/login?ticket=\(ticket)")
  }

  /// The login page of an MVPD that knows its user at once.
  func signIn(_ mvpd: String, _ store: Store) throws(Refusal) -> HTTPResponse {
    guard let ticket = query.text("ticket"), session(ofTicket: ticket, mvpd, store) != nil else {
      throw .page(status: 400)
    }
    let path = "/mvpd/\(PercentEncoding.encode(mvpd))"
    var answer = HTTPResponse.redirect(to: "\(origin)\(path)/return?ticket=\(ticket)")
    answer.headers.append(
      "Set-Cookie", "mvpd_session=\(randomText(bytes: 8)); Path=\(path); HttpOnly")
    return answer
  }

  /// Where the MVPD sends the user agent back: the profile is made, and the application goes on.
  func returnFromLogin(_ mvpdID: String, _ store: inout Store) throws(Refusal) -> HTTPResponse {
    guard let ticket = query.text("ticket"), let mvpd = directory.mvpd(mvpdID),
      var session = session(ofTicket: ticket, mvpdID, store), let url = session.redirectURL
    else { throw .page(status: 400) }
    store.tickets[ticket] = nil
    session.isAuthenticated = true
    store.sessions[session.code] = session
    let profile = mvpd.regularProfile(at: now)
    store.devices.update(session.device, default: Device()) { state in
      state.access[mvpdID, default: Device.Access()].regular = profile
    }
    return .redirect(to: url)
  }

  /// The logout page of an MVPD.
  func signOut(_ mvpd: String) throws(Refusal) -> HTTPResponse {
    guard directory.mvpd(mvpd) != nil, let url = query.text("redirect_url"), Self.isURL(url) else {
      throw .page(status: 400)
    }
    return .redirect(to: url)
  }

  private func session(ofTicket ticket: String, _ mvpd: String, _ store: Store) -> Session? {
    guard let code = store.tickets[ticket], let session = store.sessions[code],
      now < session.notAfter, session.mvpd == mvpd
    else { return nil }
    return session
  }
}
