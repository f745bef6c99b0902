// SPDX-License-Identifier: Apache-2.0
// Recordings of right applications with the logs of what they asked the framework.

import Audit
import Formats
import HTTP
import Text

enum LoggedRecordings {
  static let all: [(name: String, recording: Recording)] = [
    ("asked", asked), ("asked once", askedOnce), ("asked in Settings", signedInInSettings),
    ("refused", refused), ("refused at first", refusedAtFirst), ("two questions", twoQuestions),
    ("cancelled", cancelled),
    (
      "unsupported",
      ending { $0.ask("picker", interrupting: true, error: 1, unsupported: "tvp-pinewood-2203") }
    ),
    ("nobody", ending { $0.ask("picker", interrupting: true) }),
    ("refused by the delegate", refusedByDelegate), ("without a response", withoutResponse),
    ("withdrawn", withdrawn), ("another provider", anotherProvider),
    ("two service providers", twoServices), ("asked again", askedAgain),
    ("no answer of the framework", noAnswer), ("with a refresh", withRefresh),
    ("without a date", withoutDate),
    ("asked, interrupted", interrupted), ("two devices", twoDevices),
    ("asked, renewed", renewed), ("configuration first", configurationFirst),
    ("status first in the sign-in", statusFirst), ("accepted at the second try", acceptedLater),
    ("by a clock that is a little ahead", askedOnce.edited { $0.ahead = 150 }),
    ("by a clock that is a little late", askedOnce.edited { $0.ahead = -150 }),
    ("cancelled, by a clock that is a little ahead", cancelled.edited { $0.ahead = 300 }),
    ("cancelled, by a clock that is a little late", cancelled.edited { $0.ahead = -300 }),
    ("by another clock", asked.edited { $0.ahead = -7_200_000 }),
    ("log of another device", anotherDevice),
    ("log begun in the middle", asked.edited { $0.beginLog(at: "configuration") }),
    ("asked, begun in the middle", asked.from("configuration")),
  ]

