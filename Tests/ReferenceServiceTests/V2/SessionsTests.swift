// SPDX-License-Identifier: Apache-2.0
// Sessions, the user agent's way, and the cookbook from end to end.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

@Suite struct SessionsTests {
  private func code(_ answer: Answer) -> String { answer["code"].string ?? "?" }

  @Test func `creates a session`() {
    let answer = Walk.ready().post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
    #expect(answer.status == 200)
    #expect(answer["actionName"] == "authenticate")
    #expect(answer["actionType"] == "interactive")
    #expect(answer["reasonType"] == "none")
    #expect(answer["url"] == .string("/api/v2/authenticate/ORCHARD/\(code(answer))"))
    #expect(code(answer).utf8.count == 7)
    #expect(answer["sessionId"].string.map(UUIDText.isUUID) == true)
    #expect(answer["mvpd"] == "Quarry")
    #expect(answer["serviceProvider"] == "ORCHARD")
    #expect(answer["missingParameters"] == .null)
    #expect(answer["notBefore"] == "1893456000000")
    #expect(answer["notAfter"] == "1893457800000")
  }

  @Test(
    arguments: [
      ([], ["mvpd", "domainName", "redirectUrl"]),
      ([("mvpd", "Quarry")], ["domainName", "redirectUrl"]),
      ([("mvpd", "Quarry"), ("domainName", "d")], ["redirectUrl"]),
      ([("mvpd", ""), ("domainName", "d"), ("redirectUrl", "app://x")], ["mvpd"]),
    ] as [([(String, String)], [String])])
  func `asks for what is missing, and keeps what it has`(
    form: [(String, String)], missing: [String]
  ) {
    let walk = Walk.ready()
    let answer = walk.post("sessions", form: form)
    #expect(answer["actionName"] == "resume")
    #expect(answer["actionType"] == "direct")
    #expect(answer["reasonType"] == "none")
    #expect(answer["missingParameters"] == .array(missing.map(JSONValue.string)))
    #expect(answer["url"] == .string("/api/v2/ORCHARD/sessions/\(code(answer))"))
    let retry = walk.post("sessions/\(code(answer))", form: [])
    #expect(retry["actionName"] == "retry")
    #expect(retry["missingParameters"] == answer["missingParameters"])
    let values = ["mvpd": "Quarry", "domainName": "d", "redirectUrl": "app://x"]
    let rest = missing.map { ($0, values[$0] ?? "") }
    let resumed = walk.post("sessions/\(code(answer))", form: rest)
    #expect(resumed["actionName"] == "authenticate")
    #expect(resumed["code"] == answer["code"])
    #expect(resumed["sessionId"] == answer["sessionId"])
    #expect(resumed["mvpd"] == "Quarry")
  }

  @Test(arguments: [
    ("mvpd", "Harbor"), ("domainName", "other.example"), ("redirectUrl", "app://other"),
  ])
  func `takes what was given last`(name: String, value: String) {
    let walk = Walk.ready()
    let session = walk.post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
    let before = walk.get("sessions/\(code(session))")["existingParameters"]
    _ = walk.post("sessions/\(code(session))", form: [(name, value)])
    let after = walk.get("sessions/\(code(session))")["existingParameters"]
    for member in before.object?.members ?? [] {
      #expect(after[member.name] == (member.name == name ? .string(value) : member.value))
    }
  }

