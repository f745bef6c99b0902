// SPDX-License-Identifier: Apache-2.0
// Client registration, the checks of every endpoint of REST API V2, and the configuration.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

struct CallerTests {
  private let walk = Walk.ready()

  static let query = "?redirectUrl=https%3A%2F%2Fx.example"

  /// Method and path after the service provider.
  static let endpoints = [
    ("GET", "configuration"), ("POST", "sessions/sso/Apple"), ("POST", "profiles/sso/Apple"),
    ("GET", "profiles"), ("GET", "profiles/Harbor"), ("GET", "profiles/code/ABCDEFG"),
    ("POST", "sessions"), ("POST", "sessions/ABCDEFG"), ("GET", "sessions/ABCDEFG"),
    ("POST", "decisions/preauthorize/Harbor"), ("POST", "decisions/authorize/Harbor"),
    ("GET", "logout/Harbor\(query)"),
  ]

  /// Those that ask for the device.
  static let deviceEndpoints = endpoints.filter { _, path in
    !path.hasPrefix("configuration") && !path.contains("ABCDEFG")
  }

  private func send(
    _ walk: Walk, _ endpoint: (String, String), _ changes: [String: String?] = [:]
  ) -> Answer {
    let body = endpoint.1.hasPrefix("decisions") ? "{\"resources\":[\"orchard-live\"]}" : ""
    return walk.send(
      endpoint.0, "/api/v2/\(walk.provider)/\(endpoint.1)", walk.headers(changes), Array(body.utf8))
  }

  @Test(arguments: endpoints) func `wants a token`(endpoint: (String, String)) {
    let headers: [String?] = [
      nil, "", "Bearer", "Bearer ", "Bearer wrong", walk.token, "Basic \(walk.token)",
      "Bearer \(walk.token) more",
    ]
    for header in headers {
      let answer = send(walk, endpoint, ["Authorization": header])
      #expect(answer.summary == "401 invalid_access_token_client_application", "\(header ?? "-")")
      #expect(answer["action"] == "application-registration")
      #expect(answer.response.headers["Content-Type"] == "application/json")
    }
    #expect(send(walk, endpoint, ["Authorization": "bearer \(walk.token)"]).status != 401)
  }

  @Test(arguments: endpoints)
  func `takes a token until it expires, and not after`(endpoint: (String, String)) {
    let walk = Walk.ready(statement: ServiceData.standard.statements[1].statement)
    walk.clock.advance(by: .milliseconds(999))
    #expect(send(walk, endpoint).status != 401)
    walk.clock.advance(by: .milliseconds(1))
    #expect(send(walk, endpoint).status == 401)
  }

  @Test(arguments: endpoints)
  func `tells an unknown service provider from a foreign token`(endpoint: (String, String)) {
    var walk = Walk.ready()
    walk.provider = "NOBODY"
    #expect(send(walk, endpoint).summary == "400 invalid_parameter_service_provider")
    walk.provider = "ISLAND"
    #expect(send(walk, endpoint).summary == "401 invalid_access_token_service_provider")
    walk.provider = "MEADOW"
    #expect(send(walk, endpoint).status != 401)
  }

  @Test(arguments: deviceEndpoints)
  func `wants a device, and its description`(endpoint: (String, String)) {
    let identifier = Base64.encode("device-1")
    let headers: [(name: String, values: [String?], code: String)] = [
      (
        "AP-Device-Identifier",
        [
          nil, "", "fingerprint", "fingerprint ", identifier, "serial \(identifier)",
          "fingerprint not base64", "fingerprint \(identifier) x",
        ], "invalid_header_device_identifier"
      ),
      (
        "X-Device-Info", [nil, "", "{}", "not base64", Base64.encode("[]"), Base64.encode("{")],
        "invalid_header_device_info"
      ),
    ]
    for header in headers {
      for value in header.values {
        let answer = send(walk, endpoint, [header.name: value])
        #expect(answer.summary == "400 \(header.code)", "\(value ?? "-")")
      }
    }
    #expect(!send(walk, endpoint).summary.contains("invalid_header_device"))
  }

