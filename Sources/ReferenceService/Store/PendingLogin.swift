// SPDX-License-Identifier: Apache-2.0
// A sign-in that waits for the user at the MVPD.

import HTTP
import Text

/// The purpose of a sign-in under way.
enum PendingLogin: Sendable {
  case session(code: String)
  /// A registration code of REST API V1.
  case registration(RegistrationKey, mvpd: String, redirectURL: String)
}

extension Store {
  /// Starts a sign-in and sends the user agent to the login page of the MVPD.
  mutating func beginLogin(_ mvpd: String, _ login: PendingLogin, _ call: ServiceCall)
    -> ServiceAnswer
  {
    let ticket = call.random.hexadecimal(bytes: 16)
    pendingLogins[ticket] = login
    return .redirect(
      to: "\(call.request.origin)/mvpd/\(PercentEncoding.encode(mvpd))/login?ticket=\(ticket)")
  }

  /// Where the user agent goes after the sign-in; nil if nothing waits for the sign-in any more, or
  /// if it is one at another MVPD.
  func destination(of login: PendingLogin, at mvpd: String, _ now: Timestamp) -> String? {
    switch login {
    case .session(let code):
      guard let session = sessions[code], now < session.notAfter, session.parameters.mvpd == mvpd
      else { return nil }
      return session.parameters.redirectURL
    case .registration(let key, let chosen, let url):
      return chosen == mvpd && registration(key, at: now) != nil ? url : nil
    }
  }
}