  @Test func `tells apart what a session has and what it lacks`() {
    let walk = Walk.ready()
    let some = walk.post("sessions", form: [("domainName", "orchard.example")])
    let retrieved = walk.get("sessions/\(code(some))")
    #expect(
      retrieved["existingParameters"] == [
        "domainName": "orchard.example", "serviceProvider": "ORCHARD",
      ])
    #expect(retrieved["missingParameters"] == ["mvpd", "redirectUrl"])
    #expect(retrieved["device.model"] == "AppleTV")
    #expect(retrieved["device.operatingSystem.version.major"] == 17)
    #expect(retrieved["device.version.minor"] == 3)
    #expect(retrieved["device.connection.ipAddress"] == "127.0.0.1")
    #expect(retrieved["notAfter"] == "1893457800000")
    let all = walk.post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
    let complete = walk.get("sessions/\(code(all))")
    #expect(complete["missingParameters"] == .null)
    #expect(complete["existingParameters.mvpd"] == "Quarry")
  }

  @Test(arguments: [
    ("Quarry", "authenticated", true), ("Driftwood", "degraded", false),
    ("FreeHour", "temporary", false),
  ])
  func `goes on to the decisions where the user need not sign in`(
    mvpd: String, reason: String, needsSignIn: Bool
  ) {
    let walk = Walk.ready()
    if needsSignIn { walk.signIn(mvpd) }
    let empty = walk.post("sessions", form: [])
    let answers = [
      walk.post("sessions/\(code(empty))", form: [("mvpd", mvpd)]),
      walk.post("sessions", form: Walk.parameters + [("mvpd", mvpd)]),
    ]
    for answer in answers {
      #expect(answer["actionName"] == "authorize")
      #expect(answer["actionType"] == "direct")
      #expect(answer["reasonType"] == .string(reason))
      #expect(answer["url"] == .string("/api/v2/ORCHARD/decisions/authorize/\(mvpd)"))
      #expect(answer["code"] == .null)
    }
  }

  @Test func `takes no account of the partner's profile`() {
    var walk = Walk.ready()
    walk.signInWithPartner("tvp-harbor-2201")
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
    let walk = Walk.ready()
    #expect(walk.post("sessions", form: [(name, value)]).summary == "400 \(error)")
    let session = walk.post("sessions", form: [])
    let resumed = walk.post("sessions/\(code(session))", form: [(name, value)])
    #expect(resumed.summary == "400 \(error)")
    #expect(walk.get("sessions/\(code(session))")["existingParameters"].object?.count == 1)
  }

  @Test(arguments: [
    (String(repeating: "A", count: 64), "invalid_authentication_session"),
    (String(repeating: "A", count: 65), "invalid_parameter_code"),
    ("a9Z", "invalid_authentication_session"), ("A-B", "invalid_parameter_code"),
    ("A%20", "invalid_parameter_code"), ("%C3%A9", "invalid_parameter_code"),
  ])
  func `tells a code that is none from one of no session`(code: String, error: String) {
    let walk = Walk.ready()
    for path in ["sessions/\(code)", "profiles/code/\(code)"] {
      #expect(walk.get(path).summary == "400 \(error)", "\(path)")
    }
    #expect(walk.post("sessions/\(code)", form: []).summary == "400 \(error)")
  }

  @Test func `ends a session by time, and by the next one of the device`() {
    let walk = Walk.ready()
    let first = walk.post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
    let second = walk.post("sessions", form: [])
    for answer in [
      walk.get("sessions/\(code(first))"), walk.get("profiles/code/\(code(first))"),
      walk.post("sessions/\(code(first))", form: []),
    ] { #expect(answer.summary == "400 invalid_authentication_session") }
    walk.clock.advance(by: .milliseconds(1_799_999))
    #expect(walk.get("sessions/\(code(second))").status == 200)
    walk.clock.advance(by: .milliseconds(1))
    let over = walk.get("sessions/\(code(second))")
    #expect(over.summary == "400 invalid_authentication_session")
  }

  @Test(arguments: [(1, 302), (0, 400)])
  func `sends nobody back once the session has ended`(milliseconds: Int, status: Int) {
    let walk = Walk.ready()
    let session = walk.post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
    var target = session["url"].string ?? ""
    for _ in 0..<2 {
      let location = walk.send("GET", target).response.headers["Location"] ?? ""
      target = String(location.dropFirst(21))
    }
    walk.clock.advance(by: .seconds(1800) - .milliseconds(milliseconds))
    #expect(walk.send("GET", target).status == status)
  }

  @Test func `lets another application resume, but not for another service provider`() {
    let walk = Walk.ready()
    let session = walk.post("sessions", form: [])
    var second = walk
    second.token = walk.newToken()
    second.device = "phone"
    #expect(second.get("sessions/\(code(session))").status == 200)
    let form = Walk.parameters + [("mvpd", "Quarry")]
    #expect(second.post("sessions/\(code(session))", form: form)["actionName"] == "authenticate")
    second.provider = "MEADOW"
    #expect(second.get("sessions/\(code(session))").status == 400)
  }

  @Test func `sends the user agent to the login, once for each ticket`() {
    let walk = Walk.ready()
    let session = walk.post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
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
    let walk = Walk.ready()
    let incomplete = walk.post("sessions", form: [("mvpd", "Quarry")])
    let targets = [
      "/api/v2/authenticate/ORCHARD/ABCDEFG", "/api/v2/authenticate/ORCHARD/%20",
      "/api/v2/authenticate/ORCHARD/\(code(incomplete))",
      "/api/v2/authenticate/MEADOW/\(code(incomplete))", "/mvpd/Quarry/login",
      "/mvpd/Quarry/login?ticket=x", "/mvpd/Quarry/return?ticket=x",
      "/mvpd/Quarry/logout", "/mvpd/Nobody/logout?redirect_url=https%3A%2F%2Fx.example",
    ]
    for target in targets {
      let answer = walk.send("GET", target)
      #expect(answer.status == 400, "\(target)")
      #expect(answer.response.headers["Content-Type"] == "text/html")
    }
  }
}

