// SPDX-License-Identifier: Apache-2.0
// Recordings of right applications of V1 with the logs of what they asked the framework.

import Audit
import Formats
import Text

enum LoggedLegacyRecordings {
  static let all: [(name: String, recording: Recording)] = [
    ("asked", asked), ("asked, signed in", signedIn), ("asked, refused", refused),
    ("asked, over", over), ("asked, withdrawn", withdrawn), ("asked, two questions", twoQuestions),
    ("asked, error in the query", picking { $0.app.ask("query", error: 3) }),
    ("asked, in Settings meanwhile", inSettings), ("asked, without a picker", withoutPicker),
    ("asked, cancelled", ending { $0.app.ask("picker", interrupting: true, error: 2) }),
    (
      "asked, unsupported",
      ending {
        $0.app.ask("picker", interrupting: true, error: 1, unsupported: "tvp-nobody")
      }
    ), ("asked, nobody", ending { $0.app.ask("picker", interrupting: true) }),
    (
      "asked, withdrawn before the picker",
      ending { $0.app.askPermission("permission 2", "denied") }
    ),
    ("asked, refused by the delegate", refusedByDelegate),
    ("asked, without a response", withoutResponse),
    ("asked, without permission in the end", withoutPermission),
    ("asked, by another clock", asked.edited { $0.ahead = 9_000_000 }),
    ("asked, by a clock that is late", asked.edited { $0.ahead = -9_000_000 }),
    ("asked, log of another device", anotherDevice),
    ("asked, begun in the middle", asked.edited { $0.beginLog(at: "configuration") }),
    ("asked again", again), ("asked, picker at once", atOnce),
  ]

  /// The whole cookbook, for a user who picks a provider.
  static let asked = picking { $0.app.ask("query") }

  private static func picking(_ query: (inout LegacyApplication) -> Void) -> Recording {
    LegacyRecordings.record { app in
      app.begin()
      query(&app)
      app.configure()
      app.pick()
      app.exchangeAsking()
      app.play()
      app.logOut()
    }
  }

  /// The user signed in in Settings before, and the application has the configuration.
  static let signedIn = LegacyRecordings.record { app in
    app.configure()
    app.begin()
    app.app.ask("query", provider: "tvp-harbor-2201")
    app.exchangeAsking()
    app.play()
    app.logOut()
  }

  static let refused = LegacyRecordings.record { app in
    app.begin("denied")
    app.configure()
    app.signInByCode()
  }

