// SPDX-License-Identifier: Apache-2.0
// Services that are right in another way than the reference service: each reading of the documents
// that answers can show.

import Deviations
import Foundation
import HTTPMessages
import JSON
import TestSupport

/// A service that is right, in another way.
struct Variant: Sendable, CustomStringConvertible {
  let alteration: NamedAlteration

  var description: String { alteration.name }

  init(_ alteration: NamedAlteration) {
    self.alteration = alteration
  }

  static func json(
    _ name: String, at endpoints: Set<Endpoint>, status: ClosedRange<Int> = 200...299,
    _ change: @escaping @Sendable (inout JSONValue, HTTPRequest) -> Void
  ) -> Variant {
    Variant(.json(name, at: endpoints, status: status, change))
  }

  static func answer(
    _ name: String, at endpoints: Set<Endpoint>,
    _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) -> Void
  ) -> Variant {
    Variant(.answer(name, at: endpoints, change))
  }

  static let everywhere = Endpoint.registrationAndV2
  static let times = ["notBefore", "notAfter"]
  static let all: [Variant] =
    form + wire + sessions + profiles + decisions + errors + readings + legacy
}

extension Variant {
  /// Objects whose members are names of things, where one more would be one thing more.
  private static func isMap(_ object: JSONObject) -> Bool {
    object.isEmpty || object.members.allSatisfy { $0.value.object != nil }
  }

  static let form: [Variant] = [
    .json("members that no document has", at: everywhere, status: 200...499) { json, _ in
      json = json.mapped { value in
        guard case .object(var object) = value, !isMap(object) else { return value }
        object.append("x-release", ["number": 17, "features": [.null, true, "profiles"]])
        return .object(object)
      }
    },
    .json("members in the other order", at: everywhere, status: 200...499) { json, _ in
      json = json.mapped { value in
        guard let object = value.object else { return value }
        return .object(JSONObject(Array(object.members.reversed())))
      }
    },
    .answer("JSON with blanks and line breaks", at: everywhere) { response, _ in
      guard let json = response.json else { return }
      response.body = JSONWriter.bytes(json, indented: true) + Array("\r\n".utf8)
    },
    .answer("a byte order mark before JSON", at: everywhere) { response, _ in
      guard response.json != nil else { return }
      response.body = [0xEF, 0xBB, 0xBF] + response.body
    },
    .answer("escapes in JSON texts", at: everywhere) { response, _ in
      guard response.json != nil else { return }
      response.body = Array(
        String(decoding: response.body, as: UTF8.self).replacing("/", with: "\\/").utf8)
    },
    .answer("application/json;charset=UTF-8", at: everywhere) { response, _ in
      if response.headers["Content-Type"] == "application/json" {
        response.headers.set("Content-Type", "application/json;charset=UTF-8")
      }
    },
    .json("times as texts", at: Endpoint.registrationAndV2.subtracting([.register, .token])) {
      json, _ in
      json = json.mapped { value in
        guard var object = value.object else { return value }
        for name in times {
          if let number = object[name]?.number { object[name] = .string(number.literal) }
        }
        return .object(object)
      }
    },
    .json("times as numbers", at: everywhere) { json, _ in
      json = json.mapped { value in
        guard var object = value.object else { return value }
        for name in times {
          if let number = object[name]?.string.flatMap({ Int($0) }) {
            object[name] = .integer(number)
          }
        }
        return .object(object)
      }
    },
    .json("absent members as null", at: Endpoint.sessions) { json, _ in
      for name in ["code", "missingParameters", "authenticationRequest", "notBefore", "notAfter"]
      where json[name] == nil {
        json.set(name, .null)
      }
    },
    .json("client_id_issued_at in milliseconds", at: [.register]) { json, _ in
      json.replace("client_id_issued_at") { .integer(($0.number?.integer ?? 0) * 1000) }
    },
    .json("another redirect URI, another lifetime, another case", at: [.register, .token]) {
      json, request in
      if Endpoint(request) == .register {
        json.set("redirect_uris", ["app://com.example.other#b7c1e2"])
        json.set("grant_types", ["client_credentials", "refresh_token"])
        json.set("scopes", ["api:client:v1", "api:client:v2"])
      } else {
        json.set("token_type", "Bearer")
        json.set("scope", "api:client:v2")
      }
    },
  ]

