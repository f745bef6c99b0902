// SPDX-License-Identifier: Apache-2.0
// An application that does what the V1 cookbook says, and recordings of it.

import Audit
import Formats
import HTTP
import Text

/// An application that does what the V1 cookbook says, against a reference service of its own.
struct LegacyApplication {
  var app = RightApplication()
  var osName = "tvOS"
  var device = "3F2504E0-4F89"
  var mvpd = "Harbor"
  var accept = "application/json"
  /// Whether the description of the device is a parameter of the URL.
  var describesInURL = false

  static let resource = "orchard-live"

  mutating func register() { app.register() }
  mutating func getToken(_ name: String) { app.getToken(name) }
  mutating func wait(_ duration: Duration) { app.wait(duration) }
  var recording: Recording { app.recording.ending(at: app.now) }
  mutating func serves(_ address: String) { app.forwardedFor = address }
}

extension LegacyApplication {
  private var information: String {
    Base64.encode(#"{"model":"Apple","osName":"\#(osName)","osVersion":"17.4"}"#)
  }

  private var headers: [(String, String)] {
    var headers = [("Authorization", "Bearer \(app.token)"), ("Accept", accept)]
    if !describesInURL { headers.append(("X-Device-Info", information)) }
    if let address = app.forwardedFor { headers.append(("X-Forwarded-For", address)) }
    return headers
  }

  /// A call with requestor and deviceId in the URL.
  mutating func call(_ name: String, _ method: String, _ path: String, resource: String? = nil) {
    var query = "requestor=ORCHARD&deviceId=\(device)"
    if let resource { query += "&resource=\(resource)" }
    if describesInURL { query += "&device_info=\(PercentEncoding.encodeForm(information))" }
    app.send(name, method, "\(path)?\(query)", headers: headers)
  }

  mutating func check(_ name: String) { call(name, "GET", "/api/v1/checkauthn") }
  mutating func poll(_ name: String) { call(name, "GET", "/api/v1/tokens/authn") }

  mutating func configure() {
    app.send("configuration", "GET", "/api/v1/config/ORCHARD", headers: headers)
  }

  /// Steps 6 to 9.
  ///
  /// - Parameter meanwhile: What happens before the exchange, which gets the profile request and the
  ///   response.
  mutating func exchange(_ meanwhile: (inout Self, String, String) -> Void = { _, _, _ in }) {
    app.send(
      "profile-request", "GET", "/api/v1/ORCHARD/profile-requests/\(mvpd)?deviceType=\(osName)",
      headers: headers)
    var payload = ""
    if case .bytes(let bytes)? = app.recording.entries.last?.exchange.response?.body {
      payload = String(decoding: bytes, as: UTF8.self)
    }
    let session = try? JSONParser.document(
      Array("{\"authenticationRequest\":{\"request\":\"\(payload)\"}}".utf8))
    let text = app.samlResponse(session?.root ?? .null)
    meanwhile(&self, payload, text)
    let response = Base64.encode(text)
    post(
      "token-exchange", "/api/v1/tokens/authn",
      [
        ("requestor", "ORCHARD"), ("deviceId", device), ("mvpd", mvpd), ("deviceType", osName),
        ("SAMLResponse", response),
      ])
  }

  private mutating func post(_ name: String, _ path: String, _ form: [(String, String)]) {
    app.send(
      name, "POST", path,
      headers: headers + [("Content-Type", "application/x-www-form-urlencoded")],
      body: form.map { "\($0.0)=\(PercentEncoding.encodeForm($0.1))" }.joined(separator: "&"))
  }

  /// - Returns: The code.
  mutating func code() -> String {
    post("registration-code", "/reggie/v1/ORCHARD/regcode", [("deviceId", device), ("mvpd", mvpd)])
    return app.recording.answered("code", by: "registration-code")
  }

  /// The user signs in in a browser.
  mutating func browse(_ code: String) {
    app.login(
      "/api/v1/authenticate?reg_code=\(code)&requestor_id=ORCHARD&mso_id=\(mvpd)"
        + "&domain_name=orchard.example&noflash=true&no_iframe=true"
        + "&redirect_url=https%3A%2F%2Forchard.example%2Fdone")
  }

  /// The second screen, which has no token of its own.
  mutating func checkByCode(_ code: String) {
    app.send(
      "check-by-code", "GET", "/api/v1/checkauthn/\(code)?requestor=ORCHARD",
      headers: [("Accept", "application/json")])
  }

  /// Step 11.
  mutating func play() {
    call("preauthorization", "GET", "/api/v1/preauthorize", resource: Self.resource)
    call("authorization", "GET", "/api/v1/authorize", resource: Self.resource)
    call("media-token", "GET", "/api/v1/tokens/media", resource: Self.resource)
  }

  /// Steps 3 to 9 and 11.
  mutating func signIn() {
    configure()
    exchange()
    play()
  }

  mutating func logOut() {
    wait(.seconds(60))
    call("user-metadata", "GET", "/api/v1/tokens/usermetadata")
    call("logout", "DELETE", "/api/v1/logout")
    wait(.seconds(600))
  }
}

/// Recordings in which no requirement of V1 is broken.
enum LegacyRecordings {
  static let all: [(name: String, recording: Recording)] = [
    ("partner", partner), ("telephone", telephone), ("television", television),
    ("web view", webView), ("server", server), ("server with a code", serverWithCode),
    ("in parameters", inParameters), ("renewal", renewal), ("throttled", throttled),
    ("in a browser", inBrowser), ("begun in the middle", partner.from("authorization")),
    ("begun at the exchange", partner.from("token-exchange")),
    ("begun at the browser", webView.from("authenticate")), ("many devices", manyDevices),
    (
      "with a suffix", partner.edited { $0.url("/Harbor?", "/Harbor.json?", of: "profile-request") }
    ),
  ]

