// SPDX-License-Identifier: Apache-2.0
// An application that does what the V1 cookbook says, recorded.

import Audit
import Formats
import HTTP
import Text

/// An application that does what the V1 cookbook says, against a reference service of its own.
struct LegacyApplication {
  private(set) var app = RightApplication()
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
  mutating func exchange() {
    app.send(
      "profile-request", "GET", "/api/v1/ORCHARD/profile-requests/\(mvpd)?deviceType=\(osName)",
      headers: headers)
    var payload = ""
    if case .bytes(let bytes)? = app.recording.entries.last?.exchange.response?.body {
      payload = String(decoding: bytes, as: UTF8.self)
    }
    let session = try? JSONParser.document(
      Array("{\"authenticationRequest\":{\"request\":\"\(payload)\"}}".utf8))
    let response = Base64.encode(app.samlResponse(session?.root ?? .null))
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

  mutating func logOut() {
    wait(.seconds(60))
    call("user-metadata", "GET", "/api/v1/tokens/usermetadata")
    call("logout", "DELETE", "/api/v1/logout")
    wait(.seconds(600))
  }
}
