// SPDX-License-Identifier: Apache-2.0
// preauthorize, authorize, tokens/authz and tokens/media of REST API V1, and its enhanced errors.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

struct V1AuthorizationTests {
  private let walk: Walk = {
    let walk = Walk.ready()
    walk.signInWithPlatform()
    return walk
  }()

  private func preauthorize(_ resources: String) -> Answer {
    walk.v1("api/v1/preauthorize", walk.common(["resource": resources]))
  }

  @Test func `preauthorizes a list`() {
    let answer = preauthorize("orchard-live,orchard-premium,orchard-late,unknown")
    #expect(answer.response.headers["Adobe-Request-Id"].map(UUIDText.isUUID) == true)
    #expect(answer.response.headers["Adobe-Response-Confidence"] == "full")
    #expect(answer["resources"].array?.count == 4)
    answer.expect([
      "HTTP": 200, "resources.0": ["id": "orchard-live", "authorized": true],
      "resources.1.id": "orchard-premium", "resources.1.authorized": false,
      "resources.1.error.status": 403, "resources.1.error.code": "preauthorization_denied_by_mvpd",
      "resources.1.error.details": "Your package does not include \"Orchard Premium\".",
      "resources.2.error.code": "authorization_denied_by_parental_controls",
      "resources.3.error.code": "preauthorization_denied_by_mvpd",
      "resources.3.error.action": "none", "resources.3.error.details": .null,
    ])
  }

  @Test func `preauthorizes in XML`() {
    let answer = walk.v1(
      "api/v1/preauthorize.xml", walk.common(["resource": "orchard-live,orchard-premium"]))
    answer.expectXML([
      "/resources/resource/id": ["orchard-live", "orchard-premium"],
      "/resources/resource/authorized": ["true", "false"],
      "/resources/resource/error/status": ["403"],
    ])
  }

  @Test(arguments: [("a,b,c,d,e", 200), ("a,b,c,d,e,f", 403), ("", 400), (",", 400)])
  func `takes so many resources`(resources: String, status: Int) {
    let answer = preauthorize(resources)
    #expect(answer.status == status)
    if status == 403 {
      answer.expect(["code": "too_many_resources", "action": "configuration"])
    }
  }

  @Test(arguments: ["preauthorize", "authorize", "tokens/authz", "tokens/media", "mediatoken"])
  func `wants a resource`(path: String) {
    #expect(walk.authorizeV1().status == 200)
    #expect(walk.v1("api/v1/\(path)").error == "400 Required 'resource' is not present")
  }

  @Test func `authorizes what the MVPD permits`() {
    let answer = walk.authorizeV1()
    let expected: JSONValue = [
      "mvpd": "Harbor", "resource": "orchard-live", "requestor": "ORCHARD",
      "expires": "1893460620000",
    ]
    #expect(answer.status == 200 && answer.json == expected)
    let query = walk.common(["resource": "orchard-live"])
    #expect(walk.v1("api/v1/tokens/authz", query).json == expected)
    for path in ["authorize", "tokens/authz"] {
      walk.v1("api/v1/\(path).xml", query).expectXML([
        "/authorization/expires": ["1893460620000"], "/authorization/resource": ["orchard-live"],
      ])
    }
    #expect(walk.state(resource: "orchard-kids") == [200, 200, 200, 404, 200, 403])
  }

  @Test(arguments: [
    ("orchard-premium", "Your package does not include \"Orchard Premium\"."),
    ("orchard-stadium", nil), ("unknown", nil),
  ])
  func `refuses what it does not`(resource: String, details: String?) {
    let answer = walk.authorizeV1(resource)
    #expect(answer.error == "403 User not authorized" && answer["details"].string == details)
    #expect(walk.state(resource: resource) == [200, 200, 200, 404, 200, 403])
  }

  @Test func `tells the want of an authentication apart from that of an authorization`() {
    #expect(Walk.ready().authorizeV1().error == "403 User not authenticated")
    #expect(Walk.ready().authorizeV1("unknown").error == "403 User not authenticated")
  }

  @Test func `renews an authorization when it is over`() {
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
    #expect(walk.authorizeV1().status == 200)
    var saml = walk.saml(mvpd, issuer: issuer)
    saml.subject = saml.subject.replacing("user-9", with: user)
    let answer = walk.post(v1: "api/v1/tokens/authn", walk.exchangeFields(saml, mvpd: mvpd))
    #expect(answer.status < 300)
    #expect(walk.state()[3] == status)
  }

  @Test(arguments: ["tokens/media", "mediatoken"])
  func `gives a media token for what is authorized`(path: String) {
    let query = walk.common(["resource": "orchard-live"])
    #expect(walk.v1("api/v1/\(path)", query).error == "403 User not authorized")
    #expect(walk.authorizeV1().status == 200)
    let answer = walk.v1("api/v1/\(path)", query)
    answer.expect([
      "HTTP": 200, "resource": "orchard-live", "requestor": "ORCHARD", "mvpdId": "Harbor",
      "userId": .string(Base64.encode("user-9")), "expires": "1893456420000",
    ])
    #expect(Base64.decode(answer["serializedToken"].string ?? "-")?.isEmpty == false)
    let xml = walk.v1("api/v1/\(path).xml", query)
    xml.expectXML(["/play/mvpdId": ["Harbor"], "/play/expires": ["1893456420000"]])
  }

