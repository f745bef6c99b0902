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

/// Faults of one edit, which is their name, too.
extension Fault {
  static func header(
    _ header: String, _ value: String?, of entry: String, in recording: String = "partner",
    _ requirements: [String]
  ) -> Fault {
    Fault("\(entry): header \(header) \(value ?? "-")", in: recording, requirements) {
      $0.header(header, value, of: entry)
    }
  }

  static func form(
    _ field: String, _ value: String?, of entry: String, in recording: String = "partner",
    _ requirements: [String]
  ) -> Fault {
    Fault("\(entry): field \(field) \(value ?? "-")", in: recording, requirements) {
      $0.form(field, value, of: entry)
    }
  }

  static func url(
    _ old: String, _ new: String, of entry: String, in recording: String = "partner",
    _ requirements: [String]
  ) -> Fault {
    Fault("\(entry): URL \(old) → \(new)", in: recording, requirements) {
      $0.url(old, new, of: entry)
    }
  }

  static func body(
    _ old: String, _ new: String, of entry: String, in recording: String = "partner",
    _ requirements: [String]
  ) -> Fault {
    Fault("\(entry): body \(old) → \(new)", in: recording, requirements) {
      $0.body(old, new, of: entry)
    }
  }

  static func method(
    _ method: String, of entry: String, in recording: String = "partner", _ requirements: [String]
  ) -> Fault {
    Fault("\(entry) by \(method)", in: recording, requirements) { $0.method(method, of: entry) }
  }

  static func status(
    _ json: String, of entry: String, in recording: String = "partner", _ requirements: [String]
  ) -> Fault {
    Fault("\(entry): status \(json)", in: recording, requirements) { $0.status(json, of: entry) }
  }

  static func again(
    _ entry: String, after milliseconds: Int, as copy: String, in recording: String = "partner",
    _ requirements: [String]
  ) -> Fault {
    Fault("\(entry) again", in: recording, requirements) {
      $0.again(entry, after: milliseconds, as: copy)
    }
  }

  static func answer(
    _ entry: String, _ status: Int, _ json: String? = nil, in recording: String = "partner",
    breaks requirements: [String]
  ) -> Fault {
    Fault("\(entry) answered \(status)", in: recording, requirements) {
      $0.answer(entry, status, json)
    }
  }

  static func drop(
    _ entries: String..., in recording: String = "partner", breaks requirements: [String]
  ) -> Fault {
    Fault("no \(entries.joined(separator: ", "))", in: recording, requirements) {
      for entry in entries { $0.drop(entry) }
    }
  }
}

enum Faults {
  static let all =
    registration + check + configuration + partnerSession + partnerProfile + decisions + logout
    + headers + status + basic + errors