  static let wire: [Variant] = [
    .answer("header names in capitals", at: everywhere) { response, _ in
      response.headers = HeaderList(
        response.headers.fields.map { HeaderField($0.name.uppercased(), $0.value) })
    },
    .answer("header names in lower case", at: everywhere) { response, _ in
      response.headers = HeaderList(
        response.headers.fields.map { HeaderField($0.name.lowercased(), $0.value) })
    },
    .answer("a connection for each request", at: everywhere) { response, _ in
      response.headers.set("Connection", "close")
    },
    .answer("a body that ends with the connection", at: everywhere) { response, _ in
      response.headers.set("Connection", "close")
      response.headers.set("Transfer-Encoding", "identity")
      response.headers.remove("Transfer-Encoding")
    },
    .answer("bodies in chunks, with a trailer", at: everywhere) { response, _ in
      guard !response.body.isEmpty else { return }
      response.headers.set("Transfer-Encoding", "chunked")
      response.trailers = HeaderList(["X-Trace": "17"])
    },
    .answer("more headers than are documented", at: everywhere) { response, _ in
      response.headers.append("Set-Cookie", "lb=1; Path=/")
      response.headers.append("Set-Cookie", "lb2=2; Path=/")
      response.headers.append("Server", "nginx")
      response.headers.append("Access-Control-Allow-Origin", "*")
    },
    .answer("no reason phrase", at: everywhere) { response, _ in response.reason = "" },
  ]
}