  /// The sign-in at the framework is over, and the user signs in in the picker.
  static let over = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query", provider: "tvp-harbor-2201")
    app.configure()
    app.pick()
    app.exchangeAsking()
    app.play()
  }.edited {
    $0.change(call: "query") {
      $0.apply("gives", "", "authenticationExpirationDate", "1763000000000")
    }
  }

  /// The user withdraws the permission after the check.
  static let withdrawn = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query")
    app.check("check again")
    app.app.askPermission("permission 2", "denied")
    app.signInByCode()
  }

  /// While the user is asked, another part of the application looks without asking.
  static let twoQuestions = LegacyRecordings.record { app in
    app.check("check")
    app.app.askPermission()
    app.app.askPermission("look", "notDetermined", prompting: false)
    app.wait(.seconds(9))
    app.app.answerLate("permission")
    app.wait(.seconds(1))
    app.app.ask("query")
    app.configure()
    app.pick()
    app.exchangeAsking()
    app.play()
  }

  /// The user is sent to Settings, signs in there and comes back.
  static let inSettings = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query")
    app.configure()
    app.wait(.seconds(60))
    app.app.ask("query 2", provider: "tvp-harbor-2201")
    app.exchangeAsking()
    app.play()
  }

  /// No MVPD of the requestor takes part.
  static let withoutPicker = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query")
    app.configure()
    app.signInByCode()
  }.edited { $0.change("configuration") { $0.replaceInAnswer("SUPPORTED", with: "PICKER") } }

  /// A picker that ends without a provider, and a registration code.
  private static func ending(_ picker: (inout LegacyApplication) -> Void) -> Recording {
    LegacyRecordings.record { app in
      app.begin()
      app.app.ask("query")
      app.configure()
      picker(&app)
      app.signInByCode()
    }
  }

  /// The delegate refuses the provider that the user picks, and the framework makes an error of it.
  private static let refusedByDelegate = ending { app in
    app.app.ask("picker", interrupting: true, error: 1)
    app.app.askDelegate("should", "shouldAuthenticate", accepts: false)
    app.app.answerLate("picker")
  }

  static let withoutResponse = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query")
    app.configure()
    app.pick()
    app.exchangeAsking(hasResponse: false)
    app.signInByCode()
  }.edited { $0.drop("token-exchange") }

  /// The user withdraws the permission after the profile request.
  static let withoutPermission = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query")
    app.configure()
    app.pick()
    app.exchange { app, _, _ in app.app.askPermission("permission 2", "denied") }
    app.signInByCode()
  }.edited { $0.drop("token-exchange") }

  /// The user signs out, and in once more. The application asks for permission in each step.
  static let again = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query")
    app.configure()
    app.pick()
    app.exchangeAsking()
    app.play()
    app.logOut()
    app.check("check 2")
    app.app.ask("query 2")
    app.app.askPermission("permission 2")
    app.pick("picker 2")
    app.exchangeAsking("authentication 2", asksPermission: true)
    app.play()
  }

  /// The user leaves and comes back. The picker comes at once.
  static let atOnce = LegacyRecordings.record { app in
    app.begin()
    app.app.ask("query")
    app.configure()
    app.wait(.seconds(90))
    app.check("check 2")
    app.pick()
    app.exchangeAsking()
    app.play()
  }

  private static let anotherDevice = asked.edited { recording in
    var other = LegacyApplication(app: RightApplication(seed: 1))
    other.device = "other-device"
    other.wait(.seconds(5))
    other.register()
    other.check("other check")
    other.signIn()
    for entry in other.app.recording.entries {
      var entry = entry
      entry.name = "other \(entry.name)"
      recording.insert(entry)
    }
  }
}

extension LegacyApplication {
  /// The check, and the access status.
  mutating func begin(_ status: String = "granted") {
    check("check")
    app.askPermission("permission", status)
  }

  mutating func pick(_ name: String = "picker") {
    app.ask(
      name, interrupting: true, supported: RightApplication.supported, provider: "tvp-harbor-2201")
    wait(.seconds(19))
    app.askDelegate("should", "shouldAuthenticate", accepts: true)
    app.answerLate(name)
    wait(.milliseconds(200))
  }

  /// Steps 6 to 9.
  mutating func exchangeAsking(
    _ name: String = "authentication", hasResponse: Bool = true, asksPermission: Bool = false
  ) {
    let attributes = requiredFields
    exchange { app, payload, response in
      if asksPermission { app.app.askPermission("permission 3") }
      app.app.askResponse(
        name, payload, attributes, interrupting: false,
        response: hasResponse ? " \(response.replacing("><", with: ">\n<"))\n" : nil)
    }
  }

  mutating func signInByCode() {
    let code = code()
    wait(.seconds(2))
    poll("poll 1")
    browse(code)
    wait(.seconds(2))
    poll("poll")
    play()
  }

  /// Those of the MVPD in the configuration.
  private var requiredFields: [JSONValue] {
    guard
      case .bytes(let bytes)? = app.recording.entries.last(where: { $0.name == "configuration" })?
        .exchange.response?.body, let root = try? JSONParser.document(bytes).root
    else { return [] }
    return Self.fields(of: mvpd, in: root) ?? []
  }

  private static func fields(of mvpd: String, in value: JSONValue) -> [JSONValue]? {
    if value["id"]?.string == mvpd { return value["requiredMetadataFields"]?.array }
    let inner = value.array ?? value.object?.members.map(\.value) ?? []
    return inner.lazy.compactMap { fields(of: mvpd, in: $0) }.first
  }
}
