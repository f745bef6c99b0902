// SPDX-License-Identifier: Apache-2.0
// Profiles, decisions and logout.

import Formats
import Testing
import Text

@testable import ReferenceService

struct ProfilesTests {
  private let walk = Walk.ready()

  /// A device with a partner profile of Harbor and a regular one of Quarry.
  static func signedIn() -> Walk {
    let walk = Walk.ready(signedInAt: "tvp-harbor-2201")
    walk.signIn("Quarry")
    return walk
  }

  @Test func `lists profiles side by side, in the order of the configuration`() {
    let answer = Self.signedIn().get("profiles")
    #expect(answer["profiles"].object?.names == ["Harbor", "Quarry"])
    answer.expect([
      "profiles.Harbor.notBefore": 1_893_456_000_000, "profiles.Harbor.notAfter": 1_896_048_000_000,
      "profiles.Quarry.attributes.zip": ["value": ["a2V5LWNpcGhlci0xMDE3"], "state": "enc"],
      "profiles.Quarry.attributes.maxRating.value.MPAA": "PG-13",
    ])
  }

  @Test(arguments: [nil] + PartnerSessionTests.wrongStatuses.map { Optional($0.0) })
  func `withholds the partner's profile where the status does not count`(status: String?) {
    let walk = Self.signedIn()
    let changes = ["AP-Partner-Framework-Status": status]
    #expect(walk.get("profiles", changes)["profiles"].object?.names == ["Quarry"])
    #expect(walk.get("profiles/Harbor", changes).json == ["profiles": [:]])
    #expect(walk.get("profiles/Quarry", changes)["profiles.Quarry.type"] == "regular")
  }

  @Test func `binds profiles to client, device and service provider`() {
    let walk = Self.signedIn()
    var client = walk
    client.token = walk.newToken()
    for other in [walk.with(device: "device-2"), walk.with(provider: "MEADOW"), client] {
      #expect(other.get("profiles").json == ["profiles": [:]])
    }
    #expect(walk.get("profiles")["profiles"].object?.count == 2)
  }

  @Test func `no longer lists a profile from the millisecond of its end`() {
    var walk = Walk.ready()
    walk.signInWithPartner("tvp-mayfly-2206")
    walk.clock.advance(by: .milliseconds(1499))
    #expect(walk.get("profiles")["profiles"].object?.names == ["Mayfly"])
    #expect(walk.get("profiles/Mayfly")["profiles"].object?.names == ["Mayfly"])
    walk.clock.advance(by: .milliseconds(1))
    #expect(walk.get("profiles").json == ["profiles": [:]])
    #expect(walk.get("profiles/Mayfly").json == ["profiles": [:]])
    #expect(walk.partnerSession()["actionName"] == "partner_profile")
    #expect(walk.signInWithPartner("tvp-mayfly-2206").status == 201)
  }

  @Test func `gives a degraded profile without a sign-in, for its MVPD only`() {
    walk.get("profiles/Driftwood").expect([
      "profiles.Driftwood.type": "degraded", "profiles.Driftwood.issuer": "Adobe",
      "profiles.Driftwood.notAfter": 1_893_456_060_000,
    ])
    #expect(walk.get("profiles/Overpass").json == ["profiles": [:]])
    #expect(walk.get("profiles").json == ["profiles": [:]])
  }

  @Test func `gives temporary access from its first use until its end`() {
    let first = walk.get("profiles/FreeHour")
    first.expect([
      "profiles.FreeHour.type": "temporary", "profiles.FreeHour.issuer": "Adobe",
      "profiles.FreeHour.attributes.expiration_date.value": 1_893_459_600_000,
    ])
    walk.clock.advance(by: .milliseconds(3_599_999))
    let token = ["Authorization": "Bearer \(walk.newToken())"]
    #expect(walk.get("profiles/FreeHour").json == first.json)
    walk.clock.advance(by: .milliseconds(1))
    let over = walk.get("profiles/FreeHour")
    #expect(over.summary == "403 temporary_access_duration_limit_exceeded")
    #expect(over["action"] == "authentication")
    // Another client is another application.
    #expect(walk.get("profiles/FreeHour", token).status == 200)
  }

