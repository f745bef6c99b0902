// SPDX-License-Identifier: Apache-2.0
// Variants of sessions: their answers, their codes, and the login.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Variant {
  static let sessions: [Variant] = [
    Variant(
      "absolute-session-urls", by: "AMB-44", summary: "The urls of sessions are absolute",
      .json(at: ServiceEndpoint.sessions) { json, request in
        json.replace("url") { url in
          .string("http://\(request.headers["Host"] ?? "")\(url.string ?? "")")
        }
      }),
    Variant(
      "urls-only-to-authenticate", by: "AMB-44",
      summary: "Sessions have a url only where a user agent has to open it",
      .json(
        at: ServiceEndpoint.sessions, where: [.differs("actionName", "authenticate")],
        .remove("url"))),
    Variant(
      "domain-for-domainname", by: "AMB-14",
      summary: "Answers call domainName domain",
      .json(at: ServiceEndpoint.sessions.union([.retrieveSession])) { json, _ in
        json.replace("missingParameters/*") { $0 == "domainName" ? "domain" : $0 }
        if let domain = json["existingParameters"]?["domainName"] {
          json.set("existingParameters/domain", domain)
          json.set("existingParameters/domainName", nil)
        }
      }),
    Variant(
      "domain-and-domainname", by: "AMB-14",
      summary: "A session tells its domain under both names",
      .json(
        at: [.retrieveSession],
        .copy("existingParameters/domainName", to: "existingParameters/domain"))),
    Variant(
      "existing-and-missing", by: "AMB-15",
      summary: "A session tells its parameters as existing and missing",
      .json(
        at: [.retrieveSession], .rename("existingParameters", to: "existing"),
        .rename("missingParameters", to: "missing"))),
    Variant(
      "long-codes", by: "REST API V2, sessions: code",
      summary: "Codes are twice as long as those of the samples", longCodes),
    Variant(
      "another-code-after-resume", by: "AMB-58",
      summary: "To resume a session gives it another code", otherCodeOnResume),
    Variant(
      "no-mvpd-where-signed-in", by: "REST API V2, sessions: mvpd",
      summary: "The answer to a user who is signed in does not name the MVPD",
      .json(
        at: ServiceEndpoint.sessions, where: [.equals("actionName", "authorize")],
        .remove("mvpd"))),
    Variant(
      "code-where-signed-in", by: "AMB-17",
      summary: "The answer to a user who is signed in has a code all the same",
      .json(
        at: [.createSession, .resumeSession], where: [.equals("actionName", "authorize")],
        .put("code", "ABCDEFG"))),
    Variant(
      "missing-parameters-where-none-is", by: "AMB-56",
      summary: "Sessions that lack nothing have an empty list of missing parameters",
      .json(
        at: ServiceEndpoint.sessions.union([.retrieveSession]),
        where: [.lacks("missingParameters")], .put("missingParameters", []))),
    Variant(
      "surplus-missing-parameters", by: "AMB-56",
      summary: "A session that lacks nothing names a missing parameter",
      .json(
        at: [.resumeSession], where: [.equals("actionName", "authenticate")],
        .put("missingParameters", ["device"]))),
    Variant(
      "null-device-members", by: "REST API V2, retrieve session: device",
      summary: "Nothing is known of the device of a session",
      .json(at: [.retrieveSession], .replace("device/*", .null))),
    Variant(
      "session-ids-of-another-form", by: "REST API V2, sessions: sessionId",
      summary: "Session ids are not UUIDs",
      .json(at: ServiceEndpoint.sessions, .prefix("sessionId", "session:17/"))),
    Variant(
      "relative-login-location", by: "RFC 9110, section 10.2.2",
      summary: "The way to the login is an absolute path", location { String($0) }),
    Variant(
      "login-location-beside-the-url", by: "RFC 9110, section 10.2.2",
      summary: "The way to the login is a relative path", location { "../../../..\($0)" }),
    Variant(
      "sign-on-counts-for-sessions", by: "AMB-57",
      summary: "An appleSSO profile answers sessions with authorize and authenticatedSSO",
      switches: [.countsPartnerProfilesForSessions]),
    Variant(
      "parameters-before-profiles", by: "AMB-57",
      summary: "A session asks for missing parameters even of a user who is signed in",
      switches: [.asksForParametersFirst]),
    Variant(
      "degradation-before-profiles", by: "AMB-57",
      summary: "Under degradation the reason is degraded even where there is a profile",
      switches: [.prefersDegradation]),
    Variant(
      "malformed-redirect-url-is-missing", by: "AMB-54",
      summary: "A session takes a malformed redirectUrl for none",
      .request(at: [.createSession, .resumeSession]) { request in
        request.editMalformedRedirectURL { _ in nil }
      }),
    Variant(
      "malformed-redirect-url-is-refused", by: "AMB-54",
      summary: "A partner session refuses a malformed redirectUrl",
      .exchange(at: [.partnerSession]) { request, ask in
        var changed = request
        changed.editMalformedRedirectURL { _ in nil }
        guard changed.body != request.body else { return ask(request) }
        let answer = ask(request)
        guard answer.json?["reasonType"] == "missing_parameters_fallback" else { return answer }
        return refusal(400, "invalid_parameter_redirect_url")
      }),
    Variant(
      "malformed-redirect-url-is-taken", by: "AMB-54",
      summary: "Sessions take a malformed redirectUrl as it is",
      .request(at: ServiceEndpoint.sessions) { request in
        request.editMalformedRedirectURL { _ in "https://orchard.example/malformed" }
      }),
    Variant(
      "sessions-of-an-hour", by: "REST API V2, sessions: notAfter",
      summary: "Sessions say that they last an hour",
      .json(
        at: ServiceEndpoint.sessions.union([.retrieveSession]), .shift("notAfter", by: 1_800_000))),
    Variant(
      "other-lifetimes", by: "REST API V2, authorize: notAfter",
      summary: "Media tokens last 5 minutes, decisions a day, degraded profiles an hour",
      data: { data in
        data.lifetimes.mediaToken = .seconds(300)
        data.lifetimes.decision = .seconds(86_400)
        data.lifetimes.degradedProfile = .seconds(3600)
      }),
  ]

  /// An error of REST API V2.
  static func refusal(_ status: Int, _ code: String, action: String = "none") -> HTTPResponse {
    .json(
      status,
      [
        "action": .string(action), "status": .integer(status), "code": .string(code),
        "message": "no",
      ])
  }

  private static func location(
    _ change: @escaping @Sendable (Substring) -> String
  ) -> Alteration {
    .answer(at: [.authenticate]) { response, _ in
      guard response.status == 302, let location = response.headers["Location"],
        let path = location.firstRange(of: "/mvpd/")
      else { return }
      response.headers.set("Location", change(location[path.lowerBound...]))
    }
  }

  /// Codes with a tail, in answers and in the requests that use them.
  private static let longCodes = Alteration.exchange(at: ServiceEndpoint.v2) { request, ask in
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

  /// Resume gives a new code for the session, and the old one holds on.
  private static let otherCodeOnResume = Alteration.exchange(at: ServiceEndpoint.v2) {
    request, ask in
    let tail = "99"
    var request = request
    var segments = request.pathSegments
    // The codes of the reference service have seven characters; the tail makes nine.
    if let last = segments.last, last.hasSuffix(tail), last.utf8.count > 8,
      ["sessions", "code"].contains(segments[segments.count - 2]) || segments[2] == "authenticate"
    {
      segments[segments.count - 1] = String(last.dropLast(tail.count))
      let query = request.target.drop { $0 != "?" }
      request.target = "/\(segments.joined(separator: "/"))\(query)"
    }
    var answer = ask(request)
    if ServiceEndpoint(request) == .resumeSession, answer.status == 200, var json = answer.json,
      let code = json["code"]?.string
    {
      json.set("code", .string(code + tail))
      json.replace("url") { .string(($0.string ?? "").replacing(code, with: code + tail)) }
      answer.json = json
    }
    return answer
  }
}

extension HTTPRequest {
  /// Changes the field redirectUrl where it is not an absolute URL; nil removes it.
  fileprivate mutating func editMalformedRedirectURL(_ change: (String) -> String?) {
    guard let text = formValue("redirectUrl"), !text.contains("://") else { return }
    editForm { fields in
      fields = fields.compactMap { field in
        guard field.name == "redirectUrl" else { return field }
        return change(field.value).map { (name: field.name, value: $0) }
      }
    }
  }
}
