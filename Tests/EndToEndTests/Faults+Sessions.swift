// SPDX-License-Identifier: Apache-2.0
// Faults of partner sessions and of sessions for basic authentication.

import Deviations
import HTTPMessages
import JSON
import TestSupport

extension Fault {
  private static let sso = ["V2-C5", "V2-C6", "V2-C7", "V2-C8", "V2-C9", "API-SESSIONS-SSO"]

  /// A fault of the answer that goes on with the partner, or of another action.
  private static func partner(
    _ name: String, action: String = "partner_profile", covers: [String] = sso,
    suites: [String] = [], _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Fault {
    .json(name, at: [.partnerSession], covers: covers, suites: suites) { json, _ in
      if has(json, "actionName", action) { change(&json) }
    }
  }

  private static func fallback(
    _ name: String, reason: String = "pfs_fallback", suites: [String] = [],
    _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Fault {
    .json(name, at: [.partnerSession], covers: sso, suites: suites) { json, _ in
      if has(json, "reasonType", reason) { change(&json) }
    }
  }

  static let partnerSession: [Fault] = [
    partner("partner_profile called authorize", suites: ["c-3-partner-session"]) {
      $0.set("actionName", "authorize")
    },
    partner("partner_profile is interactive", suites: ["c-3-partner-session"]) {
      $0.set("actionType", "interactive")
    },
    partner("partner_profile with a reason") { $0.set("reasonType", "authenticated") },
    partner("partner_profile points elsewhere") { $0.set("url", "/api/v2/ORCHARD/sessions/Apple") },
    partner("partner_profile points to another origin", suites: ["c-3-partner-session"]) {
      $0.set("url", "https://example.com/api/v2/ORCHARD/profiles/sso/Apple")
    },
    partner("no authentication request", suites: ["c-3-partner-session"]) {
      $0.set("authenticationRequest", nil)
    },
    partner("the authentication request is null") { $0.set("authenticationRequest", .null) },
    partner("the request is OAuth") { $0.set("authenticationRequest/type", "oauth") },
    partner("the request is no Base64") { $0.set("authenticationRequest/request", "%%%") },
    partner("the request is no XML") { $0.set("authenticationRequest/request", "bm90IHhtbA==") },
    partner("attributesNames spelled otherwise") { json in
      json.set(
        "authenticationRequest/attributeNames", json["authenticationRequest"]?["attributesNames"])
      json.set("authenticationRequest/attributesNames", nil)
    },
    partner("attributesNames is a text") {
      $0.set("authenticationRequest/attributesNames", "uid NameID")
    },
    partner("no sessionId") { $0.set("sessionId", nil) },
    partner("another service provider") { $0.set("serviceProvider", "MEADOW") },
    partner("another MVPD", suites: ["c-3-partner-session"]) { $0.set("mvpd", "Lantern") },
    partner("an authorize that is interactive", action: "authorize") {
      $0.set("actionType", "interactive")
    },
    partner("an authorize that points to another MVPD", action: "authorize") {
      $0.set("url", "/api/v2/ORCHARD/decisions/authorize/Somebody")
    },
    partner("an authorize that points to another origin", action: "authorize") { json in
      json.replace("url") { .string("https://example.com\($0.string ?? "")") }
    },
    partner("an authorize that points to preauthorize", action: "authorize") { json in
      json.replace("url") { url in
        .string((url.string ?? "").replacing("/authorize/", with: "/preauthorize/"))
      }
    },
    partner("an authorize without reason", action: "authorize") { $0.set("reasonType", "none") },
    .json("single sign-on called basic", at: [.partnerSession], covers: sso) { json, _ in
      if has(json, "reasonType", "authenticatedSSO") { json.set("reasonType", "authenticated") }
    },
    .json("degradation called authenticated", at: [.partnerSession], covers: sso + ["API-OVERVIEW"])
    { json, _ in
      if has(json, "reasonType", "degraded") { json.set("reasonType", "authenticated") }
    },
    .behaviour("a profile that is there is not seen", 0, covers: sso) { request, ask, _ in
      let answer = ask(request)
      guard Endpoint(request) == .partnerSession,
        answer.json?["reasonType"]?.string == "authenticatedSSO"
      else { return answer }
      // As for a device that is new.
      var other = request
      other.headers.set("AP-Device-Identifier", "fingerprint b3RoZXItZGV2aWNlLTE3LW90aGVy")
      return ask(other)
    },
    .answer(
      "an invalid status is refused", at: [.partnerSession], covers: sso,
      suites: ["c-3-partner-session"]
    ) { response, _ in
      guard response.json?["reasonType"]?.string == "pfs_fallback" else { return }
      response = .json(
        400,
        [
          "action": "none", "status": 400,
          "code": "invalid_header_pfs_permission_access_not_granted", "message": "no",
        ])
    },
    fallback("a fallback without reason") { $0.set("reasonType", "none") },
    fallback("a fallback for configuration instead of status") {
      $0.set("reasonType", "configuration_fallback")
    },
    fallback("a fallback with crossed type") { json in
      json.set("actionType", has(json, "actionName", "authenticate") ? "direct" : "interactive")
    },
    fallback("a fallback without code", suites: ["c-3-partner-session"]) { $0.set("code", nil) },
    fallback("a fallback with another code in url") { json in
      json.replace("url") { url in
        let parts = (url.string ?? "").split(separator: "/").dropLast()
        return .string("/\(parts.joined(separator: "/"))/ZZZZZZZ")
      }
    },
    fallback("a fallback in seconds") { json in
      for name in ["notBefore", "notAfter"] {
        json.replace(name) { .string(String(($0.string ?? "").dropLast(3))) }
      }
    },
    fallback("a fallback that is over before it begins") { json in
      let before = json["notBefore"]
      json.set("notBefore", json["notAfter"])
      json.set("notAfter", before)
    },
    fallback("a fallback without notAfter") { $0.set("notAfter", nil) },
    fallback("a fallback without missingParameters") { $0.set("missingParameters", nil) },
    fallback("a fallback that retries") { json in
      if has(json, "actionName", "resume") { json.set("actionName", "retry") }
    },
    fallback("a fallback with an authentication request as partner_profile") { json in
      json.set("actionName", "partner_profile")
      json.set("actionType", "direct")
      json.set("url", "/api/v2/ORCHARD/profiles/sso/Apple")
    },
    fallback("configuration_fallback called pfs_fallback", reason: "configuration_fallback") {
      $0.set("reasonType", "pfs_fallback")
    },
    fallback("a missing parameter is not named", reason: "missing_parameters_fallback") {
      $0.set("missingParameters", [])
    },
    fallback("another parameter is missing", reason: "missing_parameters_fallback") {
      $0.set("missingParameters", ["mvpd"])
    },
    fallback(
      "a missing parameter leads to authenticate", reason: "missing_parameters_fallback"
    ) { json in
      json.set("actionName", "authenticate")
      json.set("actionType", "interactive")
    },
    fallback("a missing parameter is a pfs_fallback", reason: "missing_parameters_fallback") {
      $0.set("reasonType", "pfs_fallback")
    },
    Fault(
      .request("missing form parameters go unnoticed", at: [.partnerSession]) { request in
        request.editForm { fields in
          if !fields.contains(where: { $0.name == "redirectUrl" }) {
            fields.append((name: "redirectUrl", value: "https://orchard.example/signed-in"))
          }
          if !fields.contains(where: { $0.name == "domainName" }) {
            fields.append((name: "domainName", value: "orchard.example"))
          }
        }
      }, covers: sso),
    .behaviour(
      "any status of the framework will do", "", covers: sso, suites: ["c-3-partner-session"]
    ) { request, ask, good in
      guard Endpoint(request) == .partnerSession else { return ask(request) }
      let answer = ask(request)
      let status = request.headers["AP-Partner-Framework-Status"]
      if answer.json?["actionName"]?.string == "partner_profile", good.isEmpty {
        good = status ?? ""
      }
      guard answer.json?["reasonType"]?.string == "pfs_fallback", !good.isEmpty else {
        return answer
      }
      var request = request
      request.headers.set("AP-Partner-Framework-Status", good)
      return ask(request)
    },
    .behaviour("an expired status of the framework will do", 0, covers: sso) { request, ask, _ in
      guard Endpoint(request) == .partnerSession else { return ask(request) }
      return ask(request.withFrameworkStatusProlonged)
    },
  ]
}

extension HTTPRequest {
  /// With a sign-in at the framework that lasts, if there is one in the header.
  var withFrameworkStatusProlonged: HTTPRequest {
    guard let header = headers["AP-Partner-Framework-Status"],
      let bytes = Base64Text.decode(header), var json = try? JSONParser.document(bytes).root,
      json["frameworkProviderInfo"]?["expirationDate"] != nil
    else { return self }
    json.set("frameworkProviderInfo/expirationDate", "4102444800000")
    var request = self
    request.headers.set(
      "AP-Partner-Framework-Status", Base64Text.encode(JSONWriter.bytes(json)))
    return request
  }
}

extension Fault {
  private static let basic = [
    "API-SESSIONS", "API-RESUME", "API-SESSION", "API-AUTHENTICATE", "V2-C7", "V2-C8", "V2-C9",
  ]

  private static func basic(
    _ name: String, at endpoints: Set<Endpoint> = [.createSession, .resumeSession],
    action: String? = nil, suites: [String] = [],
    _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Fault {
    .json(name, at: endpoints, covers: basic, suites: suites) { json, _ in
      guard let action else { return change(&json) }
      if has(json, "actionName", action) { change(&json) }
    }
  }

  static let sessions: [Fault] = [
    basic("authenticate without url", action: "authenticate") { $0.set("url", nil) },
    basic(
      "authenticate is direct", action: "authenticate", suites: ["x-6-basic-authentication"]
    ) { $0.set("actionType", "direct") },
    basic("authenticate with a reason", action: "authenticate") {
      $0.set("reasonType", "authenticated")
    },
    basic("authenticate without code", action: "authenticate") { $0.set("code", nil) },
    basic("authenticate without sessionId", action: "authenticate") { $0.set("sessionId", nil) },
    basic("authenticate for another MVPD", action: "authenticate") { $0.set("mvpd", "Lantern") },
    basic("a session in seconds") { json in
      for name in ["notBefore", "notAfter"] {
        json.replace(name) { .string(String(($0.string ?? "").dropLast(3))) }
      }
    },
    basic("a session that is over") { $0.replace("notAfter") { _ in "1000000000000" } },
    basic("resume names nothing missing", action: "resume") { $0.set("missingParameters", nil) },
    basic("resume names what was given", action: "resume") {
      $0.set("missingParameters", ["mvpd", "domainName", "redirectUrl", "device"])
    },
    basic("resume is interactive", action: "resume") { $0.set("actionType", "interactive") },
    basic("create answers retry", at: [.createSession], action: "resume") {
      $0.set("actionName", "retry")
    },
    basic("resume answers resume", at: [.resumeSession], action: "retry") {
      $0.set("actionName", "resume")
    },
    basic("retry names nothing missing", action: "retry") { $0.set("missingParameters", nil) },
    basic("authorize without a reason", action: "authorize") { $0.set("reasonType", "none") },
    basic("authorize for another MVPD", action: "authorize") { $0.set("mvpd", "Somebody") },
    basic("temporary called degraded") { json in
      if has(json, "reasonType", "temporary") { json.set("reasonType", "degraded") }
    },
    basic("existingParameters missing", at: [.retrieveSession]) {
      $0.set("existingParameters", nil)
    },
    basic("existing parameters of another", at: [.retrieveSession]) {
      $0.replace("existingParameters/mvpd") { _ in "Somebody" }
    },
    basic("no device in a session", at: [.retrieveSession]) { $0.set("device", nil) },
    basic("a session without times", at: [.retrieveSession]) { $0.set("notAfter", nil) },
    basic("missing parameters are not told", at: [.retrieveSession]) {
      $0.set("missingParameters", nil)
    },
    .behaviour("resume forgets what was given before", 0, covers: basic) { request, ask, _ in
      var answer = ask(request)
      guard Endpoint(request) == .resumeSession, answer.status == 200, var json = answer.json else {
        return answer
      }
      let names = ["mvpd", "domainName", "redirectUrl"]
      let missing = names.filter { request.formValue($0) == nil }
      guard !missing.isEmpty, let code = json["code"]?.string else { return answer }
      json.set("actionName", "retry")
      json.set("actionType", "direct")
      json.set("url", .string("/api/v2/ORCHARD/sessions/\(code)"))
      json.set("missingParameters", .array(missing.map { .string($0) }))
      answer.json = json
      return answer
    },
    .behaviour("a new code leaves the old one alive", [String: HTTPResponse](), covers: basic) {
      request, ask, kept in
      let answer = ask(request)
      switch Endpoint(request) {
      case .createSession?:
        if let code = answer.json?["code"]?.string {
          var look = request
          look.method = "GET"
          look.body = []
          look.target = "/\(request.pathSegments.joined(separator: "/"))/\(code)"
          kept[code] = ask(look)
        }
      case .retrieveSession? where answer.status == 400:
        if let code = request.pathSegments.last, let old = kept[code] { return old }
      default: break
      }
      return answer
    },
    .answer("the user agent gets a page", at: [.authenticate], covers: basic) { response, _ in
      guard response.status == 302 else { return }
      response = HTTPResponse(
        status: 200, reason: "OK", headers: HeaderList(["Content-Type": "text/html"]),
        body: Array("<html></html>".utf8))
    },
    .status("the user agent is told 500", at: [.authenticate], covers: basic, 400, 500),
    .answer("an unknown code opens a login", at: [.authenticate], covers: basic) { response, _ in
      guard response.status == 400 else { return }
      response = HTTPResponse(
        status: 302, reason: "Found", headers: HeaderList(["Location": "https://example.com/"]))
    },
    .answer(
      "the login ends nowhere", at: [.authenticate], covers: basic,
      suites: ["x-6-basic-authentication"]
    ) { response, _ in
      if response.status == 302 { response.headers.set("Location", "/nowhere") }
    },
  ]
}
