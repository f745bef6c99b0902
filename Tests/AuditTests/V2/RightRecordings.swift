// SPDX-License-Identifier: Apache-2.0
// Recordings of right applications, of many kinds.

import Audit
import Formats
import HTTP
import Text

/// Recordings in which no requirement is broken.
enum RightRecordings {
  static let all: [(name: String, recording: Recording)] = [
    ("partner", partner), ("basic", basic), ("second screen", secondScreen),
    ("without permission", withoutPermission), ("restarted", restarted), ("renewal", renewal),
    ("renewal after 401", renewalAfterRefusal), ("server", server), ("degraded", degraded),
    ("temporary", temporary), ("throttled", throttled), ("interrupted", interrupted),
    ("from V1", fromV1), ("signed in again", signedInAgain), ("begun in the middle", middle),
    ("begun at the decisions", partner.from("preauthorize")), ("browser", browser),
    ("signed in at the picker", signedInAtPicker), ("in other words", inOtherWords),
    ("refused once", refusedOnce), ("resumed", resumed), ("the same token", sameToken),
    ("signed out in Settings", signedOutInSettings), ("without a profile", withoutProfile),
    ("a second device", secondDevice), ("signed in after the check", signedInAfterCheck),
    ("temporary or degraded at once", withoutSession), ("not polled", notPolled),
    ("looked up meanwhile", lookedUp),
    ("expired", expired), ("another MVPD", anotherMVPD), ("an MVPD kept", keptMVPD),
    ("an id in other letters", inOtherLetters), ("a platform with other MVPDs", otherPlatform),
    ("to and fro between channels", zapping), ("staging and production", twoHosts),
  ]

  /// What an application sends that registers, makes these calls and goes on for ten minutes.
  static func record(
    from address: String? = nil, _ calls: (inout RightApplication) -> Void
  ) -> Recording {
    var app = RightApplication()
    app.forwardedFor = address
    app.register()
    calls(&app)
    app.wait(.seconds(600))
    return app.recording.ending(at: app.now)
  }

  /// The whole cookbook: check, picker, partner session, partner profile, decisions, logout.
  static let partner = record { app in
    app.begin()
    app.play()
    app.wait(.seconds(30))
    app.get("logout", "logout/Harbor?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in")
  }

  /// A service gives the same token again, with a new life.
  static let sameToken = renewal.edited { recording in
    let token = recording.answered("access_token", by: "token")
    let second = recording.answered("access_token", by: "second token")
    recording.change("second token") { $0.replaceInAnswer(second, with: token) }
    for name in Set(recording.entries.map(\.name)) {
      recording.change(name) { exchange in
        if exchange.request.headers?["Authorization"] == "Bearer \(second)" {
          exchange.header("Authorization", "Bearer \(token)")
        }
      }
    }
  }

  /// At the check nobody is signed in at the framework yet, so that there is no status to send.
  static let signedInAtPicker = partner.edited { recording in
    recording.header("AP-Partner-Framework-Status", nil, of: "profiles")
  }

  /// An application that knows nothing of a framework.
  static let basic = record { app in
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    app.wait(.seconds(20))
    app.signInAtMVPD("Quarry")
    app.decide("preauthorize", "preauthorize", "Quarry", ["orchard-live"], status: false)
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
    app.wait(.seconds(60))
    let answer = app.get(
      "logout", "logout/Quarry?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in")
    let page = answer["logouts"]?["Quarry"]?["url"]?.string ?? ""
    app.visit("logout page", page)
  }

  /// A television shows a code, and a telephone provides what is missing.
  static let secondScreen = record { app in
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    let session = app.post("session", "sessions", [])
    let code = session["code"]?.string ?? ""
    app.get("code-profile", "profiles/code/\(code)")
    app.wait(.seconds(3))
    app.onTelephone { phone in
      phone.get("session-information", "sessions/\(code)")
      phone.get("phone configuration", "configuration")
      phone.post("resume", "sessions/\(code)", RightApplication.parameters + [("mvpd", "Quarry")])
    }
    app.get("code-profile 2", "profiles/code/\(code)")
    app.login("/api/v2/authenticate/ORCHARD/\(code)")
    app.wait(.seconds(3))
    app.get("code-profile 3", "profiles/code/\(code)")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
  }

  /// The application sends that permission was refused, and signs in by itself.
  static let withoutPermission = record { app in
    app.status = RightApplication.denied
    app.get("profiles", "profiles", status: true)
    app.get("configuration", "configuration")
    app.signInAtMVPD("Harbor")
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"], status: false)
  }