  @Test(
    arguments: [
      (nil, "400 invalid_header_identity_for_temporary_access"),
      ("", "400 invalid_header_identity_for_temporary_access"),
      ("!", "400 invalid_header_identity_for_temporary_access"),
      (Base64.encode("{\"email\":\"a@b.example\"}"), "200"),
    ] as [(String?, String)])
  func `wants an identity for promotional access`(identity: String?, summary: String) {
    let answer = Walk.ready().get("profiles/FreeMatch", ["AP-TempPass-Identity": identity])
    #expect(answer.summary == summary)
  }

  @Test func `says that temporary access is not set up`() {
    var data = ServiceData.standard
    let index = data.mvpds.firstIndex { $0.id == "FreeHour" } ?? 0
    data.mvpds[index].temporary?.duration = .zero
    let answer = Walk.ready(data: data).get("profiles/FreeHour")
    #expect(answer.summary == "500 invalid_configuration_temporary_access")
    #expect(answer["action"] == "configuration")
  }

  @Test func `gives nothing for a code before the user has signed in`() {
    let session = walk.post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
    let code = session["code"].string ?? ""
    #expect(walk.get("profiles/code/\(code)").json == ["profiles": [:]])
    let empty = walk.post("sessions", form: [])
    #expect(walk.get("profiles/code/\(empty["code"].string ?? "")").json == ["profiles": [:]])
  }

  @Test func `does not give the partner's profile for a code`() {
    let walk = Walk.ready(signedInAt: "tvp-harbor-2201")
    let (_, code) = walk.signIn("Harbor")
    #expect(walk.get("profiles/code/\(code)")["profiles.Harbor.type"] == "regular")
  }
}

struct DecisionsTests {
  private let walk = ProfilesTests.signedIn()

