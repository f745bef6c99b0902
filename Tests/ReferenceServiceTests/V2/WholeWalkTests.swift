// SPDX-License-Identifier: Apache-2.0
// The cookbook from end to end, as an application walks it.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

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
    #expect(
      profile["profiles.Harbor.attributes.userID.value"] == .string(Base64.encode("user-9")))
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
    #expect(
      Base64.decode(authorized["decisions.0.token.serializedToken"].string ?? "-") != nil)

    let logout = walk.get("logout/Harbor?redirectUrl=https%3A%2F%2Forchard.example%2F")
    #expect(
      logout.json == [
        "logouts": [
          "Harbor": [
            "actionName": "partner_logout", "actionType": "partner_interactive",
            "mvpd": "Harbor",
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
