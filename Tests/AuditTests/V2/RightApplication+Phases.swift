// SPDX-License-Identifier: Apache-2.0
// The phases of the V2 cookbook, as a right application goes through them.

import Audit
import Formats
import HTTP
import Text

extension RightApplication {
  /// The check, and Phase C, with permission and a user who is not signed in yet.
  mutating func begin() {
    status = RightApplication.nobody
    get("profiles", "profiles", status: true)
    signInWithPartner()
  }

  /// Phase C, for a user who picks Harbor in the framework.
  mutating func signInWithPartner(suffix: String = "", fetches: Bool = true) {
    if fetches { get("configuration\(suffix)", "configuration") }
    wait(.seconds(20))
    status = signedIn("tvp-harbor-2201")
    let session = post(
      "partner-session\(suffix)", "sessions/sso/Apple", Self.parameters, status: true)
    post(
      "partner-profile\(suffix)", "profiles/sso/Apple",
      [("SAMLResponse", Base64.encode(samlResponse(session)))], status: true)
    get("profile\(suffix)", "profiles/Harbor", status: true)
  }

  /// Phase D.
  mutating func play(suffix: String = "") {
    decide("preauthorize\(suffix)", "preauthorize", "Harbor", ["orchard-live", "orchard-premium"])
    decide("authorize\(suffix)", "authorize", "Harbor", ["orchard-live"])
    wait(.seconds(600))
    decide("authorize archive\(suffix)", "authorize", "Harbor", ["orchard-archive"])
  }

  /// Basic authentication with a user agent.
  mutating func signInAtMVPD(_ mvpd: String, suffix: String = "") {
    let session = post("session\(suffix)", "sessions", Self.parameters + [("mvpd", mvpd)])
    let code = session["code"]?.string ?? ""
    login(session["url"]?.string ?? "", suffix: suffix)
    get("code-profile\(suffix)", "profiles/code/\(code)")
  }

  /// The user agent follows the redirects of a login.
  mutating func login(_ url: String, suffix: String = "") {
    var next = url
    for _ in 0..<9 where next.hasPrefix("/") {
      visit(next.contains("authenticate") ? "authenticate\(suffix)" : "login page\(suffix)", next)
      guard case .bytes? = recording.entries.last?.exchange.response?.body,
        let location = recording.entries.last?.exchange.response?.headers?["Location"]
      else { return }
      guard location.contains("//api.auth.adobe.example") else { return }
      next = String(location.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
    }
  }

  /// Another device, for some calls.
  mutating func onTelephone(_ calls: (inout RightApplication) -> Void) {
    let own = (device, model)
    (device, model) = ("telephone-7", "iPhone")
    calls(&self)
    (device, model) = own
  }
}
