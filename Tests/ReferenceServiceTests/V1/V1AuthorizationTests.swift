// SPDX-License-Identifier: Apache-2.0
// preauthorize, authorize, tokens/authz and tokens/media of REST API V1.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

@Suite struct V1AuthorizationTests {
  private static func signedIn() -> Walk {
    let walk = Walk.ready()
    walk.signInWithPlatform()
    return walk
  }

  private static func preauthorize(_ walk: Walk, _ resources: String) -> Answer {
    walk.v1("api/v1/preauthorize", walk.common(["resource": resources]))
  }

  @Test func `preauthorizes a list`() {
    let answer = Self.preauthorize(
      Self.signedIn(), "orchard-live,orchard-premium,orchard-late,unknown")
    #expect(answer.status == 200)
    #expect(answer.response.headers["Adobe-Request-Id"].map(UUIDText.isUUID) == true)
    #expect(answer.response.headers["Adobe-Response-Confidence"] == "full")
    #expect(answer["resources"].array?.count == 4)
    #expect(answer["resources.0"] == ["id": "orchard-live", "authorized": true])
    #expect(answer["resources.1.id"] == "orchard-premium")
    #expect(answer["resources.1.authorized"] == false)
    #expect(answer["resources.1.error.status"] == 403)
    #expect(answer["resources.1.error.code"] == "preauthorization_denied_by_mvpd")
    #expect(
      answer["resources.1.error.details"]
        == "Your package does not include \"Orchard Premium\".")
    #expect(
      answer["resources.2.error.code"] == "authorization_denied_by_parental_controls")
    #expect(answer["resources.3.error.code"] == "preauthorization_denied_by_mvpd")
    #expect(answer["resources.3.error.action"] == "none")
    #expect(answer["resources.3.error.details"] == .null)
  }

  @Test func `preauthorizes in XML`() {
    let walk = Self.signedIn()
    let answer = walk.v1(
      "api/v1/preauthorize.xml", walk.common(["resource": "orchard-live,orchard-premium"]))
    #expect(answer.xml("/resources/resource/id") == ["orchard-live", "orchard-premium"])
    #expect(answer.xml("/resources/resource/authorized") == ["true", "false"])
    #expect(answer.xml("/resources/resource/error/status") == ["403"])
  }

  @Test(arguments: [
    ("a,b,c,d,e", 200), ("a,b,c,d,e,f", 403), ("", 400), (",", 400),
  ])
  func `takes so many resources`(resources: String, status: Int) {
    let answer = Self.preauthorize(Self.signedIn(), resources)
    #expect(answer.status == status)
    if status == 403 {
      #expect(answer["code"] == "too_many_resources")
      #expect(answer["action"] == "configuration")
    }
  }

  @Test(arguments: ["preauthorize", "authorize", "tokens/authz", "tokens/media", "mediatoken"])
  func `wants a resource`(path: String) {
    let walk = Self.signedIn()
    #expect(walk.authorizeV1().status == 200)
    let answer = walk.v1("api/v1/\(path)")
    #expect(answer.error == "400 Required 'resource' is not present")
  }

  @Test func `authorizes what the MVPD permits`() {
    let walk = Self.signedIn()
    let answer = walk.authorizeV1()
    let expected: JSONValue = [
      "mvpd": "Harbor", "resource": "orchard-live", "requestor": "ORCHARD",
      "expires": "1893460620000",
    ]
    #expect(answer.status == 200)
    #expect(answer.json == expected)
    let query = walk.common(["resource": "orchard-live"])
    #expect(walk.v1("api/v1/tokens/authz", query).json == expected)
    for path in ["authorize", "tokens/authz"] {
      let xml = walk.v1("api/v1/\(path).xml", query)
      #expect(xml.xml("/authorization/expires") == ["1893460620000"])
      #expect(xml.xml("/authorization/resource") == ["orchard-live"])
    }
    #expect(walk.state(resource: "orchard-kids") == [200, 200, 200, 404, 200, 403])
  }

  @Test(arguments: [
    ("orchard-premium", "Your package does not include \"Orchard Premium\"."),
    ("orchard-stadium", nil), ("unknown", nil),
  ])
  func `refuses what it does not`(resource: String, details: String?) {
    let walk = Self.signedIn()
    let answer = walk.authorizeV1(resource)
    #expect(answer.error == "403 User not authorized")
    #expect(answer["details"].string == details)
    #expect(walk.state(resource: resource) == [200, 200, 200, 404, 200, 403])
  }

  @Test func `tells the want of an authentication apart from that of an authorization`() {
    #expect(Walk.ready().authorizeV1().error == "403 User not authenticated")
    #expect(Walk.ready().authorizeV1("unknown").error == "403 User not authenticated")
  }

  @Test func `renews an authorization when it is over`() {
    let walk = Self.signedIn()
    #expect(walk.authorizeV1()["expires"] == "1893460620000")
    walk.clock.advance(by: .milliseconds(77 * 60_000 - 1))
    #expect(walk.authorizeV1()["expires"] == "1893460620000")
    #expect(walk.state() == [200, 200, 200, 200, 200, 200])
    walk.clock.advance(by: .milliseconds(1))
    #expect(walk.state() == [200, 200, 200, 410, 200, 403])
    #expect(walk.authorizeV1()["expires"] == "1893465240000")
    #expect(walk.state() == [200, 200, 200, 200, 200, 200])
  }

  @Test(arguments: [
    ("user-9", "Harbor", "tvp-harbor-2201", 200), ("user-8", "Harbor", "tvp-harbor-2201", 404),
    ("user-9", "Lantern", "tvp-lantern-2202", 404),
  ])
  func `ends the authorizations when another user signs in`(
    user: String, mvpd: String, issuer: String, status: Int
  ) {
    let walk = Self.signedIn()
    #expect(walk.authorizeV1().status == 200)
    var saml = walk.saml(mvpd, issuer: issuer)
    saml.subject = saml.subject.replacing("user-9", with: user)
    let answer = walk.post(v1: "api/v1/tokens/authn", walk.exchangeFields(saml, mvpd: mvpd))
    #expect(answer.status < 300)
    #expect(walk.state()[3] == status)
  }

  @Test(arguments: ["tokens/media", "mediatoken"])
  func `gives a media token for what is authorized`(path: String) {
    let walk = Self.signedIn()
    let query = walk.common(["resource": "orchard-live"])
    #expect(walk.v1("api/v1/\(path)", query).error == "403 User not authorized")
    #expect(walk.authorizeV1().status == 200)
    let answer = walk.v1("api/v1/\(path)", query)
    #expect(answer.status == 200)
    #expect(answer["resource"] == "orchard-live")
    #expect(answer["requestor"] == "ORCHARD")
    #expect(answer["mvpdId"] == "Harbor")
    #expect(answer["userId"] == .string(Base64.encode("user-9")))
    #expect(answer["expires"] == "1893456420000")
    #expect(Base64.decode(answer["serializedToken"].string ?? "-")?.isEmpty == false)
    let xml = walk.v1("api/v1/\(path).xml", query)
    #expect(xml.xml("/play/mvpdId") == ["Harbor"])
    #expect(xml.xml("/play/expires") == ["1893456420000"])
  }

  @Test func `reads the resource out of an MRSS fragment`() {
    let walk = Self.signedIn()
    let fragment = """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>\
      <title>orchard-live</title><item><title>A game</title>\
      <media:rating scheme="urn:v-chip">tv-pg</media:rating></item></channel></rss>
      """
    let answer = walk.authorizeV1(fragment)
    #expect(answer.status == 200)
    #expect(answer["resource"] == .string(fragment))
    #expect(walk.state(resource: fragment) == [200, 200, 200, 200, 200, 200])
    for broken in ["<rss", "<rss/>", fragment.replacing("-live", with: "-stadium")] {
      #expect(walk.authorizeV1(broken).error == "403 User not authorized")
    }
  }
}
