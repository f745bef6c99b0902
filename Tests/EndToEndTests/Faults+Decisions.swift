// SPDX-License-Identifier: Apache-2.0
// Faults of decisions and of logout.

import Deviations
import HTTPMessages
import JSON
import TestSupport

extension Fault {
  private static let decide = [
    "V2-D", "API-PREAUTHORIZE", "API-AUTHORIZE", "API-DECISIONS", "API-ERRORS", "API-OVERVIEW",
  ]

  private static func decision(
    _ name: String, at endpoints: Set<Endpoint> = Endpoint.decisions, authorized: Bool? = nil,
    suites: [String] = [], _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Fault {
    .json(name, at: endpoints, covers: decide, suites: suites) { json, _ in
      json.replace("decisions/*") { decision in
        var decision = decision
        if authorized == nil || decision["authorized"]?.boolean == authorized { change(&decision) }
        return decision
      }
    }
  }

  static let decisions: [Fault] = [
    decision("what is denied is permitted", authorized: false, suites: ["d-decisions"]) {
      $0.set("authorized", true)
      $0.set("error", nil)
      $0.set(
        "token",
        [
          "notBefore": 1_752_149_281_000, "notAfter": 4_102_444_800_000,
          "serializedToken": "dG9rZW4=",
        ])
    },
    decision("what is permitted is denied", authorized: true) {
      $0.set("authorized", false)
      $0.set("token", nil)
      $0.set(
        "error",
        [
          "action": "none", "status": 403, "code": "authorization_denied_by_mvpd", "message": "no",
        ])
    },
    decision("a decision for another resource", suites: ["d-decisions"]) {
      $0.set("resource", "something-else")
    },
    decision("a decision of another MVPD") { $0.set("mvpd", "Somebody") },
    decision("a decision for another service provider") { $0.set("serviceProvider", "MEADOW") },
    decision("a decision without source") { $0.set("source", nil) },
    decision("a source that there is not") { $0.set("source", "guess") },
    decision("degradation decides as the MVPD") { json in
      if has(json, "source", "degradation") { json.set("source", "mvpd") }
    },
    decision("authorized is a number") { json in
      json.replace("authorized") { $0.boolean == true ? 1 : 0 }
    },
    decision("no token", at: [.authorize], authorized: true, suites: ["d-decisions"]) {
      $0.set("token", nil)
    },
    decision("an empty media token", at: [.authorize], authorized: true) {
      $0.set("token/serializedToken", "")
    },
    decision("a media token that is no Base64", at: [.authorize], authorized: true) {
      $0.set("token/serializedToken", "%%%")
    },
    decision("a media token that is over", at: [.authorize], authorized: true) {
      $0.set("token/notAfter", 1_000_000_000_000)
    },
    decision("a media token in seconds", at: [.authorize], authorized: true) { json in
      json.replace("token/notAfter") { .integer(($0.number?.integer ?? 0) / 1000) }
      json.replace("token/notBefore") { .integer(($0.number?.integer ?? 0) / 1000) }
    },
    decision("a token for what is denied", at: [.authorize], authorized: false) {
      $0.set(
        "token",
        [
          "notBefore": 1_752_149_281_000, "notAfter": 4_102_444_800_000,
          "serializedToken": "dG9rZW4=",
        ])
    },
    decision("a denial without error", authorized: false, suites: ["d-decisions"]) {
      $0.set("error", nil)
    },
    decision("a denial with another code", authorized: false) {
      $0.set("error/code", "internal_server_error")
    },
    decision("a denial with another action", authorized: false) {
      $0.set("error/action", "authentication")
    },
    decision("a denial with another status", authorized: false) { $0.set("error/status", 200) },
    decision("a denial without message", authorized: false) { $0.set("error/message", nil) },
    decision("preauthorization denied as authorization", at: [.preauthorize], authorized: false) {
      json in
      if json["error"]?["code"]?.string == "preauthorization_denied_by_mvpd" {
        json.set("error/code", "authorization_denied_by_mvpd")
      }
    },
    .json("the last decision is missing", at: Endpoint.decisions, covers: decide) { json, _ in
      json.replace("decisions") { .array(Array(($0.array ?? []).dropLast())) }
    },
    .json("a decision nobody asked for", at: Endpoint.decisions, covers: decide) { json, _ in
      json.replace("decisions") { value in
        var items = value.array ?? []
        if var extra = items.first {
          extra.set("resource", "unasked")
          items.append(extra)
        }
        return .array(items)
      }
    },
    .json("decisions is a map", at: Endpoint.decisions, covers: decide) { json, _ in
      json.replace("decisions") { value in
        .object((value.array ?? []).map { (name: $0["resource"]?.string ?? "", value: $0) })
      }
    },
    .answer("a denial is a 403", at: Endpoint.decisions, covers: decide, suites: ["d-decisions"]) {
      response, _ in
      guard response.status == 200, let items = response.json?["decisions"]?.array,
        let denied = items.first(where: { $0["authorized"]?.boolean == false }),
        let error = denied["error"], error["code"]?.string?.hasSuffix("denied_by_mvpd") == true
      else { return }
      response = .json(403, error)
    },
    .status("decisions answer 201", at: Endpoint.decisions, covers: decide, 200, 201),
    .answer("decisions without a profile", at: Endpoint.decisions, covers: decide + ["API-LOGOUT"])
    {
      response, request in
      guard let code = response.json?["code"]?.string, code.hasPrefix("authenticated_profile_")
      else { return }
      let path = request.pathSegments
      let resources = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
      response = .json(
        200,
        [
          "decisions": .array(
            resources.map { resource in
              [
                "resource": resource, "serviceProvider": .string(path[2]),
                "mvpd": .string(path[5]), "source": "mvpd", "authorized": true,
                "token": [
                  "notBefore": 1_752_149_281_000, "notAfter": 4_102_444_800_000,
                  "serializedToken": "dG9rZW4=",
                ],
              ]
            })
        ])
    },
    .json(
      "a missing profile with action none", at: Endpoint.decisions, covers: decide + ["API-LOGOUT"],
      status: 400...499
    ) { json, _ in
      if has(json, "code", "authenticated_profile_missing") { json.set("action", "none") }
    },
    .json(
      "a missing profile called expired", at: Endpoint.decisions, covers: decide + ["API-LOGOUT"],
      status: 400...499
    ) { json, _ in
      if has(json, "code", "authenticated_profile_missing") {
        json.set("code", "authenticated_profile_expired")
      }
    },
    .behaviour("resources without end", 0, covers: decide) { request, ask, _ in
      let answer = ask(request)
      guard answer.json?["code"]?.string == "too_many_resources" else { return answer }
      var resources =
        (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
      var decisions: [JSONValue] = []
      while !resources.isEmpty {
        var part = request
        part.body = JSONWriter.bytes(["resources": [resources.removeFirst()]])
        part.headers.remove("Content-Length")
        decisions += ask(part).json?["decisions"]?.array ?? []
      }
      return .json(200, ["decisions": .array(decisions)])
    },
    .answer("no resources, no decisions", at: Endpoint.decisions, covers: decide) { response, _ in
      if response.json?["code"]?.string == "invalid_parameter_resources" {
        response = .json(200, ["decisions": []])
      }
    },
  ]
}

extension Fault {
  private static let out = ["V2-E", "API-LOGOUT", "API-ERRORS"]

  private static func entry(
    _ name: String, action: String = "partner_logout", suites: [String] = [],
    _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Fault {
    .json(name, at: [.logout], covers: out, suites: suites) { json, _ in
      json.replace("logouts/*") { entry in
        var entry = entry
        if has(entry, "actionName", action) { change(&entry) }
        return entry
      }
    }
  }

  static let logout: [Fault] = [
    entry("a partner logout called logout", suites: ["e-logout"]) {
      $0.set("actionName", "logout")
    },
    entry("a partner logout is interactive", suites: ["e-logout"]) {
      $0.set("actionType", "interactive")
    },
    entry("a partner logout with a url") { $0.set("url", "https://example.com/logout") },
    entry("a partner logout called complete") {
      $0.set("actionName", "complete")
      $0.set("actionType", "none")
    },
    entry("a logout of another MVPD") { $0.set("mvpd", "Somebody") },
    entry("a logout without mvpd") { $0.set("mvpd", nil) },
    entry("a regular logout without url", action: "logout") { $0.set("url", nil) },
    entry("a regular logout as the partner's", action: "logout") {
      $0.set("actionName", "partner_logout")
      $0.set("actionType", "partner_interactive")
      $0.set("url", nil)
    },
    entry("a complete logout with a url", action: "complete") {
      $0.set("url", "https://example.com/logout")
    },
    entry("nothing to log out, and complete", action: "invalid") {
      $0.set("actionName", "complete")
    },
    entry("a logout for an unknown action", action: "invalid") { $0.set("actionType", "direct") },
    .json("a list of logouts", at: [.logout], covers: out) { json, _ in
      json.replace("logouts") { .array(($0.object?.members ?? []).map(\.value)) }
    },
    .json("logouts under another key", at: [.logout], covers: out) { json, _ in
      json.replace("logouts") { logouts in
        .object((logouts.object?.members ?? []).map { (name: "Somebody", value: $0.value) })
      }
    },
    .status("logout answers 204", at: [.logout], covers: out, 200, 204),
    Fault(
      .request("a logout goes without redirectUrl", at: [.logout]) { request in
        if !request.target.contains("redirectUrl") {
          request.target += "?redirectUrl=https%3A%2F%2Forchard.example%2Fsigned-in"
        }
      }, covers: out),
    .behaviour(
      "a profile stays after the logout", [String: HTTPResponse](), covers: out + ["V2-B"],
      suites: ["e-logout"]
    ) { request, ask, kept in
      let answer = ask(request)
      let key =
        "\(request.headers["AP-Device-Identifier"] ?? "") \(request.pathSegments.dropFirst(2).first ?? "")"
      switch Endpoint(request) {
      case .partnerProfile? where answer.status == 201: kept[key] = .json(200, answer.json ?? .null)
      case .profiles?, .profile?:
        if answer.json?["profiles"]?.object?.isEmpty == true, let old = kept[key] { return old }
      default: break
      }
      return answer
    },
    .behaviour("a logout ends all MVPDs", 0, covers: out) { request, ask, _ in
      let answer = ask(request)
      guard Endpoint(request) == .logout, answer.status == 200 else { return answer }
      for mvpd in ["Harbor", "Quarry", "Lantern", "Riverbank", "Pinewood"] {
        _ = ask(request.replacing(segment: 4, by: mvpd))
      }
      return answer
    },
    .behaviour("a logout ends all devices", Set<String>(), covers: out) { request, ask, devices in
      if let device = request.headers["AP-Device-Identifier"] { devices.insert(device) }
      let answer = ask(request)
      guard Endpoint(request) == .logout, answer.status == 200 else { return answer }
      for device in devices {
        var other = request
        other.headers.set("AP-Device-Identifier", device)
        _ = ask(other)
      }
      return answer
    },
  ]
}
