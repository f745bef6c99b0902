// SPDX-License-Identifier: Apache-2.0
// Single sign-on by an identity: who finds whose profile, and when it ends.

import Formats
import Testing
import Text

@testable import ReferenceService

struct SingleSignOnTests {
  static let headers = [
    ("Adobe-Subject-Token", "amazon", "platformSSO"),
    ("X-Roku-Reserved-Roku-Connect-Token", "roku", "platformSSO"),
    ("AD-Service-Token", "identity-service", "serviceTokenSSO"),
  ]

  /// A client that has signed in at an MVPD with an identity, and another client.
  private static func walks(
    _ header: String, _ token: String, at mvpd: String = "Harbor"
  ) -> (first: Walk, second: Walk) {
    let first = Walk.ready()
    var second = first
    second.token = first.newToken()
    let session = first.post(
      "sessions", form: Walk.parameters + [("mvpd", mvpd)], [header: token])
    _ = first.follow(session["url"].string)
    return (first, second)
  }

  private static func token(
    _ changes: JSONObject = JSONObject(), key: String? = ServiceData.standard.identityKey
  ) -> String {
    var claims = JSONObject([
      (name: "iss", value: "amazon"), (name: "aud", value: "Adobe"), (name: "sub", value: "jane"),
      (name: "exp", value: 1_893_459_600),
    ])
    for change in changes.members {
      claims[change.name] = change.value == .null ? nil : change.value
    }
    return JWS.token(.object(claims), key: key)
  }

  @Test(arguments: headers)
  func `shares a profile until either one logs out`(header: String, issuer: String, type: String) {
    let token = Self.token(JSONObject([(name: "iss", value: .string(issuer))]))
    let (first, second) = Self.walks(header, token)
    let own = first.get("profiles", [header: token])["profiles.Harbor"]
    #expect(own["type"] == "regular")
    let shared = second.get("profiles", [header: token])
    shared.expect([
      "profiles.Harbor.type": .string(type), "profiles.Harbor.issuer": "Harbor",
      "profiles.Harbor.notAfter": own["notAfter"] ?? .null,
    ])
    second.post("sessions", form: Walk.parameters + [("mvpd", "Harbor")], [header: token])
      .expect(["actionName": "authorize", "reasonType": "authenticatedSSO"])
    second.decide("authorize", "Harbor", ["orchard-live"], [header: token])
      .expect(["decisions.0.authorized": true])
    second.decide("authorize", "Harbor", ["orchard-live"])
      .expect(["code": "authenticated_profile_missing"])
    let out = "logout/Harbor?redirectUrl=https%3A%2F%2Forchard.example"
    second.get(out, [header: token]).expect(["logouts.Harbor.actionName": "logout"])
    #expect(first.get("profiles")["profiles"] == [:])
    second.get(out, [header: token]).expect(["logouts.Harbor.actionName": "invalid"])
  }

  static let worthless: [(what: String, token: String)] = [
    ("expired", token(JSONObject([(name: "exp", value: 1_893_455_999)]))),
    ("unsigned", token(key: nil)), ("of another key", token(key: "other")),
    ("of another user", token(JSONObject([(name: "sub", value: "john")]))),
    ("of another platform", token(JSONObject([(name: "iss", value: "roku")]))),
    ("for somebody else", token(JSONObject([(name: "aud", value: "else")]))),
    ("without a subject", token(JSONObject([(name: "sub", value: .null)]))),
    ("cut", String(token().dropLast(30))), ("nonsense", "nonsense"),
  ]

  @Test(arguments: worthless)
  func `serves a token that does not count, without single sign-on`(what: String, token: String) {
    let (_, second) = Self.walks("Adobe-Subject-Token", Self.token())
    second.get("profiles", ["Adobe-Subject-Token": token]).expect(["HTTP": 200, "profiles": [:]])
  }

  @Test func `shares nothing where the integration has it off, but by service tokens`() {
    let amazon = Self.token()
    let service = Self.token(JSONObject([(name: "iss", value: "identity-service")]))
    let (_, second) = Self.walks("Adobe-Subject-Token", amazon, at: "Quarry")
    second.get("profiles", ["Adobe-Subject-Token": amazon]).expect(["profiles": [:]])
    let (_, other) = Self.walks("AD-Service-Token", service, at: "Quarry")
    other.get("profiles", ["AD-Service-Token": service])
      .expect(["profiles.Quarry.type": "serviceTokenSSO"])
  }

  @Test func `makes service tokens, links devices once, and unlinks them`() {
    let walk = Walk.ready()
    let phone = walk.with(device: "phone")
    func send(_ walk: Walk, _ verb: String, _ call: String, _ fields: [String: String?]) -> Answer {
      walk.send(verb, "/api/ORCHARD/\(call)", walk.headers(fields))
    }
    send(walk, "POST", "serviceToken", [:])
      .expect(["HTTP": 400, "error.code": "header_missing", "error.action": "check_headers"])
    let made = send(walk, "POST", "serviceToken", ["X-SSO-ID": "jane"])
    made.expect(["HTTP": 201, "status": "CREATED"])
    let token = made["serviceToken"].string ?? ""
    send(walk, "GET", "serviceToken", ["AD-Service-Token": token]).expect(["HTTP": 200])
    send(walk, "GET", "list", ["AD-Service-Token": "\(token)x"])
      .expect(["HTTP": 401, "error.code": "header_invalid"])
    send(walk, "GET", "list", [:]).expect(["HTTP": 401, "error.code": "header_missing"])
    let code = send(walk, "POST", "link", ["AD-Service-Token": token])["code"].string ?? ""
    let late = send(walk, "POST", "link", ["AD-Service-Token": token])["code"].string ?? ""
    send(phone, "POST", "serviceToken", ["X-SSO-LINK": code]).expect(["HTTP": 201])
    send(phone, "POST", "serviceToken", ["X-SSO-LINK": code]).expect(["HTTP": 400])
    let list = send(walk, "GET", "list", ["AD-Service-Token": token])
    #expect(list["devices"].object?.names == ["device-1", "phone"].map { Base64.encode($0) })
    walk.send(
      "POST", "/api/ORCHARD/unlink", walk.headers(["AD-Service-Token": token]),
      JSONWriter.bytes(["devices": [.string(Base64.encode("phone")), "nobody"]])
    ).expect(["HTTP": 200, "unlinkedDevices": [.string(Base64.encode("phone"))]])
    walk.clock.advance(by: ServiceData.standard.lifetimes.session)
    send(phone, "POST", "serviceToken", ["X-SSO-LINK": late]).expect(["HTTP": 400])
  }
}
