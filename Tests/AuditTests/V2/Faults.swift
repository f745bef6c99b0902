// SPDX-License-Identifier: Apache-2.0
// Single faults of applications, and the requirements that each of them breaks.

import Audit
import HTTP
import Text

/// A fault, put into the recording of a right application.
struct Fault: Sendable {
  let name: String
  let recording: String
  let requirements: [String]
  let edit: @Sendable (inout Recording) -> Void

  init(
    _ name: String, in recording: String = "partner", _ requirements: [String],
    _ edit: @escaping @Sendable (inout Recording) -> Void
  ) {
    self.name = name
    self.recording = recording
    self.requirements = requirements
    self.edit = edit
  }
}

enum Faults {
  static let all =
    registration + check + configuration + partnerSession + partnerProfile + decisions + logout
    + headers + status + basic + errors

  private static let registration: [Fault] = [
    Fault("register by PUT", ["API-DCR-REGISTER-01"]) { $0.method("PUT", of: "register") },
    Fault("no statement", ["V2-A1-02", "API-DCR-REGISTER-02"]) {
      $0.body("software_statement", "softwareStatement", of: "register")
    },
    Fault("empty statement", ["V2-A1-02", "API-DCR-REGISTER-02"]) {
      $0.change("register") { $0.text = #"{"software_statement": ""}"# }
    },
    Fault("statement in Base64", ["API-DCR-REGISTER-02"]) {
      $0.change("register") { $0.text = #"{"software_statement": "ZXlKaGJHY2lPaUp1YjI1bEluMA=="}"# }
    },
    Fault("form instead of JSON", ["API-DCR-REGISTER-01"]) {
      $0.change("register") { $0.text = "software_statement=eyJhbGciOiJub25lIn0.e30.x" }
    },
    Fault("register without Content-Type", ["V2-A1-03", "API-DCR-REGISTER-04"]) {
      $0.header("Content-Type", nil, of: "register")
    },
    Fault("register as text", ["API-DCR-REGISTER-04"]) {
      $0.header("Content-Type", "text/plain", of: "register")
    },
    Fault("register without device info", ["V2-A1-03", "API-DCR-REGISTER-05"]) {
      $0.header("X-Device-Info", nil, of: "register")
    },
    Fault("register accepts HTML", ["API-DCR-REGISTER-06"]) {
      $0.header("Accept", "text/html", of: "register")
    },
    Fault("registers again", in: "restarted", ["V2-A2-04", "API-DCR-REGISTER-19"]) {
      $0.again("register", after: 3_500_000, as: "register again") { exchange in
        exchange.response?.body = .bytes(Array(#"{"client_id":"other","client_secret":"o"}"#.utf8))
      }
    },
    Fault("token by GET", ["API-DCR-TOKEN-01"]) { $0.method("GET", of: "token") },
    Fault("token as JSON type", ["API-DCR-TOKEN-01"]) {
      $0.header("Content-Type", "application/json", of: "token")
    },
    Fault("token without Content-Type", ["V2-A3-03", "API-DCR-TOKEN-01"]) {
      $0.header("Content-Type", nil, of: "token")
    },
    Fault("token without client id", ["V2-A3-02", "API-DCR-TOKEN-02"]) {
      $0.form("client_id", nil, of: "token")
    },
    Fault("token without client secret", ["V2-A3-02", "API-DCR-TOKEN-02"]) {
      $0.form("client_secret", nil, of: "token")
    },
    Fault("token without grant type", ["V2-A3-02", "API-DCR-TOKEN-03"]) {
      $0.form("grant_type", nil, of: "token")
    },
    Fault("wrong grant type", ["API-DCR-TOKEN-03"]) {
      $0.form("grant_type", "password", of: "token")
    },
    Fault("another secret", ["API-DCR-TOKEN-02"]) {
      $0.form("client_secret", "other", of: "token")
    },
    Fault("another client", ["API-DCR-TOKEN-02"]) { $0.form("client_id", "other", of: "token") },
    Fault("token without device info", ["V2-A3-03"]) {
      $0.header("X-Device-Info", nil, of: "token")
    },
    Fault("token accepts XML", ["API-DCR-TOKEN-04"]) {
      $0.header("Accept", "application/xml", of: "token")
    },
    Fault("token for each call", ["API-DCR-TOKEN-15"]) {
      $0.again("token", after: 3_000, as: "token again") { exchange in
        exchange.response?.body = .bytes(Array(#"{"access_token":"n","expires_in":86400}"#.utf8))
      }
    },
    Fault("expired token used on", in: "renewal", ["V2-A4-04", "V2-A4-05"]) {
      let token = $0.header("Authorization", of: "profiles")
      $0.drop("second token")
      $0.delay(from: "profiles again", by: .seconds(3600))
      $0.header("Authorization", token, of: "profiles again", "authorize")
    },
    Fault("old token after renewal", in: "renewal", ["V2-A4-04", "V2-A4-05"]) {
      let token = $0.header("Authorization", of: "profiles")
      $0.delay(from: "profiles again", by: .seconds(3600))
      $0.header("Authorization", token, of: "authorize")
    },
    Fault(
      "repeated without renewal", in: "renewal after 401",
      ["API-DCR-TOKEN-16", "V2-A4-04", "V2-A4-05"]
    ) {
      $0.again("profiles refused", after: 300, as: "profiles repeated")
    },
    Fault("going on after 401", ["API-DCR-TOKEN-16"]) {
      $0.answer("profile", 401, "{}")
      $0.delay(from: "preauthorize", by: .seconds(6))
    },
  ]

  private static let check: [Fault] = [
    Fault("profiles by POST", ["API-PROFILES-01"]) { $0.method("POST", of: "profiles") },
    Fault("profile by POST", ["API-PROFILES-MVPD-01"]) { $0.method("POST", of: "profile") },
    Fault("profiles without service provider", ["V2-B3-04"]) {
      $0.url("/api/v2/ORCHARD/", "/api/v2/", of: "profiles")
    },
    Fault("profiles of null", ["V2-B3-04"]) { $0.url("/ORCHARD/", "/null/", of: "profiles") },
    Fault("profile of undefined", ["V2-B3-08"]) { $0.url("/Harbor", "/undefined", of: "profile") },
    Fault("profiles without token", ["V2-B3-05", "API-PROFILES-02", "API-HDR-AUTH-01"]) {
      $0.header("Authorization", nil, of: "profiles")
    },
    Fault("profiles without identifier", ["V2-B3-05", "API-PROFILES-02", "API-HDR-DEVID-03"]) {
      $0.header("AP-Device-Identifier", nil, of: "profiles")
    },
    Fault("profiles without device info", ["API-PROFILES-02", "API-HDR-DEVINFO-02"]) {
      $0.header("X-Device-Info", nil, of: "profiles")
    },
    Fault("profile without token", ["V2-B3-05", "API-PROFILES-MVPD-02", "API-HDR-AUTH-01"]) {
      $0.header("Authorization", nil, of: "profile")
    },
    Fault("profile without device info", ["API-PROFILES-MVPD-02", "API-HDR-DEVINFO-02"]) {
      $0.header("X-Device-Info", nil, of: "profile")
    },
    Fault("partner profile checked without status", ["V2-B3-05", "API-HDR-PFS-09"]) {
      $0.header("AP-Partner-Framework-Status", nil, of: "profile")
    },
    Fault("check with an expired status", ["V2-B3-07", "V2-B2-03", "V2-B1-12"]) {
      $0.status(Statuses.expired, of: "profile")
    },
    Fault("session without check", ["V2-B3-01", "V2-B3-02"]) { $0.drop("profiles") },
    Fault("basic session without check", in: "basic", ["V2-B3-01", "V2-B3-02"]) {
      $0.drop("profiles")
    },
    Fault(
      "no check without permission", in: "without permission", ["V2-B1-16", "V2-B3-01", "V2-B3-02"]
    ) {
      $0.drop("profiles")
      $0.status(Statuses.denied, of: "session")
    },
    Fault(
      "no check without provider", in: "without permission", ["V2-B1-15", "V2-B3-01", "V2-B3-02"]
    ) {
      $0.drop("profiles")
      $0.status(Statuses.nobody, of: "session")
    },
    Fault("partner profile as check", ["V2-B3-03", "V2-B5-01"]) {
      $0.move("partner-profile", before: "profiles")
    },
    Fault("mapping id in a profile", ["V2-B1-14"]) {
      $0.url("/Harbor", "/tvp-harbor-2201", of: "profile")
    },
    Fault("mapping id in a session", in: "basic", ["V2-B1-14"]) {
      $0.form("mvpd", "tvp-quarry-2204", of: "session")
    },
    Fault("mapping id in a decision", ["V2-B1-14", "V2-B5-01"]) {
      $0.url("/Harbor", "/tvp-harbor-2201", of: "authorize")
    },
    Fault("signs in though there is a profile", in: "restarted", ["V2-B5-01"]) {
      $0.again("partner-session", after: 3_600_000, as: "partner-session again")
    },
    Fault("decides with another profile", ["V2-B5-01"]) {
      $0.url("/Harbor", "/Lantern", of: "authorize")
      $0.header("AP-Partner-Framework-Status", nil, of: "authorize")
    },
    Fault("decides without a profile", ["V2-B6-01"]) {
      $0.drop("partner-session", "partner-profile", "profile")
    },
    Fault("several profiles, and a login", in: "signed in again", ["API-MULTIPROFILE-01"]) {
      $0.answer("profiles again", 200, Statuses.twoProfiles)
    },
  ]

  private static let configuration: [Fault] = [
    Fault("configuration by POST", ["API-CONFIGURATION-01"]) {
      $0.method("POST", of: "configuration")
    },
    Fault("no configuration", ["V2-C1-01"]) { $0.drop("configuration") },
    Fault("configuration of nobody", ["V2-C1-02", "V2-C1-01"]) {
      $0.url("/api/v2/ORCHARD/", "/api/v2/", of: "configuration")
    },
    Fault("configuration without token", ["V2-C1-03", "API-CONFIGURATION-02", "API-HDR-AUTH-01"]) {
      $0.header("Authorization", nil, of: "configuration")
    },
    Fault("configuration without identifier", ["V2-C1-03", "API-HDR-DEVID-03"]) {
      $0.header("AP-Device-Identifier", nil, of: "configuration")
    },
    Fault("configuration without device info", ["V2-C1-03", "API-HDR-DEVINFO-02"]) {
      $0.header("X-Device-Info", nil, of: "configuration")
    },
    Fault("configuration though authenticated", ["API-CONFIGURATION-04"]) {
      $0.again("configuration", after: 24_800, as: "configuration again")
      $0.delay(from: "preauthorize", by: .seconds(300))
      $0.delay(from: "configuration again", by: .seconds(200))
    },
    Fault("configuration again and again", ["API-CONFIGURATION-05"]) {
      $0.again("configuration", after: 5_000, as: "configuration again")
    },
    Fault(
      "provider not in the configuration",
      ["V2-C3-12", "V2-C3-19", "V2-C4-02", "V2-C11-02", "V2-C10-12"]
    ) {
      $0.status(Statuses.granted("tvp-elsewhere"), of: "partner-session")
    },
    Fault("MVPD instead of the mapping id", ["API-HDR-PFS-06", "V2-C11-02", "V2-C10-12"]) {
      $0.status(Statuses.granted("Harbor"), of: "partner-session")
    },
    Fault("MVPD not in the configuration", in: "basic", ["V2-C3-19"]) {
      $0.form("mvpd", "Elsewhere", of: "session")
    },
  ]

  private static let partnerSession: [Fault] = [
    Fault("partner session by PUT", ["API-SESSIONS-SSO-01"]) {
      $0.method("PUT", of: "partner-session")
    },
    Fault("partner session as JSON", ["API-SESSIONS-SSO-01"]) {
      $0.header("Content-Type", "application/json", of: "partner-session")
    },
    Fault("another partner", ["V2-C5-02"]) { $0.url("/Apple", "/Google", of: "partner-session") },
    Fault("no partner", ["V2-C5-02"]) { $0.url("/sso/Apple", "/sso", of: "partner-session") },
    Fault("partner session without device info", ["V2-C5-03", "API-HDR-DEVINFO-02"]) {
      $0.header("X-Device-Info", nil, of: "partner-session")
    },
    Fault("partner session without Content-Type", ["V2-C5-03", "API-SESSIONS-SSO-01"]) {
      $0.header("Content-Type", nil, of: "partner-session")
    },
    Fault("partner session without status", ["V2-C5-03", "API-HDR-PFS-09", "V2-C5-05"]) {
      $0.header("AP-Partner-Framework-Status", nil, of: "partner-session")
    },
    Fault("no domain", ["API-SESSIONS-SSO-02"]) {
      $0.form("domainName", nil, of: "partner-session")
    },
    Fault("no redirect URL", ["API-SESSIONS-SSO-03"]) {
      $0.form("redirectUrl", nil, of: "partner-session")
    },
    Fault("redirect URL encoded twice", ["API-SESSIONS-SSO-03"]) {
      $0.form("redirectUrl", "https%3A%2F%2Forchard.example", of: "partner-session")
    },
    Fault("partner session with an MVPD", ["API-SESSIONS-SSO-04"]) {
      $0.form("mvpd", "Harbor", of: "partner-session")
    },
    Fault("partner session without permission", ["V2-C5-05", "V2-C4-01", "V2-C3-16"]) {
      $0.status(Statuses.denied, of: "partner-session")
    },
    Fault(
      "partner session without provider", ["V2-C5-05", "V2-C4-02", "V2-C3-15", "API-HDR-PFS-06"]
    ) {
      $0.status(Statuses.nobody, of: "partner-session")
    },
    Fault("partner session with an expired status", ["V2-C5-05", "V2-C4-03", "V2-C3-18"]) {
      $0.status(Statuses.expired, of: "partner-session")
    },
    Fault("partner session for a picked provider", ["V2-C3-14"]) {
      $0.status(Statuses.error("1"), of: "partner-session")
    },
    Fault("partner session after an error", ["V2-C3-15"]) {
      $0.status(Statuses.error("2"), of: "partner-session")
    },
    Fault("session after authorize", in: "degraded", ["V2-C7-02"]) {
      $0.again("partner-session", after: 500, as: "partner-session again")
    },
    Fault("partner profile after authenticate", ["V2-C8-02"]) {
      $0.answer("partner-session", 200, Statuses.authenticate)
    },
    Fault("login before what is missing", in: "second screen", ["V2-C8-02"]) {
      $0.url("/sessions", "/sessions/sso/Apple", of: "session")
      $0.status(Statuses.nobody, of: "profiles")
      $0.status(Statuses.granted("tvp-quarry-2204"), of: "session")
      $0.form("domainName", "orchard.example", of: "session")
      $0.form("redirectUrl", RightApplication.redirectURL, of: "session")
      $0.drop("resume")
    },
  ]

  private static let partnerProfile: [Fault] = [
    Fault("partner profile by PUT", ["API-PROFILES-SSO-01"]) {
      $0.method("PUT", of: "partner-profile")
    },
    Fault("partner profile of another partner", ["V2-C12-02"]) {
      $0.url("/Apple", "/Google", of: "partner-profile")
    },
    Fault("partner profile without device info", ["V2-C12-03", "API-HDR-DEVINFO-02"]) {
      $0.header("X-Device-Info", nil, of: "partner-profile")
    },
    Fault("partner profile without status", ["V2-C12-03", "API-HDR-PFS-09", "V2-C12-05"]) {
      $0.header("AP-Partner-Framework-Status", nil, of: "partner-profile")
    },
    Fault("no response", ["V2-C12-02", "API-PROFILES-SSO-02", "V2-C10-16", "V2-C11-04"]) {
      $0.form("SAMLResponse", "", of: "partner-profile")
    },
    Fault("response encoded twice", ["V2-C10-14", "V2-C10-15"]) {
      $0.change("partner-profile") { $0.text = $0.text.replacing("%", with: "%25") }
    },
    Fault("response not encoded", ["V2-C10-14"]) {
      $0.change("partner-profile") {
        $0.text = $0.text.replacing("%3D", with: "=").replacing("%2B", with: "+")
          .replacing("%2F", with: "/")
        if !$0.text.contains("+") { $0.text += "=" }
      }
    },
    Fault("response in plain", ["API-PROFILES-SSO-02", "V2-C10-13"]) {
      $0.form("SAMLResponse", #"<samlp:Response ID="_1" Version="2.0"/>"#, of: "partner-profile")
    },
    Fault("response of another kind", ["V2-C12-05", "V2-C11-04"]) {
      $0.form("SAMLResponse", Base64.encode("response"), of: "partner-profile")
    },
    Fault("response with line breaks", ["V2-C10-13"]) {
      $0.saml { $0.replacing("><", with: ">\n<") }
    },
    Fault("response with runs of blanks", ["V2-C10-13"]) {
      $0.saml { $0.replacing(" ID=", with: "   ID=") }
    },
    Fault("response to an earlier request", ["V2-C10-09", "V2-C12-05", "V2-C11-04"]) {
      $0.saml { $0.replacing("InResponseTo=\"", with: "InResponseTo=\"_old") }
    },
    Fault("response used again", ["API-PROFILES-SSO-03"]) {
      $0.again("partner-profile", after: 25_000, as: "partner-profile again")
    },
    Fault("partner profile without permission", ["V2-C12-05", "V2-C11-01", "V2-C10-17"]) {
      $0.status(Statuses.denied, of: "partner-profile")
    },
    Fault("partner profile without provider", ["V2-C12-05", "V2-C11-02", "API-HDR-PFS-06"]) {
      $0.status(Statuses.nobody, of: "partner-profile")
    },
    Fault("partner profile with an expired status", ["V2-C12-05", "V2-C11-03"]) {
      $0.status(Statuses.expired, of: "partner-profile")
    },
    Fault("another provider than before", ["V2-C11-02", "V2-C10-12"]) {
      $0.status(Statuses.granted("tvp-lantern-2202"), of: "partner-profile")
    },
  ]

  private static let decisions: [Fault] =
    [("preauthorize", "3", "2", "1", "PREAUTHORIZE"), ("authorize", "7", "6", "5", "AUTHORIZE")]
    .flatMap { call, step, check, status, page -> [Fault] in
      [
        Fault("\(call) by PUT", ["API-\(page)-01"]) { $0.method("PUT", of: call) },
        Fault("\(call) as text", ["API-\(page)-01"]) {
          $0.header("Content-Type", "text/plain", of: call)
        },
        Fault("\(call) misspelt", ["API-\(page)-01"]) {
          $0.url("/decisions/", "/decision/", of: call)
        },
        Fault("\(call) of undefined", ["V2-D\(step)-02", "V2-B5-01"]) {
          $0.url("/Harbor", "/undefined", of: call)
        },
        Fault("\(call) of nothing", ["V2-D\(step)-02", "API-\(page)-02"]) {
          $0.body("resources", "resource", of: call)
        },
        Fault("\(call) of one text", ["API-\(page)-02"]) {
          $0.change(call) { $0.text = #"{"resources": "orchard-live"}"# }
        },
        Fault("\(call) without token", ["V2-D\(step)-03", "API-HDR-AUTH-01"]) {
          $0.header("Authorization", nil, of: call)
        },
        Fault("\(call) without identifier", ["V2-D\(step)-03", "API-HDR-DEVID-03"]) {
          $0.header("AP-Device-Identifier", nil, of: call)
        },
        Fault("\(call) without device info", ["API-\(page)-03", "API-HDR-DEVINFO-02"]) {
          $0.header("X-Device-Info", nil, of: call)
        },
        Fault("\(call) without status", ["V2-D\(step)-05", "API-SSO-FLOW-03", "API-HDR-PFS-09"]) {
          $0.header("AP-Partner-Framework-Status", nil, of: call)
        },
        Fault(
          "\(call) without permission",
          ["V2-D\(step)-05", "V2-D\(check)-01", "V2-D\(status)-11", "API-SSO-FLOW-03"]
        ) { $0.status(Statuses.denied, of: call) },
        Fault(
          "\(call) without provider",
          ["V2-D\(step)-05", "V2-D\(check)-02", "V2-D\(status)-11", "API-SSO-FLOW-03"]
        ) { $0.status(Statuses.nobody, of: call) },
        Fault("\(call) with another provider", ["V2-D\(step)-05", "V2-D\(check)-02"]) {
          $0.status(Statuses.granted("tvp-lantern-2202"), of: call)
        },
        Fault(
          "\(call) with an expired status",
          ["V2-D\(step)-05", "V2-D\(check)-03", "V2-D\(status)-11", "API-SSO-FLOW-03"]
        ) { $0.status(Statuses.expired, of: call) },
      ]
    } + [
      Fault("permits asked for again", ["API-PREAUTHORIZE-06"]) {
        $0.again("preauthorize", after: 40_000, as: "preauthorize again")
      }
    ]

  private static let logout: [Fault] = [
    Fault("logout by DELETE", ["API-LOGOUT-01"]) { $0.method("DELETE", of: "logout") },
    Fault("logout with the words swapped", ["API-LOGOUT-01"]) {
      $0.url("/api/v2/ORCHARD/logout/", "/api/v2/logout/ORCHARD/", of: "logout")
    },
    Fault("logout without redirect URL", ["V2-E1-02", "API-LOGOUT-01"]) {
      $0.url("?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in", "", of: "logout")
    },
    Fault("logout with a URL encoded twice", ["API-LOGOUT-01"]) {
      $0.url("%3A", "%253A", of: "logout")
    },
    Fault("logout of nobody", ["V2-E1-02"]) { $0.url("/Harbor", "", of: "logout") },
    Fault("logout without identifier", ["V2-E1-03", "API-HDR-DEVID-03"]) {
      $0.header("AP-Device-Identifier", nil, of: "logout")
    },
    Fault("logout without device info", ["API-LOGOUT-02", "API-HDR-DEVINFO-02"]) {
      $0.header("X-Device-Info", nil, of: "logout")
    },
    Fault("logout with a status", ["API-LOGOUT-03"]) {
      $0.status(Statuses.granted("tvp-harbor-2201"), of: "logout")
    },
    Fault("logout of another MVPD", ["V2-E1-02"]) { $0.url("/Harbor", "/Lantern", of: "logout") },
    Fault("logout after a denial", ["API-LOGOUT-05"]) {
      $0.answer("authorize archive", 200, Statuses.denial)
      let time = $0.time(of: "authorize archive") + .seconds(1)
      $0.change("logout") { $0.startedAt = time }
    },
    Fault("page of the logout not opened", in: "basic", ["API-LOGOUT-19"]) {
      $0.drop("logout page")
    },
  ]

  private static let headers: [Fault] = [
    Fault(
      "neither device nor user agent", in: "basic",
      ["V2-P2-01", "API-PROFILES-02", "API-HDR-DEVINFO-02"]
    ) {
      $0.header("X-Device-Info", nil, of: "profiles")
      $0.header("User-Agent", nil, of: "profiles")
    },
    Fault("token without Bearer", ["API-HDR-AUTH-01"]) { recording in
      recording.change("profiles") {
        $0.header(
          "Authorization", $0.request.headers?["Authorization"]?.replacing("Bearer ", with: ""))
      }
    },
    Fault("basic authorization", ["API-HDR-AUTH-01"]) {
      $0.header("Authorization", "Basic b3JjaGFyZDp0djE=", of: "authorize")
    },
    Fault("a token that nobody issued", ["API-HDR-AUTH-01"]) {
      $0.header("Authorization", "Bearer nobody", of: "authorize")
    },
    Fault("identifier without fingerprint", ["API-HDR-DEVID-01"]) {
      $0.header("AP-Device-Identifier", "OUY4NkQwODE=", of: "profile")
    },
    Fault("identifier not encoded", ["API-HDR-DEVID-01"]) {
      for name in Set($0.entries.map(\.name)).subtracting(["register", "token", "elsewhere"]) {
        $0.header("AP-Device-Identifier", "fingerprint 9F86D081-884C-4D65", of: name)
      }
    },
    Fault("a hash not encoded", ["API-HDR-DEVID-01"]) {
      for name in Set($0.entries.map(\.name)).subtracting(["register", "token", "elsewhere"]) {
        $0.header("AP-Device-Identifier", "fingerprint 9f86d081884c7d659a2feaa0c55ad015", of: name)
      }
    },
    Fault("device info not encoded", ["API-HDR-DEVINFO-01"]) {
      $0.header("X-Device-Info", #"{"model":"AppleTV"}"#, of: "profile")
    },
    Fault("device info of text", ["API-HDR-DEVINFO-01"]) {
      $0.header("X-Device-Info", Base64.encode("AppleTV"), of: "profile")
    },
    Fault("device info without a version", ["API-HDR-DEVINFO-01"]) {
      $0.header(
        "X-Device-Info",
        Base64.encode(
          #"{"model":"AppleTV","osName":"tvOS","osVersion":"17.0","connectionType":"LAN"}"#),
        of: "profile")
    },
    Fault("device info of another device", ["API-HDR-DEVINFO-02"]) {
      $0.header(
        "X-Device-Info",
        Base64.encode(
          #"{"model":"Server","version":"1","osName":"Linux","osVersion":"6","connectionType":"LAN"}"#
        ),
        of: "preauthorize")
    },
    Fault("another identifier in the middle", ["API-HDR-DEVID-02", "V2-B6-01"]) {
      $0.header("AP-Device-Identifier", "fingerprint b3RoZXI=", of: "authorize")
    },
    Fault("no address of the device", in: "server", ["API-HDR-FORWARDED-01"]) {
      $0.header("X-Forwarded-For", nil, of: "authorize 1")
    },
    Fault("no real address", in: "server", ["API-HDR-FORWARDED-01"]) {
      $0.header("X-Forwarded-For", "unknown", of: "authorize 1")
    },
    Fault("an invented parameter", ["API-HDR-FOLLOW-01"]) {
      $0.url("/profiles", "/profiles?requestor=ORCHARD", of: "profiles")
    },
    Fault("an invented parameter of the configuration", ["API-HDR-FOLLOW-01"]) {
      $0.url("/configuration", "/configuration?platform=tvOS", of: "configuration")
    },
    Fault("an invented parameter of the logout", ["API-HDR-FOLLOW-01"]) {
      $0.url("?redirectUrl", "?force=true&redirectUrl", of: "logout")
    },
    Fault("an invented field", ["API-HDR-FOLLOW-01"]) {
      $0.form("platform", "tvOS", of: "partner-session")
    },
    Fault("an invented field of the partner profile", ["API-HDR-FOLLOW-01"]) {
      $0.form("RelayState", "x", of: "partner-profile")
    },
    Fault("an invented member", ["API-HDR-FOLLOW-01"]) {
      $0.body("{\"resources\"", "{\"deviceId\":\"1\",\"resources\"", of: "authorize")
    },
    Fault("an invented header", ["API-HDR-FOLLOW-01"]) {
      $0.header("AP-Device-Id", "1", of: "profiles")
    },
  ]

  private static let status: [Fault] = [
    Fault("status not encoded", ["API-HDR-PFS-01"]) {
      $0.header("AP-Partner-Framework-Status", Statuses.nobody, of: "profiles")
    },
    Fault("status without permission", ["API-HDR-PFS-02"]) {
      $0.status(#"{"frameworkProviderInfo":{}}"#, of: "profiles")
    },
    Fault("status without access status", ["API-HDR-PFS-03"]) {
      $0.status(#"{"frameworkPermissionInfo":{},"frameworkProviderInfo":{}}"#, of: "profiles")
    },
    Fault("access status as a number", ["API-HDR-PFS-03"]) {
      $0.status(
        #"{"frameworkPermissionInfo":{"accessStatus":2},"frameworkProviderInfo":{}}"#,
        of: "profiles")
    },
    Fault("error of permission as text", ["API-HDR-PFS-04"]) {
      $0.status(
        #"{"frameworkPermissionInfo":{"accessStatus":"granted","error":"no"},"frameworkProviderInfo":{}}"#,
        of: "profiles")
    },
    Fault("status without provider", ["API-HDR-PFS-05"]) {
      $0.status(#"{"frameworkPermissionInfo":{"accessStatus":"granted"}}"#, of: "profiles")
    },
    Fault("provider as a number", ["API-HDR-PFS-06"]) {
      $0.status(
        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":7}}"#,
        of: "profiles")
    },
    Fault("date without provider", ["API-HDR-PFS-06"]) {
      $0.status(
        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"expirationDate":"1993456000000"}}"#,
        of: "profiles")
    },
    Fault("date as a number", ["API-HDR-PFS-07"]) {
      $0.status(
        Statuses.granted("tvp-harbor-2201").replacing("\"1993456000000\"", with: "1993456000000"),
        of: "partner-session")
    },
    Fault("date in seconds", ["API-HDR-PFS-07"]) {
      $0.status(
        Statuses.granted("tvp-harbor-2201").replacing("1993456000000", with: "1993456000"),
        of: "partner-session")
    },
    Fault("date left out", ["API-HDR-PFS-07"]) {
      $0.status(
        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"tvp-harbor-2201"}}"#,
        of: "authorize")
    },
    Fault("error of the provider as a list", ["API-HDR-PFS-08"]) {
      $0.status(
        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"error":[1]}}"#,
        of: "profiles")
    },
  ]

  private static let basic: [Fault] = [
    Fault("session by PUT", in: "basic", ["API-SESSIONS-01"]) { $0.method("PUT", of: "session") },
    Fault("session as JSON", in: "basic", ["API-SESSIONS-01"]) {
      $0.header("Content-Type", "application/json", of: "session")
    },
    Fault("session without identifier", in: "basic", ["API-SESSIONS-02", "API-HDR-DEVID-03"]) {
      $0.header("AP-Device-Identifier", nil, of: "session")
    },
    Fault("session without device info", in: "basic", ["API-SESSIONS-02", "API-HDR-DEVINFO-02"]) {
      $0.header("X-Device-Info", nil, of: "session")
    },
    Fault("session without domain", in: "basic", ["API-SESSIONS-12"]) {
      $0.form("domainName", nil, of: "session")
    },
    Fault("redirect URL of a session encoded twice", in: "basic", ["API-SESSIONS-01"]) {
      $0.form("redirectUrl", "https%3A%2F%2Forchard.example", of: "session")
    },
    Fault("login without what is missing", in: "resumed", ["API-SESSIONS-01"]) {
      $0.drop("resume")
    },
    Fault("resume without parameters", in: "resumed", ["API-SESSIONS-RESUME-01"]) {
      $0.change("resume") { $0.text = "" }
    },
    Fault("resume as JSON", in: "resumed", ["API-SESSIONS-RESUME-01"]) {
      $0.header("Content-Type", "application/json", of: "resume")
    },
    Fault("resume without token", in: "resumed", ["API-SESSIONS-RESUME-02", "API-HDR-AUTH-01"]) {
      $0.header("Authorization", nil, of: "resume")
    },
    Fault("resume by PUT", in: "resumed", ["API-SESSIONS-RESUME-01"]) {
      $0.method("PUT", of: "resume")
    },
    Fault("session read by DELETE", in: "second screen", ["API-SESSIONS-GET-01"]) {
      $0.method("DELETE", of: "session-information")
    },
    Fault("session read with the words swapped", in: "second screen", ["API-SESSIONS-GET-01"]) {
      $0.url("/api/v2/ORCHARD/sessions/", "/api/v2/sessions/ORCHARD/", of: "session-information")
    },
    Fault("login by POST", in: "basic", ["API-AUTHENTICATE-01"]) {
      $0.method("POST", of: "authenticate")
    },
    Fault("login after the end", in: "basic", ["API-AUTHENTICATE-01", "API-PROFILES-CODE-05"]) {
      $0.delay(from: "authenticate", by: .seconds(7200))
    },
    Fault("profile of a code by POST", in: "basic", ["API-PROFILES-CODE-01"]) {
      $0.method("POST", of: "code-profile")
    },
    Fault(
      "profile of a code without token", in: "basic", ["API-PROFILES-CODE-01", "API-HDR-AUTH-01"]
    ) {
      $0.header("Authorization", nil, of: "code-profile")
    },
    Fault("polls without a pause", in: "second screen", ["API-PROFILES-CODE-05"]) {
      $0.again("code-profile", after: 400, as: "code-profile again")
    },
    Fault("polls on", in: "second screen", ["API-PROFILES-CODE-05"]) {
      $0.again("code-profile 3", after: 5_000, as: "code-profile again")
    },
    Fault("polls after the end", in: "second screen", ["API-PROFILES-CODE-05"]) {
      $0.delay(from: "code-profile 3", by: .seconds(7200))
    },
    Fault("polls after the service said it is over", in: "second screen", ["API-PROFILES-CODE-05"])
    {
      $0.answer(
        "code-profile", 400,
        #"{"action":"none","status":400,"code":"invalid_authentication_session","message":"m"}"#)
    },
    Fault("polls for an old code", in: "second screen", ["API-PROFILES-CODE-05"]) {
      $0.again("session", after: 5_000, as: "session again") { exchange in
        exchange.text = "domainName=orchard.example"
        exchange.response?.body = .bytes(Array(Statuses.newCode.utf8))
      }
      $0.drop("authenticate", "login page")
    },
  ]

  private static let errors: [Fault] = [
    Fault("does not wait after 429", in: "throttled", ["API-THROTTLE-03"]) {
      $0.change("preauthorize repeated") { $0.startedAt = $0.startedAt - .milliseconds(1000) }
    },
    Fault("repeats a denial", ["API-ERRORS-07"]) {
      $0.answer("authorize", 200, Statuses.denial)
      $0.again("authorize", after: 1_000, as: "authorize again")
    },
    Fault("repeats more than what failed", ["API-ERRORS-07"]) {
      $0.answer("preauthorize", 200, Statuses.partlyFailed)
      $0.again("preauthorize", after: 400, as: "preauthorize again")
    },
    Fault("repeats a refused call", ["API-ERRORS-07"]) {
      $0.answer(
        "configuration", 400,
        #"{"action":"none","status":400,"code":"invalid_parameter_service_provider","message":"m"}"#
      )
      $0.again("configuration", after: 1_000, as: "configuration again")
    },
    Fault("repeats a call with a refused status", ["API-ERRORS-07"]) {
      $0.answer(
        "profile", 400,
        #"{"action":"none","status":400,"code":"invalid_header_pfs_provider_info_expired","message":"m"}"#
      )
      $0.again("profile", after: 300, as: "profile again")
    },
    Fault("loops", ["API-CHECKLIST-04"]) {
      for number in 1...5 {
        $0.again("authorize", after: number * 6_000, as: "authorize \(number)")
      }
    },
    Fault("http", ["API-HTTPS-01"]) { $0.url("https://", "http://", of: "preauthorize") },
    Fault("V1 in the middle", ["API-CHECKLIST-07"]) {
      $0.again("profile", after: 200, as: "v1") {
        $0.request.url = "\(RightApplication.origin)/api/v1/checkauthn?deviceId=1&requestor=ORCHARD"
        $0.header("AP-Device-Identifier", nil)
      }
    },
    Fault("media token without a permit", ["API-AUTHORIZE-24", "API-CHECKLIST-07"]) {
      $0.again("profile", after: 200, as: "v1") {
        $0.request.url = "\(RightApplication.origin)/api/v1/tokens/media?resource=x&deviceId=1"
        $0.header("AP-Device-Identifier", nil)
      }
    },
    Fault("decision of nobody", ["V2-D7-02"]) {
      $0.url("/ORCHARD/decisions", "/decisions", of: "authorize")
    },
  ]
}

/// What the framework says, and some answers.
enum Statuses {
  static let denied = RightApplication.denied
  static let nobody = RightApplication.nobody
  static let expired =
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"tvp-harbor-2201","expirationDate":"1763000000000"}}"#
  static func granted(_ provider: String) -> String {
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"\#(provider)","expirationDate":"1993456000000"}}"#
  }
  static func error(_ code: String) -> String {
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"error":{"code":"\#(code)","message":"m"}}}"#
  }
  static let twoProfiles =
    #"{"profiles":{"A":{"type":"regular","notAfter":1893456000000},"B":{"type":"regular","notAfter":1893456000000}}}"#
  static let authenticate =
    #"{"actionName":"authenticate","actionType":"interactive","reasonType":"pfs_fallback","url":"/api/v2/authenticate/ORCHARD/ABCDEFG","code":"ABCDEFG","sessionId":"s","serviceProvider":"ORCHARD","mvpd":"Harbor","notBefore":"1764000000000","notAfter":"1764001800000"}"#
  static let newCode =
    #"{"actionName":"resume","actionType":"direct","reasonType":"none","code":"NEWCODE","sessionId":"s","serviceProvider":"ORCHARD","notBefore":"1764000000000","notAfter":"1764001800000","missingParameters":["mvpd","redirectUrl"]}"#
  static let denial =
    #"{"decisions":[{"resource":"orchard-live","serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":false,"error":{"action":"none","status":403,"code":"authorization_denied_by_mvpd","message":"m"}}]}"#
  static let partlyFailed =
    #"{"decisions":[{"resource":"orchard-live","serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":true},{"resource":"orchard-premium","serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":false,"error":{"action":"retry","status":403,"code":"network_received_error","message":"m"}}]}"#
}
