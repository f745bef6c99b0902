// SPDX-License-Identifier: Apache-2.0
// Pages of the user agent: to the MVPD, its login and logout, and the way back.

import HTTP
import Text

extension ServiceCall {
  /// REST API V2: sends the user agent of a session to the MVPD's login page.
  func openLogin(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let code = path[.code]
    guard let session = store.sessions[code], now < session.notAfter,
      session.device.serviceProvider == path[.serviceProvider] || has(.takesCodesOfOthers),
      session.parameters.missing.isEmpty, let mvpd = session.parameters.mvpd
    else { throw .page(status: has(.breaksAtUnknownCodes) ? 500 : 400) }
    return store.beginLogin(mvpd, .session(code: code), self)
  }

  /// REST API V1: sends the user agent of a registration code to the MVPD's login page.
  func openV1Login(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let query = request.query
    guard let requestor = query.text("requestor_id"), let code = query.text("reg_code"),
      let mvpd = query.text("mso_id"), let domain = query.text("domain_name"),
      query["noflash"] == "true", query["no_iframe"] == "true",
      let url = query.text("redirect_url"), url.isAbsoluteURL
    else { throw .page(status: 400) }
    let key = RegistrationKey(requestor: requestor, code: code)
    guard let provider = directory.provider(requestor), provider.provider.domains.contains(domain),
      provider.integrations[mvpd] != nil, directory.mvpd(mvpd)?.temporary == nil,
      store.registration(key, at: now) != nil
    else { throw .page(status: 400) }
    return store.beginLogin(mvpd, .registration(key, mvpd: mvpd, redirectURL: url), self)
  }

  /// The login page of an MVPD. It knows its one user, and signs them in without asking.
  func showLogin(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let mvpd = path[.mvpd]
    guard let ticket = request.query.text("ticket"), let login = store.pendingLogins[ticket],
      store.destination(of: login, at: mvpd, now) != nil
    else { throw .page(status: 400) }
    let path = "/mvpd/\(PercentEncoding.encode(mvpd))"
    var answer = ServiceAnswer.redirect(to: "\(request.origin)\(path)/return?ticket=\(ticket)")
    let session = random.hexadecimal(bytes: 8)
    answer.headers.append("Set-Cookie", "mvpd_session=\(session); Path=\(path); HttpOnly")
    return answer
  }

  /// The end of a login: the user is signed in, and the user agent goes back to the application.
  func finishLogin(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let id = path[.mvpd]
    guard let ticket = request.query.text("ticket"), let mvpd = directory.mvpd(id),
      let login = store.pendingLogins[ticket], let url = store.destination(of: login, at: id, now)
    else { throw .page(status: 400) }
    store.pendingLogins[ticket] = nil
    let profile = UserProfile.regular(mvpd, at: now)
    switch login {
    case .session(let code):
      guard var session = store.sessions[code] else { throw .page(status: 400) }
      if has(.makesNoProfileByLogin) { return .redirect(to: url) }
      session.isAuthenticated = true
      store.sessions[code] = session
      store.update(session.device) { $0.access[id, default: [:]][.regular] = profile }
      if let provider = directory.provider(session.device.serviceProvider) {
        store.enrol(session.caller, Caller(client: session.device.client, provider: provider), self)
      }
    case .registration(let key, _, _):
      guard var registration = store.registrations[key] else { throw .page(status: 400) }
      registration.isAuthenticated = true
      store.registrations[key] = registration
      store.authenticate(registration.device, profile)
    }
    return .redirect(to: url)
  }

  /// The logout page of an MVPD, which sends the user agent back to the application.
  func showLogout(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    guard directory.mvpd(path[.mvpd]) != nil,
      let url = request.query.text("redirect_url"), url.isAbsoluteURL
    else { throw .page(status: 400) }
    return .redirect(to: url)
  }
}
