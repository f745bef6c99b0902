// SPDX-License-Identifier: Apache-2.0
// Sessions, and the user agent's way, also from end to end.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

struct SessionsTests {
  private let walk = Walk.ready()

  private func code(_ answer: Answer) -> String { answer["code"].string ?? "?" }

  static let quarry = Walk.parameters + [("mvpd", "Quarry")]

  @Test func `creates a session`() {
    let answer = Walk.ready().post("sessions", form: Self.quarry)
    answer.expect([
      "HTTP": 200, "actionName": "authenticate", "actionType": "interactive", "reasonType": "none",
      "url": .string("/api/v2/authenticate/ORCHARD/\(code(answer))"),
      "mvpd": "Quarry", "serviceProvider": "ORCHARD", "missingParameters": .null,
      "notBefore": "1893456000000", "notAfter": "1893457800000",
    ])
    #expect(code(answer).utf8.count == 7)
    #expect(answer["sessionId"].string.map(UUIDText.isUUID) == true)
  }

  @Test(
    arguments: [
      ([], ["mvpd", "domainName", "redirectUrl"]),
      ([("mvpd", "Quarry")], ["domainName", "redirectUrl"]),
      ([("mvpd", "Quarry"), ("domainName", "d")], ["redirectUrl"]),
      ([("mvpd", ""), ("domainName", "d"), ("redirectUrl", "app://x")], ["mvpd"]),
    ] as [([(String, String)], [String])])
  func `asks for what is missing, keeping the rest`(form: [(String, String)], missing: [String]) {
    let answer = walk.post("sessions", form: form)
    answer.expect([
      "actionName": "resume", "actionType": "direct", "reasonType": "none",
      "missingParameters": .array(missing.map(JSONValue.string)),
      "url": .string("/api/v2/ORCHARD/sessions/\(code(answer))"),
    ])
    let retry = walk.post("sessions/\(code(answer))", form: [])
    retry.expect(["actionName": "retry", "missingParameters": answer["missingParameters"]])
    let values = ["mvpd": "Quarry", "domainName": "d", "redirectUrl": "app://x"]
    let rest = missing.map { ($0, values[$0] ?? "") }
    walk.post("sessions/\(code(answer))", form: rest).expect([
      "actionName": "authenticate", "code": answer["code"], "sessionId": answer["sessionId"],
      "mvpd": "Quarry",
    ])
  }

  @Test(arguments: [
    ("mvpd", "Harbor"), ("domainName", "other.example"), ("redirectUrl", "app://other"),
  ])
  func `takes what was given last`(name: String, value: String) {
    let session = walk.post("sessions", form: Self.quarry)
    let before = walk.get("sessions/\(code(session))")["existingParameters"]
    _ = walk.post("sessions/\(code(session))", form: [(name, value)])
    let after = walk.get("sessions/\(code(session))")["existingParameters"]
    for member in before.object?.members ?? [] {
      #expect(after[member.name] == (member.name == name ? .string(value) : member.value))
    }
  }

  @Test func `tells apart what a session has and what it lacks`() {
    let some = walk.post("sessions", form: [("domainName", "orchard.example")])
    walk.get("sessions/\(code(some))").expect([
      "existingParameters": ["domainName": "orchard.example", "serviceProvider": "ORCHARD"],
      "missingParameters": ["mvpd", "redirectUrl"], "device.model": "AppleTV",
      "device.operatingSystem.version.major": 17, "device.version.minor": 3,
      "device.connection.ipAddress": "127.0.0.1", "notAfter": "1893457800000",
    ])
    let all = walk.post("sessions", form: Self.quarry)
    let complete = walk.get("sessions/\(code(all))")
    complete.expect(["missingParameters": .null, "existingParameters.mvpd": "Quarry"])
  }

  @Test(arguments: [
    ("Quarry", "authenticated", true), ("Driftwood", "degraded", false),
    ("FreeHour", "temporary", false),
  ])
  func `goes on where the user need not sign in`(mvpd: String, reason: String, needsSignIn: Bool) {
    if needsSignIn { walk.signIn(mvpd) }
    let empty = walk.post("sessions", form: [])
    let answers = [
      walk.post("sessions/\(code(empty))", form: [("mvpd", mvpd)]),
      walk.post("sessions", form: Walk.parameters + [("mvpd", mvpd)]),
    ]
    for answer in answers {
      answer.expect([
        "actionName": "authorize", "actionType": "direct", "reasonType": .string(reason),
        "url": .string("/api/v2/ORCHARD/decisions/authorize/\(mvpd)"), "code": .null,
      ])
    }
  }

  @Test func `takes no account of the partner's profile`() {
    let walk = Walk.ready(signedInAt: "tvp-harbor-2201")
    let answer = walk.post("sessions", form: Walk.parameters + [("mvpd", "Harbor")])
    #expect(answer["actionName"] == "authenticate")
  }

  @Test(arguments: [
    ("mvpd", "Nobody", "invalid_parameter_mvpd"), ("mvpd", "Faraway", "invalid_integration"),
    ("redirectUrl", "nowhere", "invalid_parameter_redirect_url"),
    ("redirectUrl", "http://", "invalid_parameter_redirect_url"),
    ("redirectUrl", "http://:80", "invalid_parameter_redirect_url"),
    ("redirectUrl", "https://x.example/\r\nSet-Cookie: a", "invalid_parameter_redirect_url"),
  ])
  func `refuses wrong parameters`(name: String, value: String, error: String) {
    #expect(walk.post("sessions", form: [(name, value)]).summary == "400 \(error)")
    let session = walk.post("sessions", form: [])
    #expect(walk.post("sessions/\(code(session))", form: [(name, value)]).summary == "400 \(error)")
    #expect(walk.get("sessions/\(code(session))")["existingParameters"].object?.count == 1)
  }