  /// What an application sends that registers and makes these calls.
  static func record(
    _ prepare: (inout LegacyApplication) -> Void = { _ in },
    _ calls: (inout LegacyApplication) -> Void
  ) -> Recording {
    var app = LegacyApplication()
    prepare(&app)
    app.register()
    calls(&app)
    return app.recording
  }

  /// Steps 1 to 9, 11 and the logout, on tvOS.
  static let partner = signIn { _ in }
  /// The same on iOS.
  static let telephone = signIn { $0.osName = "iOS" }
  /// A server calls for the device, and forwards its address.
  static let server = signIn { $0.serves("203.0.113.9") }

  private static func signIn(_ prepare: (inout LegacyApplication) -> Void) -> Recording {
    record(prepare) { app in
      app.check("check")
      app.signIn()
      app.logOut()
    }
  }

  /// A television with a code, and a second screen.
  static let television = signInByCode { _ in }
  /// A server calls for the television.
  static let serverWithCode = signInByCode { $0.serves("203.0.113.9") }

  private static func signInByCode(_ prepare: (inout LegacyApplication) -> Void) -> Recording {
    record(prepare) { app in
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
    }
  }

  /// A web view on the device itself.
  static let webView = record({ $0.osName = "iOS" }) { app in
    app.check("check")
    app.configure()
    let code = app.code()
    app.browse(code)
    app.poll("poll")
    app.check("check again")
    app.play()
    app.logOut()
  }

  /// The description of the device in the URL, and XML. The first is a missed should.
  static let inParameters = record(
    { ($0.describesInURL, $0.accept) = (true, "*/*") },
    { app in
      app.signIn()
      app.logOut()
    }
  ).from("configuration")

  /// The access token expires while the user watches.
  static let renewal = record { app in
    app.check("check")
    app.signIn()
    app.wait(.seconds(21_660))
    app.check("refused")
    app.getToken("token 2")
    app.check("check 2")
    app.wait(.seconds(600))
  }

  /// A call is refused once, and repeated a second later. Another one was under way.
  static let throttled = partner.edited { recording in
    recording.delay(from: "preauthorization", by: .seconds(3))
    recording.again("preauthorization", after: -150, as: "refused") {
      $0.startedAt = $0.startedAt + .milliseconds(-1500)
      $0.response?.status = 429
    }
    recording.again("refused", after: -50, as: "under way")
  }

  /// A browser asks before each call whether it may send it.
  static let inBrowser = partner.edited { recording in
    for name in ["media-token", "logout", "token-exchange", "profile-request"] {
      recording.again(name, after: -600, as: "preflight of \(name)") {
        $0.request.method = "OPTIONS"
        $0.response?.status = 200
      }
    }
  }

  /// Two devices at the same time, each with a token of its own.
  static let manyDevices = partner.edited { recording in
    var other = LegacyApplication(app: RightApplication(seed: 1))
    other.device = "other-device"
    other.osName = "iOS"
    other.register()
    other.check("other check")
    other.wait(.seconds(5))
    other.signIn()
    for entry in other.recording.entries { recording.insert(entry) }
  }
}