  private static let registration: [Fault] = [
    .method("PUT", of: "register", ["API-DCR-REGISTER-01"]),
    .body(
      "software_statement", "softwareStatement", of: "register",
      ["V2-A1-02", "API-DCR-REGISTER-02"]),
    Fault("empty statement", ["V2-A1-02", "API-DCR-REGISTER-02"]) {
      $0.change("register") { $0.text = #"{"software_statement": ""}"# }
    },
    Fault("statement in Base64", ["API-DCR-REGISTER-02"]) {
      $0.change("register") { $0.text = #"{"software_statement": "ZXlKaGJHY2lPaUp1YjI1bEluMA=="}"# }
    },
    Fault("form instead of JSON", ["API-DCR-REGISTER-01"]) {
      $0.change("register") { $0.text = "software_statement=eyJhbGciOiJub25lIn0.e30.x" }
    }, .header("Content-Type", nil, of: "register", ["V2-A1-03", "API-DCR-REGISTER-04"]),
    .header("Content-Type", "text/plain", of: "register", ["API-DCR-REGISTER-04"]),
    .header("X-Device-Info", nil, of: "register", ["V2-A1-03", "API-DCR-REGISTER-05"]),
    .header("Accept", "text/html", of: "register", ["API-DCR-REGISTER-06"]),
    Fault("registers again", in: "restarted", ["V2-A2-04", "API-DCR-REGISTER-19"]) {
      $0.again("register", after: 3_500_000, as: "register again") { exchange in
        exchange.response?.body = .bytes(Array(#"{"client_id":"other","client_secret":"o"}"#.utf8))
      }
    }, .method("GET", of: "token", ["API-DCR-TOKEN-01"]),
    .header("Content-Type", "application/json", of: "token", ["API-DCR-TOKEN-01"]),
    .header("Content-Type", nil, of: "token", ["V2-A3-03", "API-DCR-TOKEN-01"]),
    .form("client_id", nil, of: "token", ["V2-A3-02", "API-DCR-TOKEN-02"]),
    .form("client_secret", nil, of: "token", ["V2-A3-02", "API-DCR-TOKEN-02"]),
    .form("grant_type", nil, of: "token", ["V2-A3-02", "API-DCR-TOKEN-03"]),
    .form("grant_type", "password", of: "token", ["API-DCR-TOKEN-03"]),
    .form("client_secret", "other", of: "token", ["API-DCR-TOKEN-02"]),
    .form("client_id", "other", of: "token", ["API-DCR-TOKEN-02"]),
    .header("X-Device-Info", nil, of: "token", ["V2-A3-03"]),
    .header("Accept", "application/xml", of: "token", ["API-DCR-TOKEN-04"]),
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
    .again(
      "profiles refused", after: 300, as: "profiles repeated", in: "renewal after 401",
      ["API-DCR-TOKEN-16", "V2-A4-04", "V2-A4-05"]),
    Fault("going on after 401", ["API-DCR-TOKEN-16"]) {
      $0.answer("profile", 401, "{}")
      $0.delay(from: "preauthorize", by: .seconds(6))
    },
  ]

  private static let check: [Fault] = [
    .method("POST", of: "profiles", ["API-PROFILES-01"]),
    .method("POST", of: "profile", ["API-PROFILES-MVPD-01"]),
    .url("/api/v2/ORCHARD/", "/api/v2/", of: "profiles", ["V2-B3-04"]),
    .url("/ORCHARD/", "/null/", of: "profiles", ["V2-B3-04"]),
    .url("/Harbor", "/undefined", of: "profile", ["V2-B3-08"]),
    .header(
      "Authorization", nil, of: "profiles", ["V2-B3-05", "API-PROFILES-02", "API-HDR-AUTH-01"]),
    .header(
      "AP-Device-Identifier", nil, of: "profiles",
      ["V2-B3-05", "API-PROFILES-02", "API-HDR-DEVID-03"]),
    .header("X-Device-Info", nil, of: "profiles", ["API-PROFILES-02", "API-HDR-DEVINFO-02"]),
    .header(
      "Authorization", nil, of: "profile", ["V2-B3-05", "API-PROFILES-MVPD-02", "API-HDR-AUTH-01"]),
    .header("X-Device-Info", nil, of: "profile", ["API-PROFILES-MVPD-02", "API-HDR-DEVINFO-02"]),
    .header("AP-Partner-Framework-Status", nil, of: "profile", ["V2-B3-05", "API-HDR-PFS-09"]),
    .status(Statuses.expired, of: "profile", ["V2-B3-07", "V2-B2-03", "V2-B1-12"]),
    .drop("profiles", breaks: ["V2-B3-01", "V2-B3-02"]),
    .drop("profiles", in: "basic", breaks: ["V2-B3-01", "V2-B3-02"]),
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
    }, .url("/Harbor", "/tvp-harbor-2201", of: "profile", ["V2-B1-14"]),
    .form("mvpd", "tvp-quarry-2204", of: "session", in: "basic", ["V2-B1-14"]),
    .url("/Harbor", "/tvp-harbor-2201", of: "authorize", ["V2-B1-14", "V2-B5-01"]),
    .again(
      "partner-session", after: 3_600_000, as: "partner-session again", in: "restarted",
      ["V2-B5-01"]),
    Fault("decides with another profile", ["V2-B5-01"]) {
      $0.url("/Harbor", "/Lantern", of: "authorize")
      $0.header("AP-Partner-Framework-Status", nil, of: "authorize")
    }, .drop("partner-session", "partner-profile", "profile", breaks: ["V2-B6-01"]),
    .answer(
      "profiles again", 200, Statuses.twoProfiles, in: "signed in again",
      breaks: ["API-MULTIPROFILE-01"]),
  ]

  private static let configuration: [Fault] = [
    .method("POST", of: "configuration", ["API-CONFIGURATION-01"]),
    .drop("configuration", breaks: ["V2-C1-01"]),
    .url("/api/v2/ORCHARD/", "/api/v2/", of: "configuration", ["V2-C1-02", "V2-C1-01"]),
    .header(
      "Authorization", nil, of: "configuration",
      ["V2-C1-03", "API-CONFIGURATION-02", "API-HDR-AUTH-01"]),
    .header("AP-Device-Identifier", nil, of: "configuration", ["V2-C1-03", "API-HDR-DEVID-03"]),
    .header("X-Device-Info", nil, of: "configuration", ["V2-C1-03", "API-HDR-DEVINFO-02"]),
    Fault("configuration though authenticated", ["API-CONFIGURATION-04"]) {
      $0.again("configuration", after: 24_800, as: "configuration again")
      $0.delay(from: "preauthorize", by: .seconds(300))
      $0.delay(from: "configuration again", by: .seconds(200))
    }, .again("configuration", after: 5_000, as: "configuration again", ["API-CONFIGURATION-05"]),
    .status(
      Statuses.granted("tvp-elsewhere"), of: "partner-session",
      ["V2-C3-12", "V2-C3-19", "V2-C4-02", "V2-C11-02", "V2-C10-12"]),
    .status(
      Statuses.granted("Harbor"), of: "partner-session",
      ["API-HDR-PFS-06", "V2-C11-02", "V2-C10-12"]),
    .form("mvpd", "Elsewhere", of: "session", in: "basic", ["V2-C3-19"]),
  ]

  private static let partnerSession: [Fault] = [
    .method("PUT", of: "partner-session", ["API-SESSIONS-SSO-01"]),
    .header("Content-Type", "application/json", of: "partner-session", ["API-SESSIONS-SSO-01"]),
    .url("/Apple", "/Google", of: "partner-session", ["V2-C5-02"]),
    .url("/sso/Apple", "/sso", of: "partner-session", ["V2-C5-02"]),
    .header("X-Device-Info", nil, of: "partner-session", ["V2-C5-03", "API-HDR-DEVINFO-02"]),
    .header("Content-Type", nil, of: "partner-session", ["V2-C5-03", "API-SESSIONS-SSO-01"]),
    .header(
      "AP-Partner-Framework-Status", nil, of: "partner-session",
      ["V2-C5-03", "API-HDR-PFS-09", "V2-C5-05"]),
    .form("domainName", nil, of: "partner-session", ["API-SESSIONS-SSO-02"]),
    .form("redirectUrl", nil, of: "partner-session", ["API-SESSIONS-SSO-03"]),
    .form(
      "redirectUrl", "https%3A%2F%2Forchard.example", of: "partner-session", ["API-SESSIONS-SSO-03"]
    ), .form("mvpd", "Harbor", of: "partner-session", ["API-SESSIONS-SSO-04"]),
    .status(Statuses.denied, of: "partner-session", ["V2-C5-05", "V2-C4-01", "V2-C3-16"]),
    .status(
      Statuses.nobody, of: "partner-session",
      ["V2-C5-05", "V2-C4-02", "V2-C3-15", "API-HDR-PFS-06"]),
    .status(Statuses.expired, of: "partner-session", ["V2-C5-05", "V2-C4-03", "V2-C3-18"]),
    .status(Statuses.error("1"), of: "partner-session", ["V2-C3-14"]),
    .status(Statuses.error("2"), of: "partner-session", ["V2-C3-15"]),
    .again(
      "partner-session", after: 500, as: "partner-session again", in: "degraded", ["V2-C7-02"]),
    .answer("partner-session", 200, Statuses.authenticate, breaks: ["V2-C8-02"]),
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
    .method("PUT", of: "partner-profile", ["API-PROFILES-SSO-01"]),
    .url("/Apple", "/Google", of: "partner-profile", ["V2-C12-02"]),
    .header("X-Device-Info", nil, of: "partner-profile", ["V2-C12-03", "API-HDR-DEVINFO-02"]),
    .header(
      "AP-Partner-Framework-Status", nil, of: "partner-profile",
      ["V2-C12-03", "API-HDR-PFS-09", "V2-C12-05"]),
    .form(
      "SAMLResponse", "", of: "partner-profile",
      ["V2-C12-02", "API-PROFILES-SSO-02", "V2-C10-16", "V2-C11-04"]),
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
    .form(
      "SAMLResponse", #"<samlp:Response ID="_1" Version="2.0"/>"#, of: "partner-profile",
      ["API-PROFILES-SSO-02", "V2-C10-13"]),
    .form(
      "SAMLResponse", Base64.encode("response"), of: "partner-profile", ["V2-C12-05", "V2-C11-04"]),
    Fault("response with line breaks", ["V2-C10-13"]) {
      $0.saml { $0.replacing("><", with: ">\n<") }
    },
    Fault("response with runs of blanks", ["V2-C10-13"]) {
      $0.saml { $0.replacing(" ID=", with: "   ID=") }
    },
    Fault("response to an earlier request", ["V2-C10-09", "V2-C12-05", "V2-C11-04"]) {
      $0.saml { $0.replacing("InResponseTo=\"", with: "InResponseTo=\"_old") }
    },
    .again("partner-profile", after: 25_000, as: "partner-profile again", ["API-PROFILES-SSO-03"]),
    .status(Statuses.denied, of: "partner-profile", ["V2-C12-05", "V2-C11-01", "V2-C10-17"]),
    .status(Statuses.nobody, of: "partner-profile", ["V2-C12-05", "V2-C11-02", "API-HDR-PFS-06"]),
    .status(Statuses.expired, of: "partner-profile", ["V2-C12-05", "V2-C11-03"]),
    .status(
      Statuses.granted("tvp-lantern-2202"), of: "partner-profile", ["V2-C11-02", "V2-C10-12"]),
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
    } + [.again("preauthorize", after: 40_000, as: "preauthorize again", ["API-PREAUTHORIZE-06"])]

  private static let logout: [Fault] = [
    .method("DELETE", of: "logout", ["API-LOGOUT-01"]),
    .url("/api/v2/ORCHARD/logout/", "/api/v2/logout/ORCHARD/", of: "logout", ["API-LOGOUT-01"]),
    .url(
      "?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in", "", of: "logout",
      ["V2-E1-02", "API-LOGOUT-01"]), .url("%3A", "%253A", of: "logout", ["API-LOGOUT-01"]),
    .url("/Harbor", "", of: "logout", ["V2-E1-02"]),
    .header("AP-Device-Identifier", nil, of: "logout", ["V2-E1-03", "API-HDR-DEVID-03"]),
    .header("X-Device-Info", nil, of: "logout", ["API-LOGOUT-02", "API-HDR-DEVINFO-02"]),
    .status(Statuses.granted("tvp-harbor-2201"), of: "logout", ["API-LOGOUT-03"]),
    .url("/Harbor", "/Lantern", of: "logout", ["V2-E1-02"]),
    Fault("logout after a denial", ["API-LOGOUT-05"]) {
      $0.answer("authorize archive", 200, Statuses.denial)
      let time = $0.time(of: "authorize archive") + .seconds(1)
      $0.change("logout") { $0.startedAt = time }
    }, .drop("logout page", in: "basic", breaks: ["API-LOGOUT-19"]),
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
    }, .header("Authorization", "Basic b3JjaGFyZDp0djE=", of: "authorize", ["API-HDR-AUTH-01"]),
    .header("Authorization", "Bearer nobody", of: "authorize", ["API-HDR-AUTH-01"]),
    .header("AP-Device-Identifier", "OUY4NkQwODE=", of: "profile", ["API-HDR-DEVID-01"]),
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
    }, .header("X-Device-Info", Base64.encode("AppleTV"), of: "profile", ["API-HDR-DEVINFO-01"]),
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
        ), of: "preauthorize")
    },
    .header(
      "AP-Device-Identifier", "fingerprint b3RoZXI=", of: "authorize",
      ["API-HDR-DEVID-02", "V2-B6-01"]),
    .header("X-Forwarded-For", nil, of: "authorize 1", in: "server", ["API-HDR-FORWARDED-01"]),
    .header(
      "X-Forwarded-For", "unknown", of: "authorize 1", in: "server", ["API-HDR-FORWARDED-01"]),
    .url("/profiles", "/profiles?requestor=ORCHARD", of: "profiles", ["API-HDR-FOLLOW-01"]),
    .url(
      "/configuration", "/configuration?platform=tvOS", of: "configuration", ["API-HDR-FOLLOW-01"]),
    .url("?redirectUrl", "?force=true&redirectUrl", of: "logout", ["API-HDR-FOLLOW-01"]),
    .form("platform", "tvOS", of: "partner-session", ["API-HDR-FOLLOW-01"]),
    .form("RelayState", "x", of: "partner-profile", ["API-HDR-FOLLOW-01"]),
    Fault("an invented member", ["API-HDR-FOLLOW-01"]) {
      $0.body("{\"resources\"", "{\"deviceId\":\"1\",\"resources\"", of: "authorize")
    }, .header("AP-Device-Id", "1", of: "profiles", ["API-HDR-FOLLOW-01"]),
  ]

  private static let status: [Fault] = [
    .header("AP-Partner-Framework-Status", Statuses.nobody, of: "profiles", ["API-HDR-PFS-01"]),
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
    .status(
      Statuses.granted("tvp-harbor-2201").replacing("\"1993456000000\"", with: "1993456000000"),
      of: "partner-session", ["API-HDR-PFS-07"]),
    .status(
      Statuses.granted("tvp-harbor-2201").replacing("1993456000000", with: "1993456000"),
      of: "partner-session", ["API-HDR-PFS-07"]),
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
    .method("PUT", of: "session", in: "basic", ["API-SESSIONS-01"]),
    .header("Content-Type", "application/json", of: "session", in: "basic", ["API-SESSIONS-01"]),
    .header(
      "AP-Device-Identifier", nil, of: "session", in: "basic",
      ["API-SESSIONS-02", "API-HDR-DEVID-03"]),
    .header(
      "X-Device-Info", nil, of: "session", in: "basic", ["API-SESSIONS-02", "API-HDR-DEVINFO-02"]),
    .form("domainName", nil, of: "session", in: "basic", ["API-SESSIONS-12"]),
    .form(
      "redirectUrl", "https%3A%2F%2Forchard.example", of: "session", in: "basic",
      ["API-SESSIONS-01"]), .drop("resume", in: "resumed", breaks: ["API-SESSIONS-01"]),
    Fault("resume without parameters", in: "resumed", ["API-SESSIONS-RESUME-01"]) {
      $0.change("resume") { $0.text = "" }
    },
    .header(
      "Content-Type", "application/json", of: "resume", in: "resumed", ["API-SESSIONS-RESUME-01"]),
    .header(
      "Authorization", nil, of: "resume", in: "resumed",
      ["API-SESSIONS-RESUME-02", "API-HDR-AUTH-01"]),
    .method("PUT", of: "resume", in: "resumed", ["API-SESSIONS-RESUME-01"]),
    .method("DELETE", of: "session-information", in: "second screen", ["API-SESSIONS-GET-01"]),
    .url(
      "/api/v2/ORCHARD/sessions/", "/api/v2/sessions/ORCHARD/", of: "session-information",
      in: "second screen", ["API-SESSIONS-GET-01"]),
    .method("POST", of: "authenticate", in: "basic", ["API-AUTHENTICATE-01"]),
    Fault("login after the end", in: "basic", ["API-AUTHENTICATE-01", "API-PROFILES-CODE-05"]) {
      $0.delay(from: "authenticate", by: .seconds(7200))
    }, .method("POST", of: "code-profile", in: "basic", ["API-PROFILES-CODE-01"]),
    .header(
      "Authorization", nil, of: "code-profile", in: "basic",
      ["API-PROFILES-CODE-01", "API-HDR-AUTH-01"]),
    .again(
      "code-profile", after: 400, as: "code-profile again", in: "second screen",
      ["API-PROFILES-CODE-05"]),
    .again(
      "code-profile 3", after: 5_000, as: "code-profile again", in: "second screen",
      ["API-PROFILES-CODE-05"]),
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
    .url("https://", "http://", of: "preauthorize", ["API-HTTPS-01"]),
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
    }, .url("/ORCHARD/decisions", "/decisions", of: "authorize", ["V2-D7-02"]),
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
