// SPDX-License-Identifier: Apache-2.0
// /reggie/v1/{requestor}/regcode, GET /api/v1/authenticate, and the calls of the second screen.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

struct V1RegistrationCodeTests {
  private let walk = Walk.ready()

  static let path = "reggie/v1/ORCHARD/regcode"

  @Test func `creates a record`() {
    let answer = walk.post(
      v1: Self.path, walk.common(["mvpd": "Quarry", "deviceType": "AppleTV"]),
      headers: ["User-Agent": "AppleTV11,1"])
    #expect(answer.status == 201 && answer["id"].string.map(UUIDText.isUUID) == true)
    #expect(answer["code"].string?.utf8.count == 7)
    answer.expect([
      "requestor": "ORCHARD", "mvpd": "Quarry", "generated": 1_893_456_000_000,
      "expires": 1_893_457_800_000, "info.deviceId": .string(Base64.encode("device-1")),
      "info.deviceType": "AppleTV", "info.deviceInfo": .string(Walk.information),
      "info.userAgent": "AppleTV11,1", "info.originalUserAgent": "AppleTV11,1",
      "info.authorizationType": "OAUTH2",
    ])
    #expect(answer["info.sourceApplicationInformation.id"].string?.isEmpty == false)
    let code = answer["code"].string ?? ""
    #expect(walk.v1("\(Self.path)/\(code)", []).json == answer.json && walk.newCode() != code)
  }

  @Test func `writes the record in XML`() {
    let answer = walk.post(v1: "\(Self.path).xml", walk.common(["mvpd": "Quarry"]))
    #expect(answer.status == 201 && answer.xml?.name == "ns2:regcode")
    #expect(answer.xml?.namespaceURI == "model.mvc.reggie.pass.adobe.com")
    #expect(answer.xml("/regcode/code").first?.utf8.count == 7)
    answer.expectXML([
      "/regcode/expires": ["1893457800000"], "/regcode/info/deviceId": [Base64.encode("device-1")],
    ])
  }

  @Test func `takes parameters from the query, and the device information from the form`() {
    #expect(walk.v1("POST", Self.path).status == 201)
    let form = walk.common(["device_info": Walk.information])
    let answer = walk.post(v1: Self.path, form, headers: ["X-Device-Info": nil])
    answer.expect(["info.deviceInfo": .string(Walk.information), "mvpd": .null])
  }

  @Test(arguments: [
    ("ttl", "36000", 201), ("ttl", "1", 201), ("ttl", "36001", 400), ("ttl", "0", 400),
    ("ttl", "-1", 400), ("ttl", "1.5", 400), ("ttl", "99999999999999999999", 400),
    ("ttl", "an hour", 400), ("mvpd", "Nobody", 400), ("mvpd", "Faraway", 400),
    ("mvpd", "FreeHour", 400), ("mvpd", "Quarry", 201), ("mvpd", "", 201),
  ])
  func `takes what is right`(name: String, value: String, status: Int) {
    #expect(walk.post(v1: Self.path, walk.common([name: value])).status == status)
  }

  @Test(arguments: [(nil, 1800), ("60", 60), ("36000", 36000)])
  func `ends a code by time`(timeToLive: String?, seconds: Int) {
    let code = walk.newCode(["ttl": timeToLive])
    walk.clock.advance(by: .seconds(seconds) - .milliseconds(1))
    // The access token may be over by then.
    var later = walk
    later.token = walk.newToken()
    #expect(later.v1("\(Self.path)/\(code)", []).status == 200)
    walk.clock.advance(by: .milliseconds(1))
    #expect(later.v1("\(Self.path)/\(code)", []).error == "404 Not Found")
    #expect(later.v1("DELETE", "\(Self.path)/\(code)", []).status == 404)
    #expect(later.logIn(code, "Quarry").isEmpty)
  }

