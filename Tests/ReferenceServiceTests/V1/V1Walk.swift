// SPDX-License-Identifier: Apache-2.0
// REST API V1 as a client of the tests calls it.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

/// Calls of REST API V1 with the common query of the walk's device.
extension Walk {
  typealias Fields = [(String, String)]

  /// The common query; a nil value leaves a parameter out, others are added or replaced.
  func common(_ changes: KeyValuePairs<String, String?> = [:]) -> Fields {
    Self.changed([("requestor", provider), ("deviceId", device)], changes)
  }

  private static func changed(
    _ fields: Fields, _ changes: KeyValuePairs<String, String?>
  ) -> Fields {
    fields.filter { field in !changes.contains { $0.key == field.0 } }
      + changes.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The headers of REST API V1; nil leaves one out.
  func headersV1(_ changes: [String: String?] = [:]) -> [String: String] {
    var headers: [String: String] = [
      "Authorization": "Bearer \(token)", "X-Device-Info": Self.information,
      "Accept": "application/json",
    ]
    for (name, value) in changes { headers[name] = value }
    return headers
  }

  /// A GET with its parameters in the query.
  func v1(_ path: String, _ fields: Fields? = nil, headers: [String: String?] = [:]) -> Answer {
    v1("GET", path, fields, headers: headers)
  }

  /// A call with its parameters in the query.
  func v1(
    _ method: String, _ path: String, _ fields: Fields? = nil, headers: [String: String?] = [:]
  ) -> Answer {
    let query = String(decoding: Self.form(fields ?? common()), as: UTF8.self)
    return send(method, "/\(path)\(query.isEmpty ? "" : "?\(query)")", headersV1(headers))
  }

  /// A POST with its parameters in the body.
  func post(v1 path: String, _ fields: Fields, headers: [String: String?] = [:]) -> Answer {
    send("POST", "/\(path)", headersV1(headers), Self.form(fields))
  }

  /// The statuses of checkauthn, tokens/authn, usermetadata, tokens/authz, preauthorize and
  /// tokens/media: what the service says of the device, without changing anything.
  func state(resource: String = "orchard-live") -> [Int] {
    let query = common(["resource": resource])
    return [
      "checkauthn", "tokens/authn", "tokens/usermetadata", "tokens/authz", "preauthorize",
      "tokens/media",
    ].map { v1("api/v1/\($0)", query).status }
  }

  func authorizeV1(_ resource: String = "orchard-live") -> Answer {
    v1("api/v1/authorize", common(["resource": resource]))
  }

  func newCode(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
    post(v1: "reggie/v1/\(provider)/regcode", common(changes))["code"].string ?? "?"
  }

  func loginFields(_ code: String, _ mvpd: String) -> Fields {
    [
      ("reg_code", code), ("requestor_id", provider), ("domain_name", "orchard.example"),
      ("noflash", "true"), ("no_iframe", "true"), ("mso_id", mvpd),
      ("redirect_url", Self.redirectURL),
    ]
  }

  /// Follows a user agent.
  ///
  /// - Returns: Each location on the way.
  @discardableResult
  func logIn(_ code: String, _ mvpd: String) -> [String] {
    let query = String(decoding: Self.form(loginFields(code, mvpd)), as: UTF8.self)
    return follow("/api/v1/authenticate?\(query)")
  }

  /// The id of the SAML request of a profile request.
  func profileRequestID(_ mvpd: String, platform: String = "tvOS") -> String {
    let answer = v1("api/v1/\(provider)/profile-requests/\(mvpd)", [("deviceType", platform)])
    let text = String(decoding: answer.response.body, as: UTF8.self)
    return Base64.decode(text).flatMap { try? XMLReader.read($0) }?.attribute("ID") ?? ""
  }

  /// A response that the service takes, to a request of its own.
  func saml(_ mvpd: String = "Harbor", issuer: String = "tvp-harbor-2201") -> TestSAML {
    TestSAML(inResponseTo: profileRequestID(mvpd), issuer: issuer, now: clock.now)
  }

  func exchangeFields(
    _ saml: TestSAML, mvpd: String = "Harbor", _ changes: KeyValuePairs<String, String?> = [:]
  ) -> Fields {
    let fields = common([
      "mvpd": mvpd, "deviceType": "tvOS", "SAMLResponse": Base64.encode(saml.text),
    ])
    return Self.changed(fields, changes)
  }

  @discardableResult
  func signInWithPlatform(
    _ mvpd: String = "Harbor", _ issuer: String = "tvp-harbor-2201"
  ) -> Answer {
    post(v1: "api/v1/tokens/authn", exchangeFields(saml(mvpd, issuer: issuer), mvpd: mvpd))
  }
}

extension Answer {
  var xml: XMLElement? { try? XMLReader.read(response.body) }

  /// The texts that a path selects in the body.
  func xml(_ path: String) -> [String] {
    guard let root = xml, let path = try? XMLPath(path) else { return [] }
    return path.values(in: root)
  }

  /// Expects the texts that each path selects in the body.
  func expectXML(
    _ texts: KeyValuePairs<String, [String]>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (path, expected) in texts {
      #expect(xml(path) == expected, "\(path)", sourceLocation: sourceLocation)
    }
  }

  /// The status and the message of an error in JSON: `404 Not Found`.
  var error: String {
    guard case .object(let body) = json, body["status"] == .integer(status) else {
      return "\(status)"
    }
    return "\(status) \(body["message"]?.string ?? "")"
  }
}
