// SPDX-License-Identifier: Apache-2.0
// GET logout/{mvpd}.

import Formats
import Testing

@testable import ReferenceService

@Suite struct LogoutTests {
  static let query = "?redirectUrl=https%3A%2F%2Forchard.example%2F"

  @Test(arguments: [
    ("Harbor", "partner_logout", "partner_interactive", false),
    ("Quarry", "logout", "interactive", true), ("Lantern", "complete", "none", false),
    ("Driftwood", "complete", "none", false), ("FreeHour", "complete", "none", false),
    ("Riverbank", "invalid", "none", false),
  ])
  func `tells what is left to do`(mvpd: String, name: String, type: String, hasURL: Bool) {
    let walk = ProfilesTests.signedIn()
    walk.signIn("Lantern")
    // The framework's status is not part of a logout.
    let answer = walk.get("logout/\(mvpd)\(Self.query)", ["AP-Partner-Framework-Status": nil])
    #expect(answer.status == 200)
    #expect(answer["logouts"].object?.names == [mvpd])
    #expect(answer["logouts.\(mvpd).actionName"] == .string(name))
    #expect(answer["logouts.\(mvpd).actionType"] == .string(type))
    #expect(answer["logouts.\(mvpd).mvpd"] == .string(mvpd))
    #expect((answer["logouts.\(mvpd).url"] != .null) == hasURL)
  }

  @Test func `removes the profiles of that MVPD on that device, and no other`() {
    let walk = ProfilesTests.signedIn()
    var other = walk
    other.device = "device-2"
    other.signIn("Quarry")
    #expect(walk.get("logout/Quarry\(Self.query)").status == 200)
    #expect(walk.get("profiles")["profiles"].object?.names == ["Harbor"])
    #expect(other.get("profiles")["profiles"].object?.names == ["Quarry"])
    #expect(
      walk.get("logout/Quarry\(Self.query)")["logouts.Quarry.actionName"] == "invalid")
    #expect(
      walk.decide("authorize", "Quarry", ["orchard-live"]).summary
        == "403 authenticated_profile_missing")
  }

  @Test func `finds no profile that has expired`() {
    var walk = Walk.ready()
    walk.signInWithPartner("tvp-mayfly-2206")
    walk.clock.advance(by: .milliseconds(1500))
    #expect(
      walk.get("logout/Mayfly\(Self.query)")["logouts.Mayfly.actionName"] == "invalid")
  }

  @Test func `lets the user return in silence while the framework is signed in`() {
    var walk = ProfilesTests.signedIn()
    #expect(walk.get("logout/Harbor\(Self.query)").status == 200)
    #expect(walk.partnerSession()["actionName"] == "partner_profile")
    #expect(walk.signInWithPartner("tvp-harbor-2201").status == 201)
  }

  @Test(arguments: ["", "?redirectUrl=", "?redirectUrl=here", "?redirect_url=https%3A%2F%2Fx.y"])
  func `wants to know where to go`(query: String) {
    let walk = ProfilesTests.signedIn()
    #expect(walk.get("logout/Quarry\(query)").summary == "400 invalid_parameter_redirect_url")
    #expect(walk.get("profiles/Quarry")["profiles"].object?.names == ["Quarry"])
  }
}
