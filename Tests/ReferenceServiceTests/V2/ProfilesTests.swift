// SPDX-License-Identifier: Apache-2.0
// GET profiles, profiles/{mvpd} and profiles/code/{code}.

import Formats
import Testing
import Text

@testable import ReferenceService

@Suite struct ProfilesTests {
  /// A device with a partner profile of Harbor and a regular one of Quarry.
  static func signedIn() -> Walk {
    var walk = Walk.ready()
    walk.signInWithPartner("tvp-harbor-2201")
    walk.signIn("Quarry")
    return walk
  }

  @Test func `lists profiles side by side, in the order of the configuration`() {
    let answer = Self.signedIn().get("profiles")
    #expect(answer["profiles"].object?.names == ["Harbor", "Quarry"])
    #expect(answer["profiles.Harbor.notBefore"] == 1_893_456_000_000)
    #expect(answer["profiles.Harbor.notAfter"] == 1_896_048_000_000)
    #expect(
      answer["profiles.Quarry.attributes.zip"] == [
        "value": ["a2V5LWNpcGhlci0xMDE3"], "state": "enc",
      ])
    #expect(answer["profiles.Quarry.attributes.maxRating.value.MPAA"] == "PG-13")
  }

  @Test(arguments: [nil] + PartnerSessionTests.invalidStatuses.map { Optional($0.0) })
  func `withholds the partner's profile where the status does not count`(status: String?) {
    let walk = Self.signedIn()
    let changes = ["AP-Partner-Framework-Status": status]
    #expect(walk.get("profiles", changes)["profiles"].object?.names == ["Quarry"])
    #expect(walk.get("profiles/Harbor", changes).json == ["profiles": [:]])
    #expect(walk.get("profiles/Quarry", changes)["profiles.Quarry.type"] == "regular")
  }

  @Test func `withholds the partner's profile from another provider`() {
    let walk = Self.signedIn()
    let changes = ["AP-Partner-Framework-Status": walk.granted("tvp-lantern-2202")]
    #expect(walk.get("profiles", changes)["profiles"].object?.names == ["Quarry"])
    #expect(walk.get("profiles/Harbor", changes).json == ["profiles": [:]])
  }

  @Test func `binds profiles to client, device and service provider`() {
    let walk = Self.signedIn()
    var other = walk
    other.device = "device-2"
    #expect(other.get("profiles").json == ["profiles": [:]])
    other = walk
    other.provider = "MEADOW"
    #expect(other.get("profiles").json == ["profiles": [:]])
    other = walk
    other.token = walk.newToken()
    #expect(other.get("profiles").json == ["profiles": [:]])
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
    let walk = Walk.ready()
    let answer = walk.get("profiles/Driftwood")
    #expect(answer["profiles.Driftwood.type"] == "degraded")
    #expect(answer["profiles.Driftwood.issuer"] == "Adobe")
    #expect(answer["profiles.Driftwood.notAfter"] == 1_893_456_060_000)
    #expect(walk.get("profiles/Overpass").json == ["profiles": [:]])
    #expect(walk.get("profiles").json == ["profiles": [:]])
  }

  @Test func `gives temporary access from its first use until its end`() {
    let walk = Walk.ready()
    let first = walk.get("profiles/FreeHour")
    #expect(first["profiles.FreeHour.type"] == "temporary")
    #expect(first["profiles.FreeHour.issuer"] == "Adobe")
    #expect(
      first["profiles.FreeHour.attributes.expiration_date.value"] == 1_893_459_600_000)
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
    var walk = Walk(data: data)
    walk.token = walk.newToken()
    let answer = walk.get("profiles/FreeHour")
    #expect(answer.summary == "500 invalid_configuration_temporary_access")
    #expect(answer["action"] == "configuration")
  }

  @Test func `gives nothing for a code before the user has signed in`() {
    let walk = Walk.ready()
    let session = walk.post("sessions", form: Walk.parameters + [("mvpd", "Quarry")])
    let code = session["code"].string ?? ""
    #expect(walk.get("profiles/code/\(code)").json == ["profiles": [:]])
    let empty = walk.post("sessions", form: [])
    #expect(
      walk.get("profiles/code/\(empty["code"].string ?? "")").json == ["profiles": [:]])
  }

  @Test func `does not give the partner's profile for a code`() {
    var walk = Walk.ready()
    walk.signInWithPartner("tvp-harbor-2201")
    let (_, code) = walk.signIn("Harbor")
    #expect(walk.get("profiles/code/\(code)")["profiles.Harbor.type"] == "regular")
  }

  @Test(arguments: [
    ("A.B", "invalid_parameter_code"), ("%20", "invalid_parameter_code"),
    (String(repeating: "A", count: 65), "invalid_parameter_code"),
    ("ABCDEFG", "invalid_authentication_session"),
  ])
  func `refuses a code that means nothing`(code: String, error: String) {
    let walk = Walk.ready()
    #expect(walk.get("profiles/code/\(code)").summary == "400 \(error)")
    #expect(walk.get("sessions/\(code)").summary == "400 \(error)")
    #expect(walk.post("sessions/\(code)", form: []).summary == "400 \(error)")
  }
}
