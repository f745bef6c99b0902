// SPDX-License-Identifier: Apache-2.0
// REST API V1 for an account that has asked for enhanced errors.

import Formats
import Testing
import Text

@testable import ReferenceService

@Suite struct V1EnhancedErrorsTests {
  private static func ready() -> Walk {
    var data = ServiceData.standard
    data.hasEnhancedErrorsInV1 = true
    var walk = Walk(data: data)
    walk.token = walk.newToken()
    return walk
  }

  @Test func `writes the flat form, in JSON and XML`() {
    let walk = Self.ready()
    let answer = walk.authorizeV1()
    #expect(
      answer.json.object?.names == ["action", "status", "code", "message", "helpUrl", "trace"])
    #expect(answer["trace"].string.map(UUIDText.isUUID) == true)
    let xml = walk.v1("api/v1/authorize.xml", walk.common(["resource": "orchard-live"]))
    #expect(xml.xml("/error/code") == ["authentication_session_missing"])
    #expect(xml.xml("/error/action") == ["authentication"])
  }

  @Test(
    arguments: [
      (["requestor": nil], "invalid_requestor", "none"),
      (["requestor": "NOBODY"], "invalid_requestor", "none"),
      (["deviceId": nil], "invalid_device_id", "none"),
      (["device_info": "-"], "invalid_device_info", "none"),
      (["device_info": nil], "invalid_device_info", "none"),
      (["device_info": Walk.information], "missing_resource", "none"),
    ] as [(KeyValuePairs<String, String?>, String, String)])
  func `names what is wrong with a request`(
    changes: KeyValuePairs<String, String?>, code: String, action: String
  ) {
    let walk = Self.ready()
    for path in ["authorize", "tokens/authz", "tokens/media", "preauthorize"] {
      let answer = walk.v1(
        "api/v1/\(path)", walk.common(changes), headers: ["X-Device-Info": nil])
      #expect(answer.summary == "400 \(code)")
      #expect(answer["action"] == .string(action))
    }
  }

  /// The status and the code of each call that decides.
  private static func decisions(_ walk: Walk, _ resource: String = "orchard-live") -> [String] {
    ["authorize", "tokens/authz", "tokens/media", "preauthorize"].map { path in
      walk.v1("api/v1/\(path)", walk.common(["resource": resource])).summary
    }
  }

  @Test func `names the want of an authentication`() {
    let walk = Self.ready()
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
    let walk = Self.ready()
    walk.signInWithPlatform()
    #expect(
      Self.decisions(walk, resource) == [
        "403 \(code)", "404 authorization_not_found", "403 authorization_not_found", "200",
      ])
  }

  @Test func `names the end of an authorization`() {
    let walk = Self.ready()
    walk.signInWithPlatform()
    #expect(walk.authorizeV1().status == 200)
    walk.clock.advance(by: .seconds(77 * 60))
    let query = walk.common(["resource": "orchard-live"])
    #expect(walk.v1("api/v1/tokens/authz", query).summary == "410 authorization_expired")
    #expect(walk.v1("api/v1/tokens/media", query).summary == "403 authorization_not_found")
  }

  @Test func `has no code for what the documents have none`() {
    let walk = Self.ready()
    #expect(walk.v1("api/v1/checkauthn").json.object?.names == ["status", "message"])
    #expect(walk.v1("api/v1/tokens/authn").json.object?.names == ["status", "message"])
    let request = walk.v1("api/v1/ORCHARD/profile-requests/Harbor", [])
    #expect(request.json.object?.names == ["status", "message"])
    let unknown = walk.v1("api/v1/ORCHARD/profile-requests/Nobody", [("deviceType", "tvOS")])
    #expect(unknown.summary == "400 unknown_integration")
    #expect(unknown["action"] == "configuration")
  }
}