  @Test func `decides each resource`() {
    let answer = walk.decide(
      "preauthorize", "Quarry", ["orchard-live", "orchard-premium", "orchard-late", "else"])
    #expect(answer.status == 200)
    let decisions = answer["decisions"].array ?? []
    #expect(decisions.compactMap { $0["resource"]?.string }.count == 4)
    #expect(decisions.compactMap { $0["authorized"]?.boolean } == [true, false, false, false])
    #expect(decisions.allSatisfy { $0["source"] == "mvpd" && $0["mvpd"] == "Quarry" })
    #expect(decisions.allSatisfy { $0["serviceProvider"] == "ORCHARD" && $0["token"] == nil })
    #expect(
      decisions.map { $0["error"]?["code"]?.string } == [
        nil, "preauthorization_denied_by_mvpd", "authorization_denied_by_parental_controls",
        "preauthorization_denied_by_mvpd",
      ])
    answer.expect([
      "decisions.1.error.details": "Your package does not include \"Orchard Premium\".",
      "decisions.1.error.status": 403, "decisions.1.error.action": "none",
    ])
  }

  @Test func `permits with a token, and says for how long`() throws {
    let answer = walk.decide("authorize", "Quarry", ["orchard-live"])
    answer.expect([
      "decisions.0.notBefore": 1_893_456_000_000, "decisions.0.notAfter": 1_893_460_620_000,
      "decisions.0.token.notBefore": 1_893_456_000_000,
      "decisions.0.token.notAfter": 1_893_456_420_000,
    ])
    let text = answer["decisions.0.token.serializedToken"].string
    let token = try JSONParser.document(try #require(text.flatMap { Base64.decode($0) })).root
    let names = ["resource", "mvpd", "serviceProvider", "notAfter"]
    #expect(names.map { token[$0] } == ["orchard-live", "Quarry", "ORCHARD", 1_893_456_420_000])
  }

  @Test func `denies without a token, and says for how long`() {
    let answer = walk.decide("authorize", "Quarry", ["orchard-stadium"])
    answer.expect([
      "HTTP": 200, "decisions.0.authorized": false,
      "decisions.0.error.code": "authorization_denied_by_mvpd", "decisions.0.token": .null,
      "decisions.0.notAfter": 1_893_460_620_000,
    ])
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"resources\":null}", "{\"resources\":\"a\"}", "{\"resources\":[]}",
    "{\"resources\":[1]}", "{\"resources\":[\"\"]}", "{\"resources\":[\"a\",null]}",
    "{\"resources\": [", "resources=a", "{\"resources\":[\"a\"],\"resources\":[\"b\"]}",
  ])
  func `refuses resources that are none`(body: String) {
    for what in ["preauthorize", "authorize"] {
      let answer = walk.send(
        "POST", "/api/v2/ORCHARD/decisions/\(what)/Quarry", walk.headers(), Array(body.utf8))
      #expect(answer.summary == "400 invalid_parameter_resources")
    }
  }

  @Test(arguments: [("preauthorize", 5), ("authorize", 1)])
  func `refuses more resources than its limit`(what: String, limit: Int) {
    let resources = (0...limit).map { "r\($0)" }
    #expect(walk.decide(what, "Quarry", Array(resources.prefix(limit))).status == 200)
    let answer = walk.decide(what, "Quarry", resources)
    #expect(answer.summary == "403 too_many_resources" && answer["action"] == "configuration")
  }

  @Test(arguments: ["preauthorize", "authorize"]) func `wants a profile that counts`(what: String) {
    var walk = Walk.ready()
    #expect(walk.decide(what, "Harbor", ["a"]).summary == "403 authenticated_profile_missing")
    walk.signInWithPartner("tvp-mayfly-2206")
    #expect(walk.decide(what, "Mayfly", ["orchard-live"])["decisions.0.authorized"] == true)
    #expect(walk.decide(what, "Harbor", ["a"]).summary == "403 authenticated_profile_missing")
    walk.clock.advance(by: .milliseconds(1500))
    #expect(walk.decide(what, "Mayfly", ["a"]).summary == "403 authenticated_profile_expired")
    let regular = Walk.ready()
    regular.signIn("Mayfly")
    regular.clock.advance(by: .milliseconds(1500))
    #expect(regular.decide(what, "Mayfly", ["a"]).summary == "403 authenticated_profile_expired")
  }

  @Test(
    arguments: [(nil, "403 authenticated_profile_missing")]
      + PartnerSessionTests.wrongStatuses.map { (Optional($0), "400 invalid_header_pfs_\($1)") }
      as [(String?, String)])
  func `wants a status that counts for the partner's profile`(status: String?, summary: String) {
    let changes = ["AP-Partner-Framework-Status": status]
    let answer = walk.decide("authorize", "Harbor", ["orchard-live"], changes)
    #expect(answer.summary == summary)
    let regular = walk.decide("authorize", "Quarry", ["orchard-live"], changes)
    #expect(regular["decisions.0.authorized"] == true)
  }

  @Test(arguments: [("Driftwood", true), ("Overpass", true), ("Barrier", false)])
  func `decides by the degradation rule`(mvpd: String, isAuthorized: Bool) {
    let walk = Walk.ready()
    for what in ["preauthorize", "authorize"] {
      let answer = walk.decide(what, mvpd, ["anything"])
      answer.expect([
        "HTTP": 200, "decisions.0.source": "degradation", "decisions.0.notAfter": .null,
        "decisions.0.authorized": .boolean(isAuthorized),
        "decisions.0.error.code": isAuthorized ? .null : "authorization_denied_by_degradation_rule",
      ])
      #expect((answer["decisions.0.token"] != .null) == (isAuthorized && what == "authorize"))
    }
  }

  @Test func `plays by temporary access until it is used up`() {
    let walk = Walk.ready()
    let permit = walk.decide("authorize", "FreeHour", ["anything"])
    permit.expect(["decisions.0.source": "temppass", "decisions.0.authorized": true])
    #expect(permit["decisions.0.token"] != .null)
    walk.clock.advance(by: .seconds(3600))
    walk.decide("authorize", "FreeHour", ["anything"]).expect([
      "HTTP": 200, "decisions.0.error.code": "temporary_access_duration_limit_exceeded",
      "decisions.0.token": .null,
    ])
  }

  @Test func `counts the resources of promotional access`() {
    let walk = Walk.ready()
    let identity = ["AP-TempPass-Identity": Optional(Base64.encode("me"))]
    let codes = ["a", "b", "a", "c"].map { resource in
      walk.decide("authorize", "FreeMatch", [resource], identity)["decisions.0.error.code"]
    }
    #expect(codes == [.null, .null, .null, "temporary_access_resources_limit_exceeded"])
    walk.get("profiles/FreeMatch", identity).expect([
      "profiles.FreeMatch.attributes.remaining_resources.value": 0,
      "profiles.FreeMatch.attributes.used_assets.value": ["a", "b"],
    ])
    walk.decide("authorize", "FreeMatch", ["a"]).expect([
      "HTTP": 200, "decisions.0.error.code": "invalid_header_identity_for_temporary_access",
    ])
  }
}

