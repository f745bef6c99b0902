// SPDX-License-Identifier: Apache-2.0
// What every endpoint of REST API V2 asks of a request: method, token, service provider, device.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

@Suite struct CallerTests {
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
      endpoint.0, "/api/v2/\(walk.provider)/\(endpoint.1)", walk.headers(changes),
      Array(body.utf8))
  }

  @Test(arguments: endpoints)
  func `wants a token`(endpoint: (String, String)) {
    let walk = Walk.ready()
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
    let answer = send(walk, endpoint, ["Authorization": "bearer \(walk.token)"])
    #expect(answer.status != 401)
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
  func `wants a device identifier`(endpoint: (String, String)) {
    let walk = Walk.ready()
    let identifier = Base64.encode("device-1")
    let headers: [String?] = [
      nil, "", "fingerprint", "fingerprint ", identifier, "serial \(identifier)",
      "fingerprint not base64", "fingerprint \(identifier) x",
    ]
    for header in headers {
      let answer = send(walk, endpoint, ["AP-Device-Identifier": header])
      #expect(answer.summary == "400 invalid_header_device_identifier", "\(header ?? "-")")
    }
    #expect(!send(walk, endpoint).summary.contains("invalid_header_device"))
  }

  @Test(arguments: deviceEndpoints)
  func `wants a description of the device`(endpoint: (String, String)) {
    let walk = Walk.ready()
    for header in [nil, "", "{}", "not base64", Base64.encode("[]"), Base64.encode("{")] {
      let answer = send(walk, endpoint, ["X-Device-Info": header])
      #expect(answer.summary == "400 invalid_header_device_info", "\(header ?? "-")")
    }
  }

  @Test(arguments: [
    ("Authorization", "401 invalid_access_token_client_application"),
    ("AP-Device-Identifier", "400 invalid_header_device_identifier"),
    ("X-Device-Info", "400 invalid_header_device_info"),
    ("AP-Partner-Framework-Status", "400 invalid_header_pfs_permission_access_not_present"),
  ])
  func `takes no field that comes twice, even with one value`(name: String, summary: String) {
    var walk = Walk.ready()
    walk.status = walk.granted("tvp-harbor-2201")
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
        answer.summary
          == (repetitions == 1 ? "400 invalid_parameter_saml_response" : summary))
    }
  }

  @Test(arguments: ["Nobody", "harbor", "tvp-harbor-2201", "%20"])
  func `refuses an MVPD that it does not know`(mvpd: String) {
    let walk = Walk.ready()
    for (path, method) in Self.mvpdPaths(mvpd) {
      #expect(send(walk, (method, path)).summary == "400 invalid_parameter_mvpd", "\(path)")
    }
  }

  @Test(arguments: ["Faraway", "Closed"])
  func `refuses an MVPD without an active integration`(mvpd: String) {
    let walk = Walk.ready()
    for (path, method) in Self.mvpdPaths(mvpd) {
      #expect(send(walk, (method, path)).summary == "400 invalid_integration", "\(path)")
    }
  }

  private static func mvpdPaths(_ mvpd: String) -> [(String, String)] {
    [
      ("profiles/\(mvpd)", "GET"), ("decisions/preauthorize/\(mvpd)", "POST"),
      ("decisions/authorize/\(mvpd)", "POST"), ("logout/\(mvpd)\(query)", "GET"),
    ]
  }

  @Test(arguments: endpoints + [("GET", "profiles/")])
  func `answers other methods with 405`(endpoint: (String, String)) {
    let walk = Walk.ready()
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
    ("GET", "/", 404), ("GET", "", 404), ("GET", "*", 404), ("GET", "/api/v2", 404),
    ("GET", "/api/v2/ORCHARD", 404), ("GET", "/api/v2/ORCHARD/nothing", 404),
    ("GET", "/api/v1/ORCHARD/profiles", 404), ("GET", "/api/v2/ORCHARD/profiles/a/b/c", 404),
    ("GET", "/api/v2/ORCHARD/decisions/authorize", 404), ("GET", "/o/client/scopes", 404),
    ("GET", "/api/v2/%/profiles", 401), ("GET", "/mvpd/Harbor/nothing", 404),
    ("GET", "/api/v2/ORCHARD/profiles/?x=1", 401),
  ])
  func `routes by path, then by method`(method: String, target: String, status: Int) {
    #expect(Walk().send(method, target).status == status)
  }
}