  @Test(arguments: [
    (String(repeating: "A", count: 64), "invalid_authentication_session"),
    (String(repeating: "A", count: 65), "invalid_parameter_code"),
    ("a9Z", "invalid_authentication_session"), ("A-B", "invalid_parameter_code"),
    ("A%20", "invalid_parameter_code"), ("%C3%A9", "invalid_parameter_code"),
  ])
  func `tells a code that is none from one of no session`(code: String, error: String) {
    for path in ["sessions/\(code)", "profiles/code/\(code)"] {
      #expect(walk.get(path).summary == "400 \(error)", "\(path)")
    }
    #expect(walk.post("sessions/\(code)", form: []).summary == "400 \(error)")
  }

  @Test func `ends a session by time, and by the next one of the device`() {
    let first = walk.post("sessions", form: Self.quarry)
    let second = walk.post("sessions", form: [])
    for answer in [
      walk.get("sessions/\(code(first))"), walk.get("profiles/code/\(code(first))"),
      walk.post("sessions/\(code(first))", form: []),
    ] { #expect(answer.summary == "400 invalid_authentication_session") }
    walk.clock.advance(by: .milliseconds(1_799_999))
    #expect(walk.get("sessions/\(code(second))").status == 200)
    walk.clock.advance(by: .milliseconds(1))
    #expect(walk.get("sessions/\(code(second))").summary == "400 invalid_authentication_session")
  }

  @Test(arguments: [(1, 302), (0, 400)])
  func `sends nobody back once the session has ended`(milliseconds: Int, status: Int) {
    let session = walk.post("sessions", form: Self.quarry)
    var target = session["url"].string ?? ""
    for _ in 0..<2 {
      let location = walk.send("GET", target).response.headers["Location"] ?? ""
      target = String(location.dropFirst(21))
    }
    walk.clock.advance(by: .seconds(1800) - .milliseconds(milliseconds))
    #expect(walk.send("GET", target).status == status)
  }

  @Test func `lets another application resume, but not for another service provider`() {
    let session = walk.post("sessions", form: [])
    var second = walk
    second.token = walk.newToken()
    second.device = "phone"
    #expect(second.get("sessions/\(code(session))").status == 200)
    let form = Self.quarry
    #expect(second.post("sessions/\(code(session))", form: form)["actionName"] == "authenticate")
    second.provider = "MEADOW"
    #expect(second.get("sessions/\(code(session))").status == 400)
  }

  @Test func `sends the user agent to the login, once for each ticket`() {
    let session = walk.post("sessions", form: Self.quarry)
    let first = walk.send("GET", session["url"].string ?? "")
    #expect(first.status == 302)
    let target = String((first.response.headers["Location"] ?? "").dropFirst(21))
    let second = walk.send("GET", target)
    #expect(second.status == 302)
    #expect(second.response.headers["Set-Cookie"]?.hasPrefix("mvpd_session=") == true)
    let last = String((second.response.headers["Location"] ?? "").dropFirst(21))
    #expect(walk.send("GET", last).response.headers["Location"] == Walk.redirectURL)
    #expect(walk.send("GET", last).status == 400)
  }

  @Test func `shows a page for what can't be authenticated`() {
    let incomplete = walk.post("sessions", form: [("mvpd", "Quarry")])
    let targets = [
      "/api/v2/authenticate/ORCHARD/ABCDEFG", "/api/v2/authenticate/ORCHARD/%20",
      "/api/v2/authenticate/ORCHARD/\(code(incomplete))",
      "/api/v2/authenticate/MEADOW/\(code(incomplete))", "/mvpd/Quarry/login",
      "/mvpd/Quarry/login?ticket=x", "/mvpd/Quarry/return?ticket=x", "/mvpd/Quarry/logout",
      "/mvpd/Nobody/logout?redirect_url=https%3A%2F%2Fx.example",
    ]
    for target in targets {
      let answer = walk.send("GET", target)
      #expect(answer.status == 400, "\(target)")
      #expect(answer.response.headers["Content-Type"] == "text/html")
    }
  }

  @Test(arguments: [false, true]) func `walks the basic flow`(isSecure: Bool) {
    let walk = Walk.ready(settings: .init(isSecure: isSecure))
    let (locations, code) = walk.signIn("Quarry")
    #expect(locations.count == 3 && locations.last == Walk.redirectURL)
    #expect(locations.dropLast().allSatisfy { $0.hasPrefix("\(walk.origin)/mvpd/Quarry/") })
    let profile = walk.get("profiles/code/\(code)")
    profile.expect(["profiles.Quarry.type": "regular", "profiles.Quarry.issuer": "Quarry"])
    #expect(walk.get("profiles").json == profile.json)
    #expect(walk.decide("authorize", "Quarry", ["orchard-kids"])["decisions.0.authorized"] == true)
    let logout = walk.get("logout/Quarry?redirectUrl=https%3A%2F%2Forchard.example%2Fbye")
    #expect(logout["logouts.Quarry.actionName"] == "logout")
    let url = logout["logouts.Quarry.url"].string ?? ""
    let target = url.hasPrefix(walk.origin) ? String(url.dropFirst(walk.origin.count)) : ""
    let page = walk.send("GET", target)
    #expect(page.status == 302)
    #expect(page.response.headers["Location"] == "https://orchard.example/bye")
    #expect(walk.get("profiles/code/\(code)").json == ["profiles": [:]])
  }
}
