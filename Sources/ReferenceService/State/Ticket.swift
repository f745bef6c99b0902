// SPDX-License-Identifier: Apache-2.0
// The sign-ins under way on the pages of the emulated MVPDs.

internal import Text

/// What a sign-in under way is for.
enum Ticket: Sendable {
  /// A session of REST API V2.
  case session(code: String)
  /// A registration code of REST API V1.
  case registration(RegistrationKey, mvpd: String, redirectURL: String)
}

extension Store {
  /// Starts a sign-in and sends the user agent to the login page of the MVPD.
  mutating func beginLogin(_ mvpd: String, _ login: Ticket, _ call: ServiceCall) -> ServiceAnswer {
    let ticket = call.random.hexadecimal(bytes: 16)
    tickets[ticket] = login
    return .redirect(
      to: "\(call.request.origin)/mvpd/\(PercentEncoding.encode(mvpd))/login?ticket=\(ticket)")
  }

  /// Where the user agent goes after the sign-in; nil if nothing waits for the sign-in any more, or
  /// if it is one at another MVPD.
  func destination(of login: Ticket, at mvpd: String, _ now: Timestamp) -> String? {
    switch login {
    case .session(let code):
      guard let session = sessions[code], now < session.notAfter,
        session.parameters.mvpd == mvpd
      else { return nil }
      return session.parameters.redirectURL
    case .registration(let key, let chosen, let url):
      return chosen == mvpd && registration(key, at: now) != nil ? url : nil
    }
  }
}