  /// The whole cookbook, with a question to the framework in each step that has one.
  static let asked = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.signInAsking()
    app.ask("query 2", provider: "tvp-harbor-2201")
    app.decide("preauthorize", "preauthorize", "Harbor", ["orchard-live", "orchard-premium"])
    app.ask("query 3", provider: "tvp-harbor-2201")
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
    app.wait(.seconds(600))
    app.decide("authorize archive", "authorize", "Harbor", ["orchard-archive"])
    app.wait(.seconds(30))
    app.get("logout", "logout/Harbor?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in")
  }

  /// Decisions with the status of before, and no interruption in the authentication request.
  static let askedOnce = RightRecordings.record { app in
    app.askPermission("permission", prompting: false)
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.signInAsking(interrupting: false)
    app.play()
  }

  /// The user signed in in Settings before.
  static let signedInInSettings = RightRecordings.record { app in
    app.askPermission()
    app.ask("query", provider: "tvp-harbor-2201")
    app.get("profiles", "profiles", status: true)
    app.signInAsking()
    app.play()
  }

  /// The user does not want it.
  static let refused = RightRecordings.record { app in
    app.askPermission("permission", "denied")
    app.get("profiles", "profiles", status: true)
    app.get("configuration", "configuration")
    app.signInAtMVPD("Harbor")
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"], status: false)
  }

  /// The user comes to want it in Settings, and the application is started again.
  static let refusedAtFirst = RightRecordings.record { app in
    app.askPermission("permission", "denied")
    app.get("profiles", "profiles", status: true)
    app.wait(.seconds(60))
    app.askPermission("permission 2")
    app.ask("query")
    app.get("profiles 2", "profiles", status: true)
    app.signInAsking()
    app.ask("query 2", provider: "tvp-harbor-2201")
    app.decide("preauthorize", "preauthorize", "Harbor", ["orchard-live", "orchard-premium"])
    app.ask("query 3", provider: "tvp-harbor-2201")
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
  }

  /// While the user is asked, another part of the application looks without asking.
  static let twoQuestions = RightRecordings.record { app in
    app.askPermission()
    app.askPermission("look", "notDetermined", prompting: false)
    app.wait(.seconds(9))
    app.askPermission("permission 2")
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.signInAsking()
    app.play()
  }.edited { recording in
    recording.change(call: "permission") { $0.apply("takes", "5000", "", nil) }
    recording.change(call: "permission 2") { $0.name = "" }
  }

  /// A picker that ends without a provider, and basic authentication.
  private static func ending(_ picker: (inout RightApplication) -> Void) -> Recording {
    RightRecordings.record { app in
      app.askPermission()
      app.ask("query")
      app.get("profiles", "profiles", status: true)
      app.get("configuration", "configuration")
      picker(&app)
      app.wait(.seconds(20))
      app.signInAtMVPD("Quarry")
      app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
    }
  }

  private static let cancelled = ending { $0.ask("picker", interrupting: true, error: 2) }

  /// Calls get no answer, or 429, and are repeated.
  private static let interrupted = asked.edited { recording in
    recording.again("partner-session", after: 20, as: "partner-session at first")
    recording.change("partner-session") { $0.startedAt = $0.startedAt + .milliseconds(120) }
    recording.change("partner-session at first") {
      $0.startedAt = $0.startedAt - .milliseconds(120)
      $0.response = nil
    }
    recording.again("partner-profile", after: 300, as: "partner-profile repeated")
    recording.change("partner-profile") { $0.response = nil }
    recording.again("profiles", after: 400, as: "profiles repeated")
    recording.answer("profiles", 429, "<html>429 Too Many Requests</html>")
    recording.change("profiles repeated") { $0.startedAt = $0.startedAt + .seconds(1) }
    recording.delay(from: "configuration", by: .seconds(2))
  }

  /// A server calls for two devices; the applications on them have one log.
  private static let twoDevices = RightRecordings.record(from: "203.0.113.7") { app in
    for (index, device) in ["living-room", "kitchen-0"].enumerated() {
      app.device = device
      app.forwardedFor = "203.0.113.\(7 + index)"
      app.askPermission()
      app.ask("query")
      app.get("profiles", "profiles", status: true)
      app.signInAsking()
      app.play()
    }
  }

  /// The access token expires before the partner session.
  private static let renewed = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.wait(.seconds(6 * 3600 + 60))
    app.get("configuration", "configuration")
    app.getToken("second token")
    app.signInAsking()
    app.play()
  }

  /// The application fetches the configuration at the start, and keeps it.
  private static let configurationFirst = RightRecordings.record { app in
    app.get("configuration", "configuration")
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.pick()
    app.endSignIn()
    app.play()
  }

  /// The application asks quietly once more before the picker.
  private static let statusFirst = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.get("configuration", "configuration")
    app.ask("query 2")
    app.pick()
    app.endSignIn()
    app.play()
  }

  /// The delegate refuses a provider first.
  private static let acceptedLater = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.get("configuration", "configuration")
    app.ask("picker", interrupting: true, provider: "tvp-harbor-2201")
    app.askDelegate("should", "shouldAuthenticate", accepts: false)
    app.askDelegate("should 2", "shouldAuthenticate", accepts: true)
    app.answerLate("picker")
    app.wait(.seconds(1))
    app.endSignIn()
    app.play()
  }

  /// The delegate refuses the provider that the user picks, and the framework makes an error of it.
  private static let refusedByDelegate = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.get("configuration", "configuration")
    app.ask("picker", interrupting: true, error: 1)
    app.askDelegate("present", "present")
    app.askDelegate("should", "shouldAuthenticate", accepts: false)
    app.askDelegate("dismiss", "dismiss")
    app.answerLate("picker")
    app.wait(.seconds(20))
    app.signInAtMVPD("Quarry")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
  }

  /// The provider does not answer the authentication request.
  private static let withoutResponse = RightRecordings.record { app in
    app.beginSession()
    app.askResponse("authentication", app.samlRequest, app.attributes, response: nil)
    app.signInAtMVPD("Quarry")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
  }

  /// The user withdraws the permission meanwhile.
  private static let withdrawn = RightRecordings.record { app in
    app.beginSession()
    app.askPermission("permission 2", "denied")
    app.signInAtMVPD("Quarry")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
  }

  /// The user signs in at another provider in Settings, and the application begins again.
  private static let anotherProvider = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.signInAsking()
    app.play()
    app.ask("query 2", provider: "tvp-lantern-2202")
    app.get("profiles 2", "profiles", status: true)
  }

  /// The service providers of one application, one of which has a profile.
  private static let twoServices = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.get("profiles of two", "profiles", status: true)
    app.signInAsking()
    app.decide("preauthorize", "preauthorize", "Harbor", ["orchard-live"])
    app.ask("picker of two", interrupting: true, provider: "tvp-harbor-2201")
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
  }.edited { $0.url("/ORCHARD/", "/MEADOW/", of: "profiles of two") }

  /// The application asks for permission and provider in each step, also when the user comes back.
  private static let askedAgain = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.askPermission("permission 2")
    app.signInAsking()
    app.play()
    app.wait(.seconds(3600))
    app.askPermission("permission 3")
    app.ask("query 4", provider: "tvp-harbor-2201")
    app.get("profiles again", "profiles", status: true)
    app.askPermission("permission 4")
    app.ask("query 5", provider: "tvp-harbor-2201")
    app.decide("authorize again", "authorize", "Harbor", ["orchard-live"])
  }

  /// The framework does not answer, and the application goes on.
  private static let noAnswer = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.wait(.seconds(40))
    app.get("profiles", "profiles")
    app.get("configuration", "configuration")
    app.signInAtMVPD("Quarry")
    app.decide("authorize", "authorize", "Quarry", ["orchard-live"], status: false)
  }.edited { $0.change(call: "query") { $0.apply("unanswered", "", "", nil) } }

  /// The user leaves for another application and comes back while the picker is open; and once more in
  /// the decisions, which do not wait for that.
  private static let withRefresh = RightRecordings.record { app in
    app.askPermission()
    app.ask("query")
    app.get("profiles", "profiles", status: true)
    app.get("configuration", "configuration")
    app.ask(
      "picker", interrupting: true, supported: RightApplication.supported,
      provider: "tvp-harbor-2201")
    let status = app.status
    app.ask("refresh")
    app.status = status
    app.wait(.seconds(9))
    app.endSignIn()
    app.decide("preauthorize", "preauthorize", "Harbor", ["orchard-live"])
    app.ask("refresh 2", provider: "tvp-harbor-2201")
    app.decide("authorize", "authorize", "Harbor", ["orchard-live"])
  }.edited { recording in
    recording.change(call: "picker") { $0.apply("takes", "9000", "", nil) }
    recording.change(call: "refresh 2") { $0.apply("takes", "700", "", nil) }
  }

  /// The framework gives no date.
  private static let withoutDate = asked.edited { recording in
    for index in recording.calls.indices {
      recording.calls[index].call.answer?["authenticationExpirationDate"] = nil
    }
    let status =
      #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"tvp-harbor-2201"}}"#
    for name in [
      "partner-session", "partner-profile", "profile", "preauthorize", "authorize",
      "authorize archive",
    ] {
      recording.header("AP-Partner-Framework-Status", Base64.encode(status), of: name)
    }
  }

  /// One device of two has a log.
  private static let anotherDevice = asked.edited { recording in
    var other = RightApplication(seed: 1)
    other.model = "AppleTV4K"
    other.device = "another-device"
    other.wait(.seconds(3))
    other.register()
    other.status = RightApplication.nobody
    other.get("profiles", "profiles", status: true)
    other.signInWithPartner()
    for entry in other.recording.entries {
      var entry = entry
      entry.name = "other \(entry.name)"
      recording.insert(entry)
    }
  }
}