extension Variant {
  static let sessions: [Variant] = [
    .answer("urls that are absolute", at: Endpoint.sessions) { response, request in
      guard var json = response.json else { return }
      json.replace("url") { url in
        .string("http://\(request.headers["Host"] ?? "")\(url.string ?? "")")
      }
      response.json = json
    },
    .json("no url but where it has to be opened", at: Endpoint.sessions) { json, _ in
      if json["actionName"]?.string != "authenticate" { json.set("url", nil) }
    },
    .json("SAML in capitals", at: [.partnerSession]) { json, _ in
      json.replace("authenticationRequest/type") { _ in "SAML" }
    },
    .json("the partner in lower case", at: [.partnerSession]) { json, _ in
      json.replace("url") { .string(($0.string ?? "").replacing("/sso/Apple", with: "/sso/apple")) }
    },
    .json("domain for domainName", at: Endpoint.sessions.union([.retrieveSession])) { json, _ in
      json.replace("missingParameters/*") { $0 == "domainName" ? "domain" : $0 }
      if let domain = json["existingParameters"]?["domainName"] {
        json.set("existingParameters/domain", domain)
        json.set("existingParameters/domainName", nil)
      }
    },
    Variant(longCodes),
    Variant(otherCodeOnResume),
    .json("a fallback that asks for the MVPD", at: [.partnerSession]) { json, _ in
      guard let reason = json["reasonType"]?.string, reason.hasSuffix("_fallback"),
        json["actionName"] == "authenticate"
      else { return }
      json.set("actionName", "resume")
      json.set("actionType", "direct")
      json.replace("url") { url in
        let parts = (url.string ?? "").split(separator: "/")
        return .string("/api/v2/\(parts[3])/sessions/\(parts[4])")
      }
      json.set("missingParameters", ["mvpd"])
      json.set("mvpd", nil)
    },
    .json("an unknown MVPD by configuration_fallback", at: [.partnerSession]) { json, request in
      // The one of the suite, and none of those that the service knows.
      guard json["reasonType"] == "pfs_fallback",
        let header = request.headers["AP-Partner-Framework-Status"],
        let bytes = Base64Text.decode(header), let status = try? JSONParser.document(bytes).root,
        status["frameworkProviderInfo"]?["id"]?.string?.hasPrefix("tvp-") == false,
        status["frameworkPermissionInfo"]?["accessStatus"] == "granted"
      else { return }
      json.set("reasonType", "configuration_fallback")
    },
    .answer("a session refused for what is not integrated, by the other code", at: everywhere) {
      response, _ in
      guard var json = response.json else { return }
      json.edit("code") { code in
        switch code?.string {
        case "invalid_integration"?: "invalid_parameter_mvpd"
        case "invalid_parameter_mvpd"?: "invalid_integration"
        default: code
        }
      }
      if response.status == 400 { response.json = json }
    },
    .answer("an MVPD that is not integrated falls back", at: [.partnerSession]) {
      response, request in
      guard let code = response.json?["code"]?.string,
        code == "invalid_integration" || code == "invalid_parameter_mvpd"
      else { return }
      response = .json(
        200,
        [
          "actionName": "resume", "actionType": "direct", "reasonType": "configuration_fallback",
          "missingParameters": ["mvpd"], "url": "/api/v2/ORCHARD/sessions/ABCDEFG",
          "code": "ABCDEFG", "sessionId": "1476173f-5088-43b8-b7c3-8cf3a185de0a",
          "serviceProvider": .string(request.pathSegments[2]), "notBefore": "1752149281000",
          "notAfter": "4102444800000",
        ])
    },
    .answer("a status that cannot be read is refused", at: [.partnerSession]) { response, request in
      guard response.json?["reasonType"] == "pfs_fallback",
        let header = request.headers["AP-Partner-Framework-Status"],
        Base64Text.decode(header).flatMap({ try? JSONParser.document($0).root })?.object?.isEmpty
          != false
      else { return }
      response = .json(
        400,
        [
          "action": "none", "status": 400,
          "code": "invalid_header_pfs_permission_access_not_present", "message": "no",
        ])
    },
    // An optional field of all these answers; a warning says that it is missing.
    .json("no mvpd where the user is signed in", at: Endpoint.sessions) { json, _ in
      if json["actionName"] == "authorize" { json.set("mvpd", nil) }
    },
    .json("no mvpd in a pfs_fallback that asks for it", at: [.partnerSession]) { json, _ in
      if json["actionName"] == "resume" { json.set("mvpd", nil) }
    },
    .json("the code where the user is signed in", at: [.createSession, .resumeSession]) {
      json, _ in
      if json["actionName"] == "authorize" { json.set("code", "ABCDEFG") }
    },
    .answer("a code refused by the other error", at: everywhere) { response, _ in
      guard response.status == 400, var json = response.json else { return }
      json.edit("code") { code in
        switch code?.string {
        case "invalid_parameter_code"?: "invalid_authentication_session"
        case "invalid_authentication_session"?: "invalid_parameter_code"
        default: code
        }
      }
      response.json = json
    },
    .answer("logins in two steps", at: [.authenticate]) { response, _ in
      // A relative location is as good as an absolute one.
      if response.status == 302, let location = response.headers["Location"],
        let start = location.range(of: "/mvpd/")
      {
        response.headers.set("Location", String(location[start.lowerBound...]))
      }
    },
    .json("device members that are null", at: [.retrieveSession]) { json, _ in
      json.replace("device/*") { _ in .null }
    },
  ]

  /// Codes twice as long as the reference service's, in answers and in the requests that use them.
  private static let longCodes = NamedAlteration.behaviour("codes that are longer", 0) {
    request, ask, _ in
    let tail = "-long-17"
    var request = request
    request.target = request.target.replacing(tail, with: "")
    var answer = ask(request)
    if answer.status == 200, var json = answer.json, let code = json["code"]?.string {
      json.set("code", .string(code + tail))
      json.replace("url") { .string(($0.string ?? "").replacing(code, with: code + tail)) }
      answer.json = json
    }
    return answer
  }

  /// Resume gives a new code for the session, and the old one is over (AMB-58).
  private static let otherCodeOnResume = NamedAlteration.behaviour("another code after resume", 0) {
    request, ask, _ in
    let tail = "9"
    var request = request
    // The codes of the reference service have seven letters.
    request = HTTPRequest(
      method: request.method,
      target: request.target.replacing(/(\/(?:sessions|code|ORCHARD)\/[A-Z0-9]{7})9/) {
        String($0.output.1)
      },
      headers: request.headers, body: request.body)
    var answer = ask(request)
    if Endpoint(request) == .resumeSession, answer.status == 200, var json = answer.json,
      let code = json["code"]?.string
    {
      json.set("code", .string(code + tail))
      json.replace("url") { .string(($0.string ?? "").replacing(code, with: code + tail)) }
      answer.json = json
    }
    return answer
  }
}
