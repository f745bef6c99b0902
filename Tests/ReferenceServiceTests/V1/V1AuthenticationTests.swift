// SPDX-License-Identifier: Apache-2.0
// profile-requests, checkauthn, tokens/authn, usermetadata and logout of REST API V1.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

struct V1AuthenticationTests {
  private let walk = Walk.ready()

  @Test func `follows the life of an authentication`() {
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

  @Test func `tells the token in XML, and the metadata where nothing is said`() {
    walk.signInWithPlatform()
    walk.v1("api/v1/tokens/authn.xml").expectXML([
      "/authentication/expires": ["1896048000000"],
      "/authentication/userId": [Base64.encode("user-9")], "/authentication/mvpd": ["Harbor"],
      "/authentication/requestor": ["ORCHARD"],
    ])
    walk.v1("api/v1/tokens/usermetadata", headers: ["Accept": nil]).expectXML([
      "/userMetadata/updated": ["1893456000"], "/userMetadata/encrypted/item": ["zip"],
      "/userMetadata/data/maxRating/MPAA": ["PG-13"], "/userMetadata/data/tokenSource": ["Apple"],
    ])
  }

  @Test func `tells the metadata, and where the sign-in came from`() {
    walk.signInWithPlatform()
    walk.v1("api/v1/tokens/usermetadata").expect([
      "HTTP": 200, "updated": 1_893_456_000, "encrypted": ["zip"],
      "data": [
        "userID": .string(Base64.encode("user-9")), "householdID": "harbor-home-5",
        "zip": ["a2V5LWNpcGhlci0xMDE3"], "maxRating": ["MPAA": "PG-13", "VCHIP": "TV-14"],
        "channelID": ["orchard-live", "orchard-archive"], "is_hoh": "1", "tokenSource": "Apple",
      ],
    ])
    walk.logIn(walk.newCode(), "Harbor")
    let regular = walk.v1("api/v1/tokens/usermetadata")
    regular.expect(["data.householdID": "harbor-home-5", "data.tokenSource": .null])
  }

  @Test func `logs out that device for that requestor`() {
    let otherDevice = walk.with(device: "device-2")
    let otherRequestor = walk.with(provider: "MEADOW")
    for walk in [walk, otherDevice, otherRequestor] {
      #expect(walk.signInWithPlatform().status == 204 && walk.authorizeV1().status == 200)
    }
    let answer = walk.v1("DELETE", "api/v1/logout")
    #expect(answer.status == 204 && answer.response.body.isEmpty)
    #expect(walk.state() == [403, 404, 412, 412, 412, 403])
    #expect(otherDevice.state() == [200, 200, 200, 200, 200, 200])
    #expect(otherRequestor.state() == [200, 200, 200, 200, 200, 200])
    #expect(walk.v1("DELETE", "api/v1/logout").status == 204)
    // The framework is still signed in.
    #expect(walk.signInWithPlatform().status == 204)
    #expect(walk.state() == [200, 200, 200, 404, 200, 403])
  }

  @Test func `keeps apart from the other version`() {
    walk.signInWithPlatform()
    #expect(walk.get("profiles").json == ["profiles": [:]])
    let second = walk.with(device: "device-2")
    second.signIn("Quarry")
    #expect(second.v1("api/v1/checkauthn").status == 403)
  }
}

struct V1TokenExchangeTests {
  private let walk = Walk.ready()

  @Test(arguments: ["iOS", "tvOS"])
  func `gives a request for the partner framework`(platform: String) {
    let answer = walk.v1(
      "api/v1/ORCHARD/profile-requests/Harbor", [("deviceType", platform)],
      headers: ["X-Device-Info": nil])
    #expect(answer.status == 200)
    #expect(answer.response.headers["Content-Type"] == "application/octet-stream")
    let text = String(decoding: answer.response.body, as: UTF8.self)
    let request = Base64.decode(text).flatMap { try? XMLReader.read($0) }
    #expect(request?.name == "samlp:AuthnRequest")
    #expect(request?.first("Issuer")?.text == "https://saml.sp.auth.adobe.com")
    #expect(walk.profileRequestID("Harbor") != walk.profileRequestID("Harbor"))
  }

  @Test(
    arguments: [
      ("Harbor", nil), ("Harbor", ""), ("Harbor", "ios"), ("Harbor", "AppleTV"),
      ("Harbor", "macOS"), ("Nobody", "tvOS"), ("Faraway", "tvOS"), ("Closed", "tvOS"),
      ("Quarry", "tvOS"), ("Pinewood", "tvOS"), ("Riverbank", "tvOS"), ("FreeHour", "tvOS"),
      ("tvp-harbor-2201", "tvOS"),
    ] as [(String, String?)])
  func `refuses a request that nobody could answer`(mvpd: String, platform: String?) {
    let fields = platform.map { [("deviceType", $0)] } ?? []
    let answer = Walk.ready().v1("api/v1/ORCHARD/profile-requests/\(mvpd)", fields)
    answer.expect(["HTTP": 400, "status": 400])
  }