extension Recording {
  /// Begins the log with an entry, when the application had asked the framework already.
  mutating func beginLog(at name: String) {
    let start = time(of: name).milliseconds
    logStart = start
    calls.removeAll { $0.call.time < start }
  }
}

extension RightApplication {
  /// The SAML request of the last partner session, and the attributes that it asks for.
  var samlRequest: String { session["authenticationRequest"]?["request"]?.string ?? "" }
  var attributes: [JSONValue] { session["authenticationRequest"]?["attributesNames"]?.array ?? [] }

  /// The check, the picker and the partner session.
  mutating func beginSession() {
    askPermission()
    ask("query")
    get("profiles", "profiles", status: true)
    get("configuration", "configuration")
    pick()
    session = post("partner-session", "sessions/sso/Apple", Self.parameters, status: true)
  }

  mutating func pick() {
    ask("picker", interrupting: true, supported: Self.supported, provider: "tvp-harbor-2201")
    askDelegate("present", "present")
    wait(.seconds(19))
    askDelegate("should", "shouldAuthenticate", accepts: true)
    askDelegate("dismiss", "dismiss")
    answerLate("picker")
    wait(.milliseconds(200))
  }

  /// Phase C.
  mutating func signInAsking(interrupting: Bool = true) {
    get("configuration", "configuration")
    pick()
    endSignIn(interrupting: interrupting)
  }

  mutating func endSignIn(interrupting: Bool = true) {
    session = post("partner-session", "sessions/sso/Apple", Self.parameters, status: true)
    let response = samlResponse(session)
    // The framework gives the response in lines, and the application sends it as one.
    askResponse(
      "authentication", samlRequest, attributes, interrupting: interrupting,
      response: "\n\(response.replacing("><", with: ">\n<"))\n")
    post(
      "partner-profile", "profiles/sso/Apple", [("SAMLResponse", Base64.encode(response))],
      status: true)
    get("profile", "profiles/Harbor", status: true)
  }
}
