// SPDX-License-Identifier: Apache-2.0
// checkauthn, tokens/authn, usermetadata and logout of REST API V1.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

@Suite struct V1AuthenticationTests {
  @Test func `says with nothing that a device is authenticated`() {
    let walk = Walk.ready()
    #expect(walk.v1("api/v1/checkauthn").error == "403 Authentication token expired")
    walk.signInWithPlatform()
    let answer = walk.v1("api/v1/checkauthn")
    #expect(answer.status == 200)
    #expect(answer.response.body.isEmpty)
  }

  @Test func `follows the life of an authentication`() {
    let walk = Walk.ready()
    #expect(walk.state() == [403, 404, 412, 412, 412, 403])
    walk.signInWithPlatform("Mayfly", "tvp-mayfly-2206")
    #expect(walk.authorizeV1().status == 200)
    walk.clock.advance(by: .milliseconds(1499))
    #expect(walk.state() == [200, 200, 200, 200, 200, 200])
    walk.clock.advance(by: .milliseconds(1))
    #expect(walk.state() == [403, 410, 412, 412, 412, 403])
    #expect(walk.v1("api/v1/tokens/authn").error == "410 Gone")
    #expect(walk.authorizeV1().error == "403 User not authenticated")
    #expect(walk.v1("DELETE", "api/v1/logout").status == 204)
    #expect(walk.state() == [403, 404, 412, 412, 412, 403])
  }

  @Test func `tells the token in XML`() {
    let walk = Walk.ready()
    walk.signInWithPlatform()
    let answer = walk.v1("api/v1/tokens/authn.xml")
    #expect(answer.xml("/authentication/expires") == ["1896048000000"])
    #expect(answer.xml("/authentication/userId") == [Base64.encode("user-9")])
    #expect(answer.xml("/authentication/mvpd") == ["Harbor"])
    #expect(answer.xml("/authentication/requestor") == ["ORCHARD"])
  }

  @Test func `tells the metadata, and where the sign-in came from`() {
    let walk = Walk.ready()
    walk.signInWithPlatform()
    let answer = walk.v1("api/v1/tokens/usermetadata")
    #expect(answer.status == 200)
    #expect(answer["updated"] == 1_893_456_000)
    #expect(answer["encrypted"] == ["zip"])
    #expect(
      answer["data"] == [
        "userID": .string(Base64.encode("user-9")), "householdID": "harbor-home-5",
        "zip": ["a2V5LWNpcGhlci0xMDE3"], "maxRating": ["MPAA": "PG-13", "VCHIP": "TV-14"],
        "channelID": ["orchard-live", "orchard-archive"], "is_hoh": "1", "tokenSource": "Apple",
      ])
    walk.logIn(walk.newCode(), "Harbor")
    let regular = walk.v1("api/v1/tokens/usermetadata")
    #expect(regular["data.householdID"] == "harbor-home-5")
    #expect(regular["data.tokenSource"] == .null)
  }

  @Test func `tells the metadata in XML where nothing is said`() {
    let walk = Walk.ready()
    walk.signInWithPlatform()
    let answer = walk.v1("api/v1/tokens/usermetadata", headers: ["Accept": nil])
    #expect(answer.xml("/userMetadata/updated") == ["1893456000"])
    #expect(answer.xml("/userMetadata/encrypted/item") == ["zip"])
    #expect(answer.xml("/userMetadata/data/maxRating/MPAA") == ["PG-13"])
    #expect(answer.xml("/userMetadata/data/tokenSource") == ["Apple"])
  }

  @Test func `logs out that device for that requestor`() {
    let walk = Walk.ready()
    var otherDevice = walk
    otherDevice.device = "device-2"
    var otherRequestor = walk
    otherRequestor.provider = "MEADOW"
    for walk in [walk, otherDevice, otherRequestor] {
      #expect(walk.signInWithPlatform().status == 204)
      #expect(walk.authorizeV1().status == 200)
    }
    let answer = walk.v1("DELETE", "api/v1/logout")
    #expect(answer.status == 204)
    #expect(answer.response.body.isEmpty)
    #expect(walk.state() == [403, 404, 412, 412, 412, 403])
    #expect(otherDevice.state() == [200, 200, 200, 200, 200, 200])
    #expect(otherRequestor.state() == [200, 200, 200, 200, 200, 200])
    #expect(walk.v1("DELETE", "api/v1/logout").status == 204)
    // The framework is still signed in.
    #expect(walk.signInWithPlatform().status == 204)
    #expect(walk.state() == [200, 200, 200, 404, 200, 403])
  }

  @Test func `keeps apart from the other version`() {
    let walk = Walk.ready()
    walk.signInWithPlatform()
    #expect(walk.get("profiles").json == ["profiles": [:]])
    var second = walk
    second.device = "device-2"
    second.signIn("Quarry")
    #expect(second.v1("api/v1/checkauthn").status == 403)
  }
}