  @Test func `exchanges a response, from the body or the query`() {
    #expect(walk.state() == [403, 404, 412, 412, 412, 403])
    let answer = walk.signInWithPlatform()
    #expect(answer.status == 204 && answer.response.body.isEmpty)
    #expect(walk.state() == [200, 200, 200, 404, 200, 403])
    #expect(
      walk.v1("api/v1/tokens/authn").json == [
        "requestor": "ORCHARD", "mvpd": "Harbor", "userId": .string(Base64.encode("user-9")),
        "expires": "1896048000000",
      ])
    let other = walk.with(device: "device-2")
    #expect(other.v1("api/v1/checkauthn").error == "403 Authentication token expired")
    let fields = other.exchangeFields(other.saml())
    #expect(other.v1("POST", "api/v1/tokens/authn", fields).status == 204)
    let check = other.v1("api/v1/checkauthn")
    #expect(check.status == 200 && check.response.body.isEmpty)
  }

  @Test(arguments: ["requestor", "deviceId", "mvpd", "deviceType", "SAMLResponse"])
  func `wants every parameter`(name: String) {
    for value in [nil, ""] as [String?] {
      let fields = walk.exchangeFields(walk.saml(), [name: value])
      let answer = walk.post(v1: "api/v1/tokens/authn", fields)
      #expect(answer.error == "400 Required '\(name)' is not present")
    }
    #expect(walk.v1("api/v1/checkauthn").status == 403)
  }

  @Test(
    arguments: [
      ("mvpd", "Nobody"), ("mvpd", "Lantern"), ("mvpd", "Quarry"), ("mvpd", "FreeHour"),
      ("deviceType", "Android"), ("deviceType", "TVOS"), ("SAMLResponse", "no Base64"),
      ("SAMLResponse", Base64.encode("no XML")), ("SAMLResponse", Base64.encode("<saml/>")),
    ])
  func `refuses a wrong parameter`(name: String, value: String) {
    let fields = walk.exchangeFields(walk.saml(), [name: value])
    #expect(walk.post(v1: "api/v1/tokens/authn", fields).status == 400)
    #expect(walk.state() == [403, 404, 412, 412, 412, 403])
  }

  @Test func `refuses a response that was encoded twice`() {
    var saml = walk.saml()
    while PercentEncoding.encode(Base64.encode(saml.text)) == Base64.encode(saml.text) {
      saml.attributes += " "
    }
    let twice = PercentEncoding.encode(Base64.encode(saml.text))
    let fields = walk.exchangeFields(saml, ["SAMLResponse": twice])
    #expect(walk.post(v1: "api/v1/tokens/authn", fields).status == 400)
  }

  @Test(arguments: PartnerProfileTests.faults.indices)
  func `refuses a response that does not hold, and leaves things as they are`(fault: Int) {
    walk.logIn(walk.newCode(), "Quarry")
    let before = walk.v1("api/v1/tokens/authn").json
    var saml = walk.saml()
    PartnerProfileTests.faults[fault].1(&saml)
    let answer = walk.post(v1: "api/v1/tokens/authn", walk.exchangeFields(saml))
    #expect(answer.error == "400 Invalid 'SAMLResponse'", "\(PartnerProfileTests.faults[fault].0)")
    #expect(walk.v1("api/v1/tokens/authn").json == before)
    #expect(before["mvpd"] == "Quarry")
  }

  @Test func `takes the answer to a request as long as that lives`() {
    var saml = walk.saml()
    saml.notOnOrAfter = "2031-01-01T00:00:00Z"
    walk.clock.advance(by: .milliseconds(1_799_999))
    #expect(walk.post(v1: "api/v1/tokens/authn", walk.exchangeFields(saml)).status == 204)
    walk.clock.advance(by: .milliseconds(1))
    #expect(walk.post(v1: "api/v1/tokens/authn", walk.exchangeFields(saml)).status == 400)
    #expect(walk.v1("api/v1/checkauthn").status == 200)
  }

  @Test func `takes the answer to a request of that requestor only`() {
    let saml = walk.saml()
    let other = walk.with(provider: "MEADOW")
    #expect(other.post(v1: "api/v1/tokens/authn", other.exchangeFields(saml)).status == 400)
  }

  @Test func `replaces the authentication and what hung on it`() {
    walk.logIn(walk.newCode(), "Quarry")
    #expect(walk.authorizeV1().status == 200 && walk.signInWithPlatform().status == 204)
    #expect(walk.v1("api/v1/tokens/authn")["mvpd"] == "Harbor")
    #expect(walk.state() == [200, 200, 200, 404, 200, 403])
  }
}