  @Test(arguments: [
    ("Authorization", "401 invalid_access_token_client_application"),
    ("AP-Device-Identifier", "400 invalid_header_device_identifier"),
    ("X-Device-Info", "400 invalid_header_device_info"),
    ("AP-Partner-Framework-Status", "400 invalid_header_pfs_permission_access_not_present"),
  ])
  func `takes no field that comes twice, even with one value`(name: String, summary: String) {
    let walk = Walk.ready(grantedFor: "tvp-harbor-2201")
    for repetitions in [1, 2] {
      var list = HeaderList([HeaderField("Host", "127.0.0.1:8080")])
      for (header, value) in walk.headers() {
        for _ in 0..<(header == name ? repetitions : 1) { list.append(header, value) }
      }
      let answer = Answer(
        response: walk.service.answer(
          HTTPRequest(
            method: "POST", target: "/api/v2/ORCHARD/profiles/sso/Apple", headers: list,
            body: Array("SAMLResponse=x".utf8)), from: "127.0.0.1"))
      #expect(
        answer.summary == (repetitions == 1 ? "400 invalid_parameter_saml_response" : summary))
    }
  }

  @Test(arguments: [
    ("Nobody", "invalid_parameter_mvpd"), ("harbor", "invalid_parameter_mvpd"),
    ("tvp-harbor-2201", "invalid_parameter_mvpd"), ("%20", "invalid_parameter_mvpd"),
    ("Faraway", "invalid_integration"), ("Closed", "invalid_integration"),
  ])
  func `refuses an MVPD that is unknown or not integrated`(mvpd: String, code: String) {
    for (path, method) in [
      ("profiles/\(mvpd)", "GET"), ("decisions/preauthorize/\(mvpd)", "POST"),
      ("decisions/authorize/\(mvpd)", "POST"), ("logout/\(mvpd)\(Self.query)", "GET"),
    ] { #expect(send(walk, (method, path)).summary == "400 \(code)", "\(path)") }
  }

  @Test(arguments: endpoints + [("GET", "profiles/")])
  func `answers other methods with 405`(endpoint: (String, String)) {
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "get", "BREW"]
    where method != endpoint.0 && !endpoint.1.hasPrefix("sessions/ABC") {
      let answer = send(walk, (method, endpoint.1))
      #expect(answer.status == 405, "\(method)")
      #expect(answer.response.headers["Allow"] == endpoint.0)
      #expect(answer.response.body.isEmpty == (method == "HEAD"))
    }
  }

  @Test(arguments: [
    ("PUT", "/o/client/register", 405), ("GET", "/o/client/token", 405),
    ("POST", "/api/v2/authenticate/ORCHARD/ABCDEFG", 405),
    ("DELETE", "/api/v2/ORCHARD/sessions/ABCDEFG", 405), ("POST", "/mvpd/Harbor/login", 405),
    ("GET", "/api/v2/ORCHARD/nothing", 404), ("GET", "/api/v2/%/profiles", 401),
    ("GET", "/api/v2/ORCHARD/profiles/?x=1", 401),
  ])
  func `routes by path, then by method`(method: String, target: String, status: Int) {
    #expect(Walk().send(method, target).status == status)
  }
}

struct RegistrationTests {
  static let statements = ServiceData.standard.statements.map(\.statement)

  @Test func `gives credentials, of another client each time`() {
    let walk = Walk()
    let body: JSONValue = [
      "software_statement": .string(Walk.statement), "redirect_uri": "app://orchard#1",
    ]
    let answer = walk.register(body)
    #expect(answer.status == 201 && answer.response.headers["Content-Type"] == "application/json")
    #expect(answer["client_id"].string?.utf8.count == 32)
    #expect(answer["client_secret"].string?.utf8.count == 32)
    answer.expect([
      "client_id_issued_at": 1_893_456_000, "redirect_uris": ["app://orchard#1"],
      "grant_types": ["client_credentials"], "scopes": ["api:client:v1", "api:client:v2"],
    ])
    #expect(walk.register(body)["client_id"] != answer["client_id"])
  }

  @Test(arguments: [
    ("", "invalid_request"), ("[]", "invalid_request"),
    ("{\"software_statement\":", "invalid_request"), ("{}", "invalid_request"),
    ("{\"software_statement\":\"\"}", "invalid_request"),
    ("{\"software_statement\":1}", "invalid_request"),
    ("{\"software_statement\":null}", "invalid_request"),
    ("{\"software_statement\":\"a\",\"software_statement\":\"b\"}", "invalid_request"),
    ("{\"software_statement\":\"made.up.one\"}", "invalid_software_statement"),
    ("{\"software_statement\":\"\(statements[2])\"}", "unapproved_software_statement"),
    ("{\"software_statement\":\"\(statements[0])\",\"redirect_uri\":\"\"}", "invalid_redirect_uri"),
    (
      "{\"software_statement\":\"\(statements[0])\",\"redirect_uri\":\"no uri\"}",
      "invalid_redirect_uri"
    ), ("{\"software_statement\":\"\(statements[0])\",\"redirect_uri\":1}", "invalid_redirect_uri"),
  ])
  func `refuses to register`(body: String, error: String) {
    let answer = Walk().send("POST", "/o/client/register", [:], Array(body.utf8))
    #expect(answer.status == 400 && answer.json == ["error": .string(error)])
  }

