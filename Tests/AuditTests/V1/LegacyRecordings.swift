// SPDX-License-Identifier: Apache-2.0
// Recordings of right applications of V1.

import Audit
import Text

/// Recordings in which no requirement of V1 is broken.
enum LegacyRecordings {
  static let all: [(name: String, recording: Recording)] = [
    ("partner", partner), ("telephone", telephone), ("television", television),
    ("web view", webView), ("server", server), ("server with a code", serverWithCode),
    ("in parameters", inParameters),
    ("renewal", renewal), ("throttled", throttled), ("in a browser", inBrowser),
    ("begun in the middle", partner.from("authorization")),
    ("begun at the exchange", partner.from("token-exchange")),
    ("begun at the browser", webView.from("authenticate")), ("many devices", manyDevices),
  ]

  static func named(_ name: String) -> Recording {
    all.first { $0.name == name }?.recording ?? Recording()
  }

  /// Steps 1 to 9, 11 and the logout, on tvOS.
  static let partner = signIn { _ in }
  /// The same on iOS.
  static let telephone = signIn { $0.osName = "iOS" }
  /// A server calls for the device, and forwards its address.
  static let server = signIn { $0.serves("203.0.113.9") }

  private static func signIn(_ prepare: (inout LegacyApplication) -> Void) -> Recording {
    var app = LegacyApplication()
    prepare(&app)
    app.register()
    app.check("check")
    app.configure()
    app.exchange()
    app.play()
    app.logOut()
    return app.recording
  }

  /// A television with a code, and a second screen.
  static let television = signInByCode { _ in }
  /// A server calls for the television.
  static let serverWithCode = signInByCode { $0.serves("203.0.113.9") }

  private static func signInByCode(_ prepare: (inout LegacyApplication) -> Void) -> Recording {
    var app = LegacyApplication()
    prepare(&app)
    app.register()
    app.check("check")
    let code = app.code()
    for number in 1...4 {
      app.poll("poll \(number)")
      app.wait(.seconds(2))
    }
    app.browse(code)
    app.checkByCode(code)
    app.poll("poll")
    app.play()
    app.logOut()
    return app.recording
  }

  /// A web view on the device itself.
  static let webView: Recording = {
    var app = LegacyApplication()
    app.osName = "iOS"
    app.register()
    app.check("check")
    app.configure()
    let code = app.code()
    app.browse(code)
    app.poll("poll")
    app.check("check again")
    app.play()
    app.logOut()
    return app.recording
  }()

  /// The description of the device in the URL, and XML. The first is a missed should.
  static let inParameters: Recording = {
    var app = LegacyApplication()
    app.describesInURL = true
    app.accept = "*/*"
    app.register()
    app.configure()
    app.exchange()
    app.play()
    app.logOut()
    return app.recording.from("configuration")
  }()

  /// The access token expires while the user watches.
  static let renewal: Recording = {
    var app = LegacyApplication()
    app.register()
    app.check("check")
    app.configure()
    app.exchange()
    app.play()
    app.wait(.seconds(100_000))
    app.check("refused")
    app.getToken("token 2")
    app.check("check 2")
    app.wait(.seconds(600))
    return app.recording
  }()

  /// A call is refused once, and repeated a second later. Another one was under way.
  static let throttled: Recording = {
    var recording = partner
    recording.delay(from: "preauthorization", by: .seconds(3))
    recording.again("preauthorization", after: -150, as: "refused") {
      $0.startedAt = $0.startedAt + .milliseconds(-1500)
      $0.response?.status = 429
    }
    recording.again("refused", after: -50, as: "under way")
    return recording
  }()

  /// A browser asks before each call whether it may send it.
  static let inBrowser: Recording = {
    var recording = partner
    for name in ["media-token", "logout", "token-exchange", "profile-request"] {
      recording.again(name, after: -600, as: "preflight of \(name)") {
        $0.request.method = "OPTIONS"
        $0.response?.status = 200
      }
    }
    return recording
  }()

  /// Two devices at the same time, each with a token of its own.
  static let manyDevices: Recording = {
    var recording = partner
    var other = LegacyApplication()
    other.device = "other-device"
    other.osName = "iOS"
    other.register()
    other.check("other check")
    other.wait(.seconds(5))
    other.configure()
    other.exchange()
    other.play()
    for entry in other.recording.entries { recording.insert(entry) }
    return recording
  }()
}