  @Test func `reads the resource out of an MRSS fragment`() {
    let fragment = """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>\
      <title>orchard-live</title><item><title>A game</title>\
      <media:rating scheme="urn:v-chip">tv-pg</media:rating></item></channel></rss>
      """
    walk.authorizeV1(fragment).expect(["HTTP": 200, "resource": .string(fragment)])
    #expect(walk.state(resource: fragment) == [200, 200, 200, 200, 200, 200])
    for broken in ["<rss", "<rss/>", fragment.replacing("-live", with: "-stadium")] {
      #expect(walk.authorizeV1(broken).error == "403 User not authorized")
    }
  }
}

struct V1EnhancedErrorsTests {
  private let walk: Walk = {
    var data = ServiceData.standard
    data.hasEnhancedErrorsInV1 = true
    return .ready(data: data)
  }()

  @Test func `writes the flat form, in JSON and XML`() {
    let answer = walk.authorizeV1()
    #expect(
      answer.json.object?.names == ["action", "status", "code", "message", "helpUrl", "trace"])
    #expect(answer["trace"].string.map(UUIDText.isUUID) == true)
    let xml = walk.v1("api/v1/authorize.xml", walk.common(["resource": "orchard-live"]))
    xml.expectXML([
      "/error/code": ["authentication_session_missing"], "/error/action": ["authentication"],
    ])
  }

  @Test(
    arguments: [
      (["requestor": nil], "invalid_requestor"), (["requestor": "NOBODY"], "invalid_requestor"),
      (["deviceId": nil], "invalid_device_id"), (["device_info": "-"], "invalid_device_info"),
      (["device_info": nil], "invalid_device_info"),
      (["device_info": Walk.information], "missing_resource"),
    ] as [(KeyValuePairs<String, String?>, String)])
  func `names what is wrong with a request`(changes: KeyValuePairs<String, String?>, code: String) {
    for path in ["authorize", "tokens/authz", "tokens/media", "preauthorize"] {
      let answer = walk.v1("api/v1/\(path)", walk.common(changes), headers: ["X-Device-Info": nil])
      #expect(answer.summary == "400 \(code)" && answer["action"] == "none")
    }
  }

  /// The status and the code of each call that decides.
  private static func decisions(_ walk: Walk, _ resource: String = "orchard-live") -> [String] {
    ["authorize", "tokens/authz", "tokens/media", "preauthorize"].map { path in
      walk.v1("api/v1/\(path)", walk.common(["resource": resource])).summary
    }
  }

  @Test func `names the want of an authentication`() {
    #expect(
      Self.decisions(walk) == [
        "403 authentication_session_missing", "412 authentication_session_missing",
        "403 authentication_session_missing", "412 preauthorization_authentication_session_missing",
      ])
    walk.signInWithPlatform("Mayfly", "tvp-mayfly-2206")
    walk.clock.advance(by: .milliseconds(1500))
    #expect(
      Self.decisions(walk) == [
        "403 authentication_session_expired", "412 authentication_session_expired",
        "403 authentication_session_expired", "412 preauthorization_authentication_session_expired",
      ])
  }

  @Test(arguments: [
    ("orchard-stadium", "authorization_denied_by_mvpd"),
    ("orchard-late", "authorization_denied_by_parental_controls"),
  ])
  func `names why a resource is denied`(resource: String, code: String) {
    walk.signInWithPlatform()
    #expect(
      Self.decisions(walk, resource) == [
        "403 \(code)", "404 authorization_not_found", "403 authorization_not_found", "200",
      ])
  }

  @Test func `names the end of an authorization`() {
    walk.signInWithPlatform()
    #expect(walk.authorizeV1().status == 200)
    walk.clock.advance(by: .seconds(77 * 60))
    let query = walk.common(["resource": "orchard-live"])
    #expect(walk.v1("api/v1/tokens/authz", query).summary == "410 authorization_expired")
    #expect(walk.v1("api/v1/tokens/media", query).summary == "403 authorization_not_found")
  }

  @Test func `has no code for what the documents have none`() {
    #expect(walk.v1("api/v1/checkauthn").json.object?.names == ["status", "message"])
    #expect(walk.v1("api/v1/tokens/authn").json.object?.names == ["status", "message"])
    let request = walk.v1("api/v1/ORCHARD/profile-requests/Harbor", [])
    #expect(request.json.object?.names == ["status", "message"])
    let unknown = walk.v1("api/v1/ORCHARD/profile-requests/Nobody", [("deviceType", "tvOS")])
    #expect(unknown.summary == "400 unknown_integration" && unknown["action"] == "configuration")
  }
}
