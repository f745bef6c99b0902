// SPDX-License-Identifier: Apache-2.0
// Faults of registration, tokens and configuration.

import Deviations
import HTTPMessages
import JSON
import TestSupport

extension Fault {
  private static let register = ["V2-A2", "API-DCR-REGISTER"]
  private static let token = ["V2-A4", "API-DCR-TOKEN"]

  /// The body of a registration that the service accepts, whatever was asked before.
  private static let acceptedRegistration = JSONWriter.bytes([
    "software_statement": AlteringServer.standardFacts["software_statement"] ?? .null
  ])

  static let registration: [Fault] = [
    .status(
      "register answers 200", at: [.register], covers: register, suites: ["a-registration"], 201,
      200),
    .json("no client_id", at: [.register], covers: register) { json, _ in
      json.set("client_id", nil)
    },
    .json("an empty client_secret", at: [.register], covers: register) { json, _ in
      json.set("client_secret", "")
    },
    .json("client_id_issued_at is a text", at: [.register], covers: register) { json, _ in
      json.set("client_id_issued_at", "today")
    },
    .json("grant_types is a text", at: [.register], covers: register) { json, _ in
      json.set("grant_types", "client_credentials")
    },
    .json("scopes without the one asked for", at: [.register], covers: register) { json, _ in
      json.set("scopes", ["api:client:v1"])
    },
    .json("no redirect_uris", at: [.register], covers: register) { json, _ in
      json.set("redirect_uris", nil)
    },
    .answer("register answers text/html", at: [.register], covers: register) { response, _ in
      response.headers.set("Content-Type", "text/html")
    },
    .behaviour(
      "any software statement is accepted", acceptedRegistration, covers: register,
      suites: ["a-registration"]
    ) { request, ask, accepted in
      guard Endpoint(request) == .register else { return ask(request) }
      let answer = ask(request)
      guard answer.status == 400 else { return answer }
      var request = request
      request.body = accepted
      request.headers.remove("Content-Length")
      return ask(request)
    },
    .json(
      "an error of registration that no document has", at: [.register], covers: register,
      status: 400...400
    ) { json, _ in json.set("error", "sorry") },
    .json(
      "an unapproved statement called invalid_client", at: [.register], covers: register,
      status: 400...400
    ) { json, _ in
      if Fault.has(json, "error", "unapproved_software_statement") {
        json.set("error", "invalid_client")
      }
    },
    .status("registration refused with 401", at: [.register], covers: register, 400, 401),
    .status("token answers 200", at: [.token], covers: token, 201, 200),
    .json("no access_token", at: [.token], covers: token, suites: ["a-registration"]) { json, _ in
      json.set("access_token", nil)
    },
    .json("a token that expires at once", at: [.token], covers: token) { json, _ in
      json.set("expires_in", 0)
    },
    .json("expires_in is a text", at: [.token], covers: token) { json, _ in
      json.set("expires_in", "a day")
    },
    .json("created_at in seconds", at: [.token], covers: token, suites: ["a-registration"]) {
      json, _ in
      json.replace("created_at") { .integer(($0.number?.integer ?? 0) / 1000) }
    },
    .json("created_at in the future", at: [.token], covers: token) { json, _ in
      json.replace("created_at") { .integer(($0.number?.integer ?? 0) + 86_400_000) }
    },
    .json("token_type mac", at: [.token], covers: token) { json, _ in
      json.set("token_type", "mac")
    },
    .json("a token without id", at: [.token], covers: token) { json, _ in json.set("id", nil) },
    .behaviour("any client secret is accepted", [String: String](), covers: token) {
      request, ask, secrets in
      let answer = ask(request)
      switch Endpoint(request) {
      case .register?:
        if let id = answer.json?["client_id"]?.string {
          secrets[id] = answer.json?["client_secret"]?.string
        }
      case .token? where answer.status == 400:
        guard let id = request.formValue("client_id"), let secret = secrets[id] else { break }
        var request = request
        request.editForm { fields in
          fields.removeAll { $0.name == "client_secret" }
          fields.append((name: "client_secret", value: secret))
        }
        return ask(request)
      default: break
      }
      return answer
    },
    Fault(
      .request("any grant type is accepted", at: [.token]) { request in
        request.editForm { fields in
          fields = fields.map { field in
            (
              name: field.name,
              value: field.name == "grant_type" ? "client_credentials" : field.value
            )
          }
        }
      }, covers: token),
    .status("a token refused with 401", at: [.token], covers: token, 400, 401),
    .json(
      "an error of the token endpoint that no document has", at: [.token], covers: token,
      status: 400...400
    ) { json, _ in json.set("error", "sorry") },
  ]
}

extension Fault {
  private static let config = ["V2-C2", "V2-C3", "API-CONFIGURATION"]

  static let configuration: [Fault] = [
    .json("requestor by another name", at: [.configuration], covers: config) { json, _ in
      json.set("provider", json["requestor"])
      json.set("requestor", nil)
    },
    .json("mvpds is an object", at: [.configuration], covers: config, suites: ["c-2-configuration"])
    { json, _ in
      json.replace("requestor/mvpds") { value in
        .object((value.array ?? []).map { (name: $0["id"]?.string ?? "", value: $0) })
      }
    },
    .json("no platformMappingId", at: [.configuration], covers: config) { json, _ in
      json.set("requestor/mvpds/*/platformMappingId", nil)
    },
    .json(
      "one platformMappingId for all", at: [.configuration],
      covers: config + ["V2-C6", "V2-C9", "API-SESSIONS-SSO"]
    ) { json, _ in
      json.replace("requestor/mvpds/*/platformMappingId") { _ in "tvp-one" }
    },
    .json("the requestor is another", at: [.configuration], covers: config) { json, _ in
      json.set("requestor/id", "SOMEBODY")
    },
    .json("requestor without name", at: [.configuration], covers: config) { json, _ in
      json.set("requestor/name", nil)
    },
    .json("requestor without domains", at: [.configuration], covers: config) { json, _ in
      json.set("requestor/domains", nil)
    },
    .json("no displayName", at: [.configuration], covers: config, suites: ["c-2-configuration"]) {
      json, _ in json.set("requestor/mvpds/*/displayName", nil)
    },
    .json("no logoUrl", at: [.configuration], covers: config) { json, _ in
      json.set("requestor/mvpds/*/logoUrl", nil)
    },
    .json("the MVPD is off for single sign-on", at: [.configuration], covers: config) { json, _ in
      json.replace("requestor/mvpds/*/enablePlatformServices") { _ in false }
    },
    .json("a boarding status that there is not", at: [.configuration], covers: config) { json, _ in
      json.replace("requestor/mvpds/*/boardingStatus") { _ in "ONBOARDED" }
    },
    .json("flags that are numbers", at: [.configuration], covers: config) { json, _ in
      json.replace("requestor/mvpds/*/enablePlatformServices") { $0.boolean == true ? 1 : 0 }
    },
    .json("no MVPDs", at: [.configuration], covers: config) { json, _ in
      json.set("requestor/mvpds", [])
    },
    .json("an MVPD twice", at: [.configuration], covers: config) { json, _ in
      json.replace("requestor/mvpds") { .array(($0.array ?? []) + ($0.array ?? [])) }
    },
    .status("the configuration answers 203", at: [.configuration], covers: config, 200, 203),
    .answer("the configuration is text/plain", at: [.configuration], covers: config) {
      response, _ in
      response.headers.set("Content-Type", "text/plain")
    },
  ]
}
