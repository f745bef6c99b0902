// SPDX-License-Identifier: Apache-2.0
// Faults of who may call, and of the errors that say no.

import Deviations
import HTTPMessages
import JSON
import TestSupport

extension Fault {
  private static let any = ["V2-", "API-"]

  /// Lets a call through that was refused with a code, in the name of one that was not.
  private static func accepted(_ name: String, codes: Set<String>, suites: [String] = []) -> Fault {
    .behaviour(name, "", covers: any, suites: suites) { request, ask, token in
      let answer = ask(request)
      let own = request.headers["Authorization"] ?? ""
      if answer.status < 400, token.isEmpty, Endpoint(request) == .configuration { token = own }
      guard let code = answer.json?["code"]?.string, codes.contains(code), !token.isEmpty else {
        return answer
      }
      var again = request
      again.headers.set("Authorization", token)
      return ask(again)
    }
  }

  static let access: [Fault] = [
    accepted(
      "any token will do", codes: ["invalid_access_token_client_application"],
      suites: ["x-3-access-tokens"]),
    accepted(
      "a token of another service provider will do",
      codes: ["invalid_access_token_service_provider"]),
    .behaviour("an expired token will do", [String: String](), covers: any) {
      request, ask, tokens in
      let answer = ask(request)
      if Endpoint(request) == .token, let token = answer.json?["access_token"]?.string {
        tokens["Bearer \(token)"] = token
      }
      let own = request.headers["Authorization"] ?? ""
      // Given out once, and refused now.
      guard answer.json?["code"]?.string == "invalid_access_token_client_application",
        tokens[own] != nil
      else { return answer }
      for token in tokens.keys.sorted() where token != own {
        var again = request
        again.headers.set("Authorization", token)
        let other = ask(again)
        if other.status < 400 { return other }
      }
      return answer
    },
    .status(
      "a bad token is a 400", at: Endpoint.entitlement, covers: any, suites: ["x-3-access-tokens"],
      401, 400),
    .status("a bad token is a 403", at: Endpoint.entitlement, covers: any, 401, 403),
    .json(
      "a bad token blamed on the device", at: Endpoint.entitlement, covers: any, status: 401...401
    ) { json, _ in json.set("code", "invalid_header_device_identifier") },
    .status(
      "another method is a 404", at: Endpoint.registrationAndV2, covers: any,
      suites: ["x-4-methods"],
      405, 404),
    .status("another method is a 400", at: Endpoint.registrationAndV2, covers: any, 405, 400),
    .answer("another method is answered", at: Endpoint.entitlement, covers: any) { response, _ in
      if response.status == 405 { response = .json(200, [:]) }
    },
    .answer("an unknown service provider is a 404", at: Endpoint.entitlement, covers: any) {
      response, _ in
      if response.json?["code"]?.string == "invalid_parameter_service_provider" {
        response.status = 404
      }
    },
    Fault(
      .request("no device identifier is needed", at: Endpoint.entitlement) { request in
        if request.headers["AP-Device-Identifier"] == nil {
          request.headers.set("AP-Device-Identifier", "fingerprint bm9ib2R5LW5vYm9keS1ub2JvZHk=")
        }
      }, covers: any, suites: ["x-1-device-identifier"]),
    Fault(
      .request("any device identifier will do", at: Endpoint.entitlement) { request in
        if let header = request.headers["AP-Device-Identifier"], !header.hasPrefix("fingerprint ") {
          request.headers.set("AP-Device-Identifier", "fingerprint bm9ib2R5LW5vYm9keS1ub2JvZHk=")
        }
      }, covers: any),
    .answer("a bad device identifier is a 500", at: Endpoint.entitlement, covers: any) {
      response, _ in
      if response.json?["code"]?.string == "invalid_header_device_identifier" {
        response = .json(
          500,
          [
            "action": "none", "status": 500, "code": "internal_server_error", "message": "oh",
          ])
      }
    },
    .json(
      "a bad device identifier called bad information", at: Endpoint.entitlement, covers: any,
      status: 400...400
    ) { json, _ in
      if has(json, "code", "invalid_header_device_identifier") {
        json.set("code", "invalid_header_device_info")
      }
    },
    Fault(
      .request("any partner will do", at: [.partnerSession, .partnerProfile]) { request in
        request = request.replacing(segment: 5, by: "Apple")
      }, covers: any),
    Fault(
      .request("any MVPD will do", at: [.profile, .preauthorize, .authorize, .logout]) { request in
        let index = Endpoint(request) == .preauthorize || Endpoint(request) == .authorize ? 5 : 4
        if request.pathSegments[index].hasPrefix("no-such") {
          request = request.replacing(segment: index, by: "Harbor")
        }
      }, covers: any),
  ]

  static let errors: [Fault] = [
    .json("errors without code", at: Endpoint.entitlement, covers: any, status: 400...499) {
      json, _ in json.set("code", nil)
    },
    .json("errors without message", at: Endpoint.entitlement, covers: any, status: 400...400) {
      json, _ in json.set("message", nil)
    },
    .json(
      "errors without action", at: Endpoint.entitlement, covers: any, suites: ["x-7-errors"],
      status: 400...400
    ) { json, _ in json.set("action", nil) },
    .json("errors with another action", at: Endpoint.entitlement, covers: any, status: 400...400) {
      json, _ in json.set("action", "retry")
    },
    .json("errors with status 0", at: Endpoint.entitlement, covers: any, status: 400...400) {
      json, _ in json.set("status", 0)
    },
    .json("errors with a status as text", at: Endpoint.entitlement, covers: any, status: 400...400)
    { json, _ in json.set("status", "400") },
    .answer("errors are pages", at: Endpoint.entitlement, covers: any) { response, _ in
      guard response.status == 400 else { return }
      response.headers.set("Content-Type", "text/html")
      response.body = Array("<html><body>Bad request</body></html>".utf8)
    },
    .status("errors with status 200", at: Endpoint.entitlement, covers: any, 400, 200),
    .status("errors with status 422", at: Endpoint.entitlement, covers: any, 400, 422),
    .json("a helpUrl that is none", at: Endpoint.entitlement, covers: any, status: 400...499) {
      json, _ in json.replace("helpUrl") { _ in "somewhere" }
    },
    .answer("JSON that is none", at: Endpoint.entitlement, covers: any) { response, _ in
      if response.status == 200, let last = response.body.last, last == UInt8(ascii: "}") {
        response.body.insert(UInt8(ascii: ","), at: response.body.count - 1)
      }
    },
    .answer("no Content-Type", at: Endpoint.entitlement, covers: any) { response, _ in
      response.headers.remove("Content-Type")
    },
  ]
}