  static let restarted = record { app in
    app.begin()
    app.play()
    app.wait(.seconds(3600))
    app.get("profiles again", "profiles", status: true)
    app.decide("preauthorize again", "preauthorize", "Harbor", ["orchard-live", "orchard-premium"])
    app.decide("authorize again", "authorize", "Harbor", ["orchard-live"])
  }

  /// The application looks at the time, and renews the token before it is over.
  static let renewal = record { app in
    app.begin()
    app.wait(.seconds(24 * 3600))
    app.getToken("second token")
    app.get("profiles again", "profiles", status: true)
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
  }

  /// The application learns by a 401 that the token is over.
  static let renewalAfterRefusal = record { app in
    app.begin()
    app.wait(.seconds(6 * 3600 + 60))
    app.get("profiles refused", "profiles", status: true)
    app.getToken("second token")
    app.get("profiles again", "profiles", status: true)
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
  }

  /// A server calls for two devices of one model, with one token.
  static let server = record(from: "203.0.113.7") { app in
    for (index, device) in ["living-room", "kitchen-0"].enumerated() {
      app.device = device
      app.forwardedFor = "203.0.113.\(7 + index)"
      app.status = RightApplication.nobody
      app.get("profiles \(index)", "profiles", status: true)
      app.signInWithPartner(suffix: " \(index)", fetches: index == 0)
      app.decide("authorize \(index)", "authorize", "Harbor", ["orchard-live"])
    }
  }

  /// The service stands in for the MVPD.
  static let degraded = record { app in
    // Before the picker the framework said nothing.
    app.get("profiles", "profiles")
    app.status = app.signedIn("tvp-driftwood-2207")
    app.get("configuration", "configuration")
    app.post("partner-session", "sessions/sso/Apple", RightApplication.parameters, status: true)
    app.decide("preauthorize", "preauthorize", "Driftwood", ["orchard-live"], status: false)
    app.decide("authorize", "authorize", "Driftwood", ["orchard-live"], status: false)
  }

  /// A free hour without a user, and a login afterwards.
  static let temporary = record { app in
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    app.post("session", "sessions", RightApplication.parameters + [("mvpd", "FreeHour")])
    app.decide("authorize", "authorize", "FreeHour", ["orchard-live"], status: false)
    app.wait(.seconds(1200))
    app.signInAtMVPD("Quarry", suffix: " 2")
    app.decide("authorize 2", "authorize", "Quarry", ["orchard-live"], status: false)
  }

  /// Access that needs no profile needs no session either, and its end says nothing of a profile.
  static let withoutSession = record { app in
    app.get("profiles", "profiles")
    app.decide("authorize", "authorize", "FreeHour", ["orchard-live"], status: false)
    app.decide("preauthorize", "preauthorize", "Driftwood", ["orchard-live"], status: false)
    app.wait(.seconds(3600))
    app.decide("authorize 2", "authorize", "FreeHour", ["orchard-live"], status: false)
  }.edited {
    $0.answer(
      "authorize 2", 403,
      #"{"status":403,"code":"temporary_access_duration_limit_exceeded","action":"authentication"}"#
    )
  }

  /// The user agent came back, and the application asks for decisions. The user has a profile.
  static let notPolled = basic.edited { $0.drop("code-profile") }

  /// The television looks for profiles while its code is shown, and asks for a decision at the end. Of
  /// the telephone nothing is recorded.
  static let lookedUp = secondScreen.edited { recording in
    recording.again("profiles", after: 3600, as: "profiles again")
    recording.drop(
      "session-information", "phone configuration", "resume", "authenticate", "code-profile 2",
      "code-profile 3")
  }