  @Test func `deletes a code`() {
    let (code, other) = (walk.newCode(), walk.newCode())
    #expect(walk.v1("DELETE", "reggie/v1/MEADOW/regcode/\(code)", []).status == 404)
    let answer = walk.v1("DELETE", "\(Self.path)/\(code)", [])
    #expect(answer.status == 204 && answer.response.body.isEmpty)
    #expect(walk.v1("\(Self.path)/\(code)", []).error == "404 Not Found")
    #expect(walk.logIn(code, "Quarry").isEmpty && walk.logIn(other, "Quarry").count == 3)
  }

  @Test func `signs in a device by a code, and tells both screens`() {
    let code = walk.newCode()
    let screen = [("requestor", "ORCHARD")]
    let decision = screen + [("resource", "orchard-live")]
    #expect(walk.v1("api/v1/checkauthn/\(code)", screen).error == "403 Forbidden")
    #expect(walk.v1("api/v1/preauthorize/\(code)", decision).error == "412 User not authenticated")
    let locations = walk.logIn(code, "Quarry")
    #expect(locations.last == Walk.redirectURL)
    #expect(locations.dropLast().allSatisfy { $0.hasPrefix("http://127.0.0.1:8080/mvpd/Quarry/") })
    #expect(walk.state() == [200, 200, 200, 404, 200, 403])
    #expect(walk.v1("api/v1/tokens/authn")["mvpd"] == "Quarry")
    let check = walk.v1("api/v1/checkauthn/\(code)", screen)
    #expect(check.status == 200 && check.response.body.isEmpty)
    #expect(
      walk.v1("api/v1/preauthorize/\(code)", decision)["resources.0"]
        == ["id": "orchard-live", "authorized": true])
    for (code, requestor) in [("ABCDEFG", "ORCHARD"), (code, "MEADOW")] {
      #expect(
        walk.v1("api/v1/checkauthn/\(code)", [("requestor", requestor)]).error == "403 Forbidden")
    }
    #expect(walk.v1("DELETE", "api/v1/logout").status == 204)
    #expect(walk.v1("api/v1/checkauthn/\(code)", screen).status == 403)
  }

  @Test(
    arguments: [
      ("reg_code", nil), ("reg_code", "ABCDEFG"), ("requestor_id", nil), ("requestor_id", "MEADOW"),
      ("requestor_id", "NOBODY"), ("mso_id", nil), ("mso_id", "Nobody"), ("mso_id", "Faraway"),
      ("mso_id", "FreeHour"), ("domain_name", nil), ("domain_name", "elsewhere.example"),
      ("noflash", nil), ("noflash", "false"), ("no_iframe", nil), ("redirect_url", nil),
      ("redirect_url", "nowhere"),
    ] as [(String, String?)])
  func `shows a page for what can't be authenticated`(name: String, value: String?) {
    let fields = walk.loginFields(walk.newCode(), "Quarry").compactMap { field in
      field.0 == name ? value.map { (name, $0) } : field
    }
    let answer = walk.v1("api/v1/authenticate", fields)
    #expect(answer.status == 400 && answer.response.headers["Content-Type"] == "text/html")
  }

  @Test func `sends the user agent to the login without a token, once for each ticket`() {
    let code = walk.newCode()
    let first = walk.v1(
      "api/v1/authenticate", walk.loginFields(code, "Quarry"), headers: ["Authorization": nil])
    #expect(first.status == 302)
    let login = String((first.response.headers["Location"] ?? "").dropFirst(21))
    #expect(login.hasPrefix("/mvpd/Quarry/login?"))
    #expect(walk.send("GET", login.replacing("Quarry", with: "Harbor")).status == 400)
    let second = walk.send("GET", login)
    let last = String((second.response.headers["Location"] ?? "").dropFirst(21))
    #expect(walk.send("GET", last.replacing("Quarry", with: "Harbor")).status == 400)
    #expect(walk.v1("api/v1/checkauthn").status == 403)
    #expect(walk.send("GET", last).response.headers["Location"] == Walk.redirectURL)
    #expect(walk.send("GET", last).status == 400 && walk.v1("api/v1/checkauthn").status == 200)
  }
}