@Suite struct WholeWalkTests {
  @Test func `walks the partner flow`() {
    var walk = Walk.ready()
    let platform = "tvp-harbor-2201"
    #expect(walk.get("profiles").json == ["profiles": [:]])
    walk.status = walk.granted(platform)
    let session = walk.partnerSession()
    #expect(session["actionName"] == "partner_profile")
    #expect(session["actionType"] == "direct")
    #expect(session["reasonType"] == "none")
    #expect(session["mvpd"] == "Harbor")
    #expect(session["url"] == "/api/v2/ORCHARD/profiles/sso/Apple")
    #expect(session["code"] == .null)
    let saml = TestSAML(
      inResponseTo: walk.requestID(session), issuer: platform, now: walk.clock.now)
    let profile = walk.partnerProfile(saml.text)
    #expect(profile.status == 201)
    #expect(profile["profiles.Harbor.type"] == "appleSSO")
    #expect(profile["profiles.Harbor.issuer"] == "Apple")
    #expect(profile["profiles.Harbor.attributes.userID.value"] == .string(Base64.encode("user-9")))
    #expect(profile["profiles.Harbor.attributes.tokenSource.value"] == "Apple")
    #expect(walk.get("profiles").json == profile.json)
    #expect(walk.get("profiles/Harbor").json == profile.json)
    #expect(walk.get("profiles/Lantern").json == ["profiles": [:]])
    #expect(walk.partnerSession()["reasonType"] == "authenticatedSSO")

    let preauthorized = walk.decide("preauthorize", "Harbor", ["orchard-live", "unknown"])
    #expect(preauthorized["decisions.0.authorized"] == true)
    #expect(preauthorized["decisions.0.token"] == .null)
    #expect(preauthorized["decisions.1.error.code"] == "preauthorization_denied_by_mvpd")
    let authorized = walk.decide("authorize", "Harbor", ["orchard-live"])
    #expect(authorized["decisions.0.source"] == "mvpd")
    #expect(authorized["decisions.0.token.notAfter"] == 1_893_456_420_000)
    #expect(Base64.decode(authorized["decisions.0.token.serializedToken"].string ?? "-") != nil)

    let logout = walk.get("logout/Harbor?redirectUrl=https%3A%2F%2Forchard.example%2F")
    #expect(
      logout.json == [
        "logouts": [
          "Harbor": [
            "actionName": "partner_logout", "actionType": "partner_interactive", "mvpd": "Harbor",
          ]
        ]
      ])
    #expect(walk.get("profiles").json == ["profiles": [:]])
    #expect(walk.decide("authorize", "Harbor", ["orchard-live"]).status == 403)
  }

  @Test func `walks the basic flow`() {
    let walk = Walk.ready()
    let (locations, code) = walk.signIn("Quarry")
    #expect(locations.count == 3)
    #expect(locations.last == Walk.redirectURL)
    #expect(locations.dropLast().allSatisfy { $0.hasPrefix("http://127.0.0.1:8080/mvpd/Quarry/") })
    let profile = walk.get("profiles/code/\(code)")
    #expect(profile["profiles.Quarry.type"] == "regular")
    #expect(profile["profiles.Quarry.issuer"] == "Quarry")
    #expect(walk.get("profiles").json == profile.json)
    #expect(walk.decide("authorize", "Quarry", ["orchard-kids"])["decisions.0.authorized"] == true)
    let logout = walk.get("logout/Quarry?redirectUrl=https%3A%2F%2Forchard.example%2Fbye")
    #expect(logout["logouts.Quarry.actionName"] == "logout")
    let url = logout["logouts.Quarry.url"].string ?? ""
    let target = url.hasPrefix("http://127.0.0.1:8080") ? String(url.dropFirst(21)) : ""
    let page = walk.send("GET", target)
    #expect(page.status == 302)
    #expect(page.response.headers["Location"] == "https://orchard.example/bye")
    #expect(walk.get("profiles/code/\(code)").json == ["profiles": [:]])
  }
}