  @Test(arguments: [
    ("client_id=ID&client_secret=SECRET", "invalid_request"),
    ("client_id=ID&grant_type=client_credentials", "invalid_request"),
    ("client_secret=SECRET&grant_type=client_credentials", "invalid_request"),
    ("client_id=ID&client_secret=SECRET&grant_type=", "invalid_request"),
    (
      "client_id=ID&client_id=ID&client_secret=SECRET&grant_type=client_credentials",
      "invalid_request"
    ), ("client_id=ID&client_secret=SECRET&grant_type=client_credentials&x=%", "invalid_request"),
    ("{\"client_id\":\"ID\"}", "invalid_request"), ("", "invalid_request"),
    ("client_id=ID&client_secret=SECRET&grant_type=password", "unsupported_grant_type"),
    ("client_id=ID&client_secret=wrong&grant_type=client_credentials", "invalid_client"),
    ("client_id=wrong&client_secret=SECRET&grant_type=client_credentials", "invalid_client"),
  ])
  func `refuses a token`(body: String, error: String) {
    let walk = Walk()
    let client = walk.register(["software_statement": .string(Walk.statement)])
    let form = body.replacing("ID", with: client["client_id"].string ?? "")
      .replacing("SECRET", with: client["client_secret"].string ?? "")
    let answer = walk.send("POST", "/o/client/token", [:], Array(form.utf8))
    #expect(answer.status == 400 && answer.json == ["error": .string(error)])
  }

  @Test(arguments: [("Basic aWQ6c2VjcmV0", 400), ("Bearer an-older-token", 201)])
  func `refuses credentials in the header beside those in the body`(header: String, status: Int) {
    let walk = Walk()
    let client = walk.register(["software_statement": .string(Walk.statement)])
    let form = Walk.form(Walk.credentials(client))
    #expect(walk.send("POST", "/o/client/token", ["Authorization": header], form).status == status)
  }

  @Test(arguments: [(0, 21_600), (1, 1)])
  func `gives a token for as long as the application's live`(statement: Int, seconds: Int) {
    let walk = Walk()
    let client = walk.register(["software_statement": .string(Self.statements[statement])])
    let answer = walk.token(Walk.credentials(client))
    answer.expect([
      "HTTP": 201, "created_at": 1_893_456_000_000, "expires_in": .integer(seconds),
      "token_type": "bearer",
    ])
    #expect(answer["id"].string.map(UUIDText.isUUID) == true)
    #expect(answer["access_token"].string?.isEmpty == false)
  }
}

struct ConfigurationTests {
  private func mvpd(_ id: String, in answer: Answer) -> JSONValue {
    answer["requestor.mvpds"].array?.first { $0["id"] == .string(id) } ?? .null
  }

  @Test func `lists the MVPDs with an active integration`() {
    let answer = Walk.ready().get("configuration")
    answer.expect([
      "HTTP": 200, "requestor.id": "ORCHARD", "requestor.name": "Orchard Television",
      "requestor.domains": [["name": "orchard.example", "mvpdInitiated": false]],
      "device": "AppleTV", "clientType": "tvos",
    ])
    #expect(
      answer["requestor.mvpds"].array?.compactMap { $0["id"]?.string } == [
        "Harbor", "Lantern", "Pinewood", "Quarry", "Riverbank", "Mayfly", "Driftwood", "Overpass",
        "Barrier", "FreeHour", "FreeMatch",
      ])
  }

  @Test func `tells how each takes part in single sign-on`() {
    let answer = Walk.ready().get("configuration")
    #expect(
      mvpd("Harbor", in: answer) == [
        "id": "Harbor", "displayName": "Harbor Cable",
        "logoUrl": "https://logos.example/Harbor.png", "enablePlatformServices": true,
        "boardingStatus": "SUPPORTED", "displayInPlatformPicker": true,
        "platformMappingId": "tvp-harbor-2201", "enforcePlatformPermissions": false,
      ])
    #expect(mvpd("Pinewood", in: answer)["boardingStatus"] == "PICKER")
    #expect(mvpd("Quarry", in: answer)["enablePlatformServices"] == false)
    #expect(mvpd("Quarry", in: answer)["platformMappingId"] == "tvp-quarry-2204")
    #expect(mvpd("Riverbank", in: answer)["boardingStatus"] == nil)
    #expect(mvpd("FreeHour", in: answer)["isTempPass"] == true)
  }

  @Test func `does without the device's headers, but not with broken ones`() {
    let walk = Walk.ready()
    let without = walk.get("configuration", ["AP-Device-Identifier": nil, "X-Device-Info": nil])
    without.expect(["HTTP": 200, "device": "unknown"])
    #expect(
      walk.get("configuration", ["AP-Device-Identifier": "x"]).summary
        == "400 invalid_header_device_identifier")
    #expect(
      walk.get("configuration", ["X-Device-Info": "x"]).summary == "400 invalid_header_device_info")
  }

  @Test(arguments: [("tvOS", true), ("iOS", true), ("Android", false), ("Roku OS", false)])
  func `speaks of the platform's single sign-on where there is one`(system: String, isThere: Bool) {
    let information = Base64.encode("{\"osName\":\"\(system)\"}")
    let answer = Walk.ready().get("configuration", ["X-Device-Info": information])
    #expect((mvpd("Harbor", in: answer)["enablePlatformServices"] == true) == isThere)
  }
}