struct LogoutTests {
  private let walk = ProfilesTests.signedIn()

  static let query = "?redirectUrl=https%3A%2F%2Forchard.example%2F"

  @Test(arguments: [
    ("Harbor", "partner_logout", "partner_interactive", false),
    ("Quarry", "logout", "interactive", true), ("Lantern", "complete", "none", false),
    ("Driftwood", "complete", "none", false), ("FreeHour", "complete", "none", false),
    ("Riverbank", "invalid", "none", false),
  ])
  func `tells what is left to do`(mvpd: String, name: String, type: String, hasURL: Bool) {
    walk.signIn("Lantern")
    // The framework's status is not part of a logout.
    let answer = walk.get("logout/\(mvpd)\(Self.query)", ["AP-Partner-Framework-Status": nil])
    #expect(answer.status == 200 && answer["logouts"].object?.names == [mvpd])
    answer.expect([
      "logouts.\(mvpd).actionName": .string(name), "logouts.\(mvpd).actionType": .string(type),
      "logouts.\(mvpd).mvpd": .string(mvpd),
    ])
    let names = ["actionName", "actionType", "mvpd"] + (hasURL ? ["url"] : [])
    #expect(answer["logouts.\(mvpd)"].object?.names == names)
  }

  @Test func `removes the profiles of that MVPD on that device, and no other`() {
    let other = walk.with(device: "device-2")
    other.signIn("Quarry")
    #expect(walk.get("logout/Quarry\(Self.query)").status == 200)
    #expect(walk.get("profiles")["profiles"].object?.names == ["Harbor"])
    #expect(other.get("profiles")["profiles"].object?.names == ["Quarry"])
    #expect(walk.get("logout/Quarry\(Self.query)")["logouts.Quarry.actionName"] == "invalid")
    #expect(
      walk.decide("authorize", "Quarry", ["orchard-live"]).summary
        == "403 authenticated_profile_missing")
  }

  @Test func `finds no profile that is removed or expired, and lets the user return in silence`() {
    var walk = walk
    #expect(walk.get("logout/Harbor\(Self.query)").status == 200)
    #expect(walk.get("profiles")["profiles"].object?.names == ["Quarry"])
    #expect(walk.decide("authorize", "Harbor", ["orchard-live"]).status == 403)
    // The framework is still signed in.
    #expect(walk.partnerSession()["actionName"] == "partner_profile")
    #expect(walk.signInWithPartner("tvp-harbor-2201").status == 201)
    walk.signInWithPartner("tvp-mayfly-2206")
    walk.clock.advance(by: .milliseconds(1500))
    #expect(walk.get("logout/Mayfly\(Self.query)")["logouts.Mayfly.actionName"] == "invalid")
  }

  @Test(arguments: ["", "?redirectUrl=", "?redirectUrl=here", "?redirect_url=https%3A%2F%2Fx.y"])
  func `wants to know where to go`(query: String) {
    #expect(walk.get("logout/Quarry\(query)").summary == "400 invalid_parameter_redirect_url")
    #expect(walk.get("profiles/Quarry")["profiles"].object?.names == ["Quarry"])
  }
}