  /// The application learns by a decision that the profile is over.
  static let expired = record { app in
    app.get("profiles", "profiles")
    app.signInAtMVPD("Quarry")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
    app.wait(.seconds(30))
    app.post("session 2", "sessions", RightApplication.parameters + [("mvpd", "Quarry")])
    app.decide("authorize 2", "authorize", "Quarry", ["orchard-live"], status: false)
  }.edited {
    $0.answer(
      "authorize", 403,
      #"{"status":403,"code":"authenticated_profile_expired","action":"authentication"}"#)
  }

  /// The user begins to sign in at a second MVPD, gives up, and signs out of it.
  static let anotherMVPD = record { app in
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    app.signInAtMVPD("Quarry")
    let session = app.post(
      "session 2", "sessions", RightApplication.parameters + [("mvpd", "Harbor")])
    app.get("code-profile 2", "profiles/code/\(session["code"]?.string ?? "")")
    app.get("profile", "profiles/Harbor")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
  }

  /// The MVPD is one from before the recording, and no configuration tells what its id is.
  static let keptMVPD = basic.edited { recording in
    recording.drop("configuration")
    recording.form("mvpd", "Elsewhere", of: "session")
  }

  /// No page says whether the case of an id counts.
  static let inOtherLetters = basic.edited { $0.form("mvpd", "QUARRY", of: "session") }

  /// The television's configuration lacks the MVPD that is selected on the telephone.
  static let otherPlatform = secondScreen.edited { recording in
    recording.drop("phone configuration")
    recording.header("AP-Device-Identifier", nil, of: "resume")
    recording.change("configuration") { $0.replaceInAnswer("Quarry", with: "Elsewhere") }
  }

  /// A call is refused with 429 and repeated after a second.
  static let throttled = partner.edited { recording in
    recording.delay(from: "authorize", by: .seconds(3))
    recording.again("preauthorize", after: 1400, as: "preauthorize repeated")
    recording.answer("preauthorize", 429, "<html>429 Too Many Requests</html>")
  }

  /// A call gets no answer, and is repeated.
  static let interrupted = partner.edited { recording in
    recording.again("partner-profile", after: 300, as: "partner-profile repeated")
    recording.change("partner-profile") { $0.response = nil }
    recording.again("authorize", after: 200, as: "authorize repeated")
    recording.change("authorize") { $0.response = nil }
  }

  /// The same device used V1 before.
  static let fromV1 = partner.edited { recording in
    guard let first = recording.entries.first?.exchange else { return }
    for (index, call) in ["checkauthn", "tokens/authn", "logout"].enumerated() {
      var exchange = first
      exchange.startedAt = first.startedAt - .seconds(60 - index)
      exchange.request = RecordedExchange.Request(
        method: "GET",
        url: "\(RightApplication.origin)/api/v1/\(call)?requestor=ORCHARD&deviceId=abc",
        headers: HeaderList([HeaderField("Authorization", "Bearer of-v1")]), body: .none)
      exchange.response?.body = .bytes([])
      recording.insert(Recording.Entry(name: "v1 \(index)", exchange: exchange))
    }
  }

  /// The user logs out and signs in once more.
  static let signedInAgain = record { app in
    app.begin()
    app.get("logout", "logout/Harbor?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in")
    app.status = RightApplication.nobody
    app.get("profiles again", "profiles", status: true)
    app.wait(.seconds(300))
    app.signInWithPartner(suffix: " 2")
    app.play(suffix: " 2")
  }

  /// The framework has nothing to say any more, until the user signs in there again.
  static let signedOutInSettings = record { app in
    app.begin()
    app.play()
    app.get("profiles again", "profiles")
    app.wait(.seconds(300))
    app.status = app.signedIn("tvp-harbor-2201")
    app.post("partner-session 2", "sessions/sso/Apple", RightApplication.parameters, status: true)
    app.play(suffix: " 2")
  }

  /// The service says that the profile is gone, which had a year to live.
  static let withoutProfile = record { app in
    app.begin()
    app.get("profile gone", "profiles/Harbor", status: true)
    app.post("partner-session 2", "sessions/sso/Apple", RightApplication.parameters, status: true)
    app.play(suffix: " 2")
  }.edited { $0.answer("profile gone", 200, #"{"profiles":{}}"#) }

  /// The recording ends before another device has made a call with its identifier.
  static let secondDevice = partner.edited { recording in
    var other = RightApplication(seed: 1)
    other.model = "AppleTV4K"
    other.wait(.seconds(60))
    other.register()
    for entry in other.recording.entries {
      var entry = entry
      entry.name = "other \(entry.name)"
      entry.exchange.header("User-Agent", "Orchard/4.2 (AppleTV14,1)")
      recording.insert(entry)
    }
  }

  /// Each decision permits, so none is a retry.
  static let zapping = partner.edited { recording in
    for number in 1...4 {
      recording.again("authorize", after: 6_000 * number, as: "authorize again \(number)")
    }
  }

  /// The application of a developer calls staging, and then production, on the same device.
  static let twoHosts = signedInAfterCheck.edited { recording in
    var other = RightApplication(seed: 1)
    other.wait(.seconds(300))
    other.register()
    other.begin()
    other.play()
    for entry in other.recording.entries {
      var entry = entry
      entry.name = "staging \(entry.name)"
      entry.exchange.request.url = entry.exchange.request.url.replacing(
        "api.auth.", with: "api.auth-staging.")
      recording.insert(entry)
    }
  }

  /// The user grants permission soon after the check.
  static let signedInAfterCheck = record { app in
    app.get("profiles", "profiles")
    app.wait(.seconds(8))
    app.status = app.signedIn("tvp-harbor-2201")
    app.get("profiles again", "profiles", status: true)
    app.signInWithPartner()
    app.play()
  }

  static let middle: Recording = partner.from("partner-profile")

  /// A browser leaves X-Device-Info out.
  static let browser = basic.edited { recording in
    for name in Set(recording.entries.map(\.name)) {
      recording.header("X-Device-Info", nil, of: name)
      recording.header(
        "User-Agent", "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Safari/605.1.15", of: name)
    }
    recording.again("profiles", after: -250, as: "preflight") { exchange in
      exchange.request = RecordedExchange.Request(
        method: "OPTIONS", url: exchange.request.url,
        headers: HeaderList([
          HeaderField("Origin", "https://tv.example"),
          HeaderField("Access-Control-Request-Method", "GET"),
        ]), body: .none)
      exchange.response?.body = .none
    }
  }

  /// The same, in other spellings that the documents and HTTP allow.
  static let inOtherWords = partner.edited { recording in
    recording.header(
      "Content-Type", "Application/JSON; Charset=UTF-8", of: "register", "preauthorize", "authorize"
    )
    recording.header(
      "Content-Type", "application/x-www-form-urlencoded; charset=utf-8", of: "token",
      "partner-session")
    recording.header(
      "Accept", "application/json, text/plain, */*", of: "token", "register", "profiles")
    recording.url("/configuration", "/configuration/", of: "configuration")
    recording.url("/sso/Apple", "/sso/apple", of: "partner-session")
    recording.url("https%3A%2F%2F", "https%3a%2f%2f", of: "logout")
    recording.header(
      "traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", of: "profiles")
    recording.header("X-Request-ID", "7", of: "profiles")
    recording.body("%3A", "%3a", of: "partner-session")
  }

  /// The status was refused; the application asks the framework again, and repeats the call.
  static let refusedOnce = partner.edited { recording in
    let status = recording.header("AP-Partner-Framework-Status", of: "profile")
    recording.header("AP-Partner-Framework-Status", Self.earlier(status), of: "partner-profile")
    recording.again("partner-profile", after: 1500, as: "partner-profile repeated") {
      $0.header("AP-Partner-Framework-Status", status)
    }
    recording.answer(
      "partner-profile", 400,
      #"{"action":"none","status":400,"code":"invalid_header_pfs_provider_info_expired","message":"m"}"#
    )
    recording.delay(from: "profile", by: .seconds(3))
  }

  /// A status whose date is another one.
  private static func earlier(_ status: String) -> String {
    let text = Base64.decode(status).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Base64.encode(text.replacing("expirationDate\":\"17", with: "expirationDate\":\"177"))
  }

  /// The service falls back and asks for the MVPD.
  static let resumed = record { app in
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    let session = app.post("session", "sessions", [])
    let code = session["code"]?.string ?? ""
    let next = app.post(
      "resume", "sessions/\(code)", RightApplication.parameters + [("mvpd", "Quarry")])
    app.login(next["url"]?.string ?? "")
    app.wait(.seconds(2))
    app.get("code-profile", "profiles/code/\(next["code"]?.string ?? code)")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
  }
}

extension RecordedExchange {
  mutating func replaceInAnswer(_ old: String, with new: String) {
    guard case .bytes(let bytes)? = response?.body else { return }
    let text = String(decoding: bytes, as: UTF8.self).replacing(old, with: new)
    response?.body = .bytes(Array(text.utf8))
  }
}

extension Recording {
  func edited(_ edits: (inout Recording) -> Void) -> Recording {
    var recording = self
    edits(&recording)
    return recording
  }

  /// The same with a call of another host at the end, which shows that the recording went on.
  func ending(at time: Timestamp) -> Recording {
    var recording = self
    recording.insert(
      Entry(
        name: "elsewhere",
        exchange: RecordedExchange(
          entry: EntryReference(recording: 0, index: 0), startedAt: time,
          request: RecordedExchange.Request(
            method: "GET", url: "https://cdn.example/image.png", headers: HeaderList([]),
            body: .none),
          response: RecordedExchange.Response(status: 200, headers: HeaderList([]), body: .none))))
    return recording
  }
}
