// SPDX-License-Identifier: Apache-2.0
// POST decisions/preauthorize/{mvpd} and decisions/authorize/{mvpd}.

import Formats
import Testing
import Text

@testable import ReferenceService

@Suite struct DecisionsTests {
  @Test func `decides each resource`() {
    let walk = ProfilesTests.signedIn()
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
    #expect(
      answer["decisions.1.error.details"]
        == "Your package does not include \"Orchard Premium\".")
    #expect(answer["decisions.1.error.status"] == 403)
    #expect(answer["decisions.1.error.action"] == "none")
  }

  @Test func `permits with a token, and says for how long`() throws {
    let walk = ProfilesTests.signedIn()
    let answer = walk.decide("authorize", "Quarry", ["orchard-live"])
    #expect(answer["decisions.0.notBefore"] == 1_893_456_000_000)
    #expect(answer["decisions.0.notAfter"] == 1_893_460_620_000)
    #expect(answer["decisions.0.token.notBefore"] == 1_893_456_000_000)
    #expect(answer["decisions.0.token.notAfter"] == 1_893_456_420_000)
    let text = answer["decisions.0.token.serializedToken"].string
    let token = try JSONParser.document(try #require(text.flatMap { Base64.decode($0) })).root
    #expect(token["resource"] == "orchard-live")
    #expect(token["mvpd"] == "Quarry")
    #expect(token["serviceProvider"] == "ORCHARD")
    #expect(token["notAfter"] == 1_893_456_420_000)
  }

  @Test func `denies without a token, and says for how long`() {
    let walk = ProfilesTests.signedIn()
    let answer = walk.decide("authorize", "Quarry", ["orchard-stadium"])
    #expect(answer.status == 200)
    #expect(answer["decisions.0.authorized"] == false)
    #expect(answer["decisions.0.error.code"] == "authorization_denied_by_mvpd")
    #expect(answer["decisions.0.token"] == .null)
    #expect(answer["decisions.0.notAfter"] == 1_893_460_620_000)
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"resources\":null}", "{\"resources\":\"a\"}", "{\"resources\":[]}",
    "{\"resources\":[1]}", "{\"resources\":[\"\"]}", "{\"resources\":[\"a\",null]}",
    "{\"resources\": [", "resources=a", "{\"resources\":[\"a\"],\"resources\":[\"b\"]}",
  ])
  func `refuses resources that are none`(body: String) {
    let walk = ProfilesTests.signedIn()
    for what in ["preauthorize", "authorize"] {
      let answer = walk.send(
        "POST", "/api/v2/ORCHARD/decisions/\(what)/Quarry", walk.headers(), Array(body.utf8))
      #expect(answer.summary == "400 invalid_parameter_resources")
    }
  }

  @Test(arguments: [("preauthorize", 5), ("authorize", 1)])
  func `refuses more resources than its limit`(what: String, limit: Int) {
    let walk = ProfilesTests.signedIn()
    let resources = (0...limit).map { "r\($0)" }
    #expect(walk.decide(what, "Quarry", Array(resources.prefix(limit))).status == 200)
    let answer = walk.decide(what, "Quarry", resources)
    #expect(answer.summary == "403 too_many_resources")
    #expect(answer["action"] == "configuration")
  }

  @Test(arguments: ["preauthorize", "authorize"])
  func `wants a profile that counts`(what: String) {
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

  @Test(arguments: PartnerSessionTests.invalidStatuses)
  func `refuses the partner's profile where the status does not count`(
    status: String, code: String
  ) {
    let walk = ProfilesTests.signedIn()
    let changes = ["AP-Partner-Framework-Status": Optional(status)]
    let answer = walk.decide("authorize", "Harbor", ["orchard-live"], changes)
    #expect(answer.summary == "400 invalid_header_pfs_\(code)")
    let regular = walk.decide("authorize", "Quarry", ["orchard-live"], changes)
    #expect(regular["decisions.0.authorized"] == true)
  }

  @Test func `refuses the partner's profile without a status and with another provider's`() {
    let walk = ProfilesTests.signedIn()
    let without = walk.decide(
      "authorize", "Harbor", ["orchard-live"], ["AP-Partner-Framework-Status": nil])
    #expect(without.summary == "403 authenticated_profile_missing")
    let other = walk.decide(
      "authorize", "Harbor", ["orchard-live"],
      ["AP-Partner-Framework-Status": walk.granted("tvp-lantern-2202")])
    #expect(other.summary == "400 invalid_header_pfs_provider_id_mismatch")
  }

  @Test(arguments: [("Driftwood", true), ("Overpass", true), ("Barrier", false)])
  func `decides by the degradation rule`(mvpd: String, isAuthorized: Bool) {
    let walk = Walk.ready()
    for what in ["preauthorize", "authorize"] {
      let answer = walk.decide(what, mvpd, ["anything"])
      #expect(answer.status == 200)
      #expect(answer["decisions.0.source"] == "degradation")
      #expect(answer["decisions.0.authorized"] == .boolean(isAuthorized))
      #expect((answer["decisions.0.token"] != .null) == (isAuthorized && what == "authorize"))
      let code: JSONValue = isAuthorized ? .null : "authorization_denied_by_degradation_rule"
      #expect(answer["decisions.0.error.code"] == code)
      #expect(answer["decisions.0.notAfter"] == .null)
    }
  }

  @Test func `plays by temporary access until it is used up`() {
    let walk = Walk.ready()
    let permit = walk.decide("authorize", "FreeHour", ["anything"])
    #expect(permit["decisions.0.source"] == "temppass")
    #expect(permit["decisions.0.authorized"] == true)
    #expect(permit["decisions.0.token"] != .null)
    walk.clock.advance(by: .seconds(3600))
    let over = walk.decide("authorize", "FreeHour", ["anything"])
    #expect(over.status == 200)
    #expect(
      over["decisions.0.error.code"] == "temporary_access_duration_limit_exceeded")
    #expect(over["decisions.0.token"] == .null)
  }

  @Test func `counts the resources of promotional access`() {
    let walk = Walk.ready()
    let identity = ["AP-TempPass-Identity": Optional(Base64.encode("me"))]
    let codes = ["a", "b", "a", "c"].map { resource in
      walk.decide("authorize", "FreeMatch", [resource], identity)["decisions.0.error.code"]
    }
    #expect(codes == [.null, .null, .null, "temporary_access_resources_limit_exceeded"])
    let profile = walk.get("profiles/FreeMatch", identity)
    #expect(profile["profiles.FreeMatch.attributes.remaining_resources.value"] == 0)
    #expect(profile["profiles.FreeMatch.attributes.used_assets.value"] == ["a", "b"])
    let nobody = walk.decide("authorize", "FreeMatch", ["a"])
    #expect(nobody.status == 200)
    #expect(
      nobody["decisions.0.error.code"] == "invalid_header_identity_for_temporary_access")
  }
}
