// SPDX-License-Identifier: Apache-2.0
// GET /mvpd/{mvpd}/login: the login page of an emulated MVPD.

internal import HTTP
internal import Text

/// The login page of an MVPD. It knows its one user, and signs them in without asking.
enum LoginPage: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let mvpd = call.path[.mvpd]
    guard let ticket = call.request.query.text("ticket"), let login = store.tickets[ticket],
      store.destination(of: login, at: mvpd, call.now) != nil
    else { throw .page(status: 400) }
    let path = "/mvpd/\(PercentEncoding.encode(mvpd))"
    var answer = ServiceAnswer.redirect(
      to: "\(call.request.origin)\(path)/return?ticket=\(ticket)")
    let session = call.random.hexadecimal(bytes: 8)
    answer.headers.append("Set-Cookie", "mvpd_session=\(session); Path=\(path); HttpOnly")
    return answer
  }
}
