// SPDX-License-Identifier: Apache-2.0
// Defects of sessions for basic authentication.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  /// A defect in the answers of one call that have one action.
  private static func session(
    _ name: String, at endpoint: ServiceEndpoint, action: String? = nil, of requirement: String,
    _ others: String..., summary: String, _ edits: JSONEdit...
  ) -> Defect {
    let conditions = action.map { [JSONCondition.equals("actionName", .string($0))] } ?? []
    return Defect(
      name: name, requirements: [requirement] + others, summary: summary, setting: .standard,
      fault: Deviation(
        alterations: [.json(at: [endpoint], .each("", where: conditions, edits))]))
  }

  static let sessions: [Defect] = createdSessions + resumedSessions + retrievedSessions

  private static let createdSessions: [Defect] = [
    Defect(
      "session-answers-201", of: "API-SESSIONS-03", summary: "A session is answered with 201",
      .status(at: [.createSession], 200, to: 201)),
    session(
      "session-without-session-id", at: .createSession, of: "API-SESSIONS-03",
      summary: "sessionId is missing", .remove("sessionId")),
    session(
      "session-of-another-provider", at: .createSession, of: "API-SESSIONS-03",
      summary: "serviceProvider is another", .replace("serviceProvider", "SOMEBODY")),
    session(
      "session-retried", at: .createSession, action: "resume", of: "API-SESSIONS-04",
      "API-SESSIONS-06",
      summary: "A new session is answered with retry", .put("actionName", "retry")),
    session(
      "session-unknown-reason", at: .createSession, of: "API-SESSIONS-04",
      summary: "reasonType is a word that no document has",
      .replace("reasonType", "unknown")),
    session(
      "session-authenticate-direct", at: .createSession, action: "authenticate",
      of: "API-SESSIONS-05", "API-SESSIONS-04",
      summary: "authenticate is direct", .put("actionType", "direct")),
    session(
      "session-authenticate-with-reason", at: .createSession, action: "authenticate",
      of: "API-SESSIONS-05", "API-SESSIONS-04",
      summary: "authenticate has the reason authenticated", .put("reasonType", "authenticated")),
    session(
      "session-authenticate-without-url", at: .createSession, action: "authenticate",
      of: "API-SESSIONS-05",
      summary: "authenticate has no url", .remove("url")),
    session(
      "session-authenticate-without-code", at: .createSession, action: "authenticate",
      of: "API-SESSIONS-05",
      summary: "authenticate has no code", .remove("code")),
    session(
      "session-of-another-mvpd", at: .createSession, action: "authenticate",
      of: "API-SESSIONS-05",
      summary: "mvpd is another", .replace("mvpd", "Somebody")),
    session(
      "session-in-seconds", at: .createSession, of: "API-SESSIONS-05",
      summary: "notBefore and notAfter are in seconds", .seconds("notBefore"),
      .seconds("notAfter")),
    session(
      "session-that-is-over", at: .createSession, of: "API-SESSIONS-05",
      summary: "A session is over when it is made", .replace("notAfter", "1000000000000")),
    session(
      "session-resume-names-nothing", at: .createSession, action: "resume",
      of: "API-SESSIONS-06",
      summary: "resume has no missingParameters", .remove("missingParameters")),
    session(
      "session-resume-interactive", at: .createSession, action: "resume", of: "API-SESSIONS-06",
      "API-SESSIONS-04",
      summary: "resume is interactive", .put("actionType", "interactive")),
    session(
      "session-resume-names-what-was-given", at: .createSession, action: "resume",
      of: "API-SESSIONS-06",
      summary: "missingParameters names everything",
      .put("missingParameters", ["mvpd", "domainName", "redirectUrl"])),
    session(
      "session-authorize-without-reason", at: .createSession, action: "authorize",
      of: "API-SESSIONS-07", "API-SESSIONS-08", "API-SESSIONS-04",
      summary: "authorize has the reason none", .put("reasonType", "none")),
    Defect(
      "session-despite-profile", of: "API-SESSIONS-07",
      summary: "A valid profile does not spare the session",
      .behaviour(0) { request, ask, _ in
        let answer = ask(request)
        guard ServiceEndpoint(request) == .createSession,
          answer.json?["reasonType"] == "authenticated"
        else { return answer }
        // As for a device that is new.
        var other = request
        other.headers.set("AP-Device-Identifier", "fingerprint b3RoZXItZGV2aWNlLTE3LW90aGVy")
        return ask(other)
      }),
    session(
      "session-authorize-of-another-mvpd", at: .createSession, action: "authorize",
      of: "API-SESSIONS-07",
      summary: "url of authorize leads to another MVPD",
      .substitute("url", "/authorize/", by: "/authorize/Some-")),
    Defect(
      "session-by-expired-profile", of: "API-SESSIONS-05", "API-SESSIONS-07",
      summary: "A profile that is over spares the session", switch: .keepsExpiredProfiles,
      at: [.createSession]),
    Defect(
      "session-not-degraded", of: "API-SESSIONS-08",
      summary: "The AuthNAll rule is not applied to sessions", switch: .ignoresDegradation,
      at: [.createSession]),
    Defect(
      "session-temporary-called-degraded", of: "API-SESSIONS-08",
      summary: "Temporary access is called degraded",
      .json(
        at: [.createSession], where: [.equals("reasonType", "temporary")],
        .replace("reasonType", "degraded"))),
    Defect(
      "session-without-integration", of: "API-SESSIONS-09",
      summary: "A session starts at an MVPD that is not integrated",
      switch: .servesMVPDsWithoutIntegration, at: [.createSession]),
    Defect(
      "session-without-integration-403", of: "API-SESSIONS-09",
      summary: "An MVPD that is not integrated is refused with 403",
      .status(
        at: [.createSession], 400, to: 403,
        where: [.isOne("code", of: ["invalid_integration", "invalid_parameter_mvpd"])])),
  ]

  private static let resumedSessions: [Defect] = [
    Defect(
      "resumed-session-forgets", of: "API-SESSIONS-RESUME-03",
      summary: "A resumed session forgets what was given before",
      switch: .forgetsGivenParameters),
    session(
      "resumed-session-resumes", at: .resumeSession, action: "retry",
      of: "API-SESSIONS-RESUME-03",
      summary: "What is still missing leads to resume", .put("actionName", "resume")),
    session(
      "resumed-session-retry-names-nothing", at: .resumeSession, action: "retry",
      of: "API-SESSIONS-RESUME-03",
      summary: "retry has no missingParameters", .remove("missingParameters")),
    session(
      "resumed-session-with-a-reason", at: .resumeSession, action: "authenticate",
      of: "API-SESSIONS-RESUME-04",
      summary: "authenticate has the reason authenticated", .put("reasonType", "authenticated")),
    session(
      "resumed-session-without-code", at: .resumeSession, of: "API-SESSIONS-RESUME-05",
      summary: "The answer has no code", .remove("code")),
    session(
      "resumed-session-codes-differ", at: .resumeSession, of: "API-SESSIONS-RESUME-05",
      "API-SESSIONS-RESUME-03",
      summary: "code and the code in url differ", .prefix("code", "X")),
    Defect(
      "resumed-session-unknown-code", of: "API-SESSIONS-RESUME-06",
      summary: "An unknown code is answered with 404",
      .status(
        at: [.resumeSession], 400, to: 404,
        where: [.isOne("code", of: ["invalid_authentication_session", "invalid_parameter_code"])])),
    Defect(
      "retrieved-session-replaced", of: "API-SESSIONS-GET-04", "API-SESSIONS-11",
      summary: "A session is there after a new one has replaced it",
      switch: .keepsReplacedSessions),
  ]

  private static let retrievedSessions: [Defect] = [
    session(
      "retrieved-session-without-device", at: .retrieveSession, of: "API-SESSIONS-GET-02",
      summary: "A session has no device", .remove("device")),
    session(
      "retrieved-session-without-end", at: .retrieveSession, of: "API-SESSIONS-GET-02",
      summary: "A session has no notAfter", .remove("notAfter")),
    session(
      "retrieved-session-missing-untold", at: .retrieveSession, of: "API-SESSIONS-GET-02",
      "API-SESSIONS-GET-03",
      summary: "A session does not tell what is missing", .remove("missingParameters")),
    session(
      "retrieved-session-without-existing", at: .retrieveSession,
      of: "API-SESSIONS-GET-02", "API-SESSIONS-GET-03",
      summary: "A session does not tell what was given", .remove("existingParameters")),
    session(
      "retrieved-session-of-another-mvpd", at: .retrieveSession, of: "API-SESSIONS-GET-03",
      summary: "existingParameters has another MVPD",
      .replace("existingParameters/mvpd", "Somebody")),
    Defect(
      "retrieved-session-without-what-came-later", of: "API-SESSIONS-GET-03",
      summary: "A resumed session does not show what came later",
      .behaviour(Set<String>()) { request, ask, resumed in
        var answer = ask(request)
        switch ServiceEndpoint(request) {
        case .resumeSession?: resumed.insert(request.pathSegments.last ?? "")
        case .retrieveSession? where resumed.contains(request.pathSegments.last ?? ""):
          answer.json?.set("existingParameters/mvpd", nil)
        default: break
        }
        return answer
      }),
    Defect(
      "retrieved-session-ended-by-another-device", of: "API-SESSIONS-GET-02",
      summary: "A session ends those of other devices",
      .behaviour("") { request, ask, last in
        let answer = ask(request)
        switch ServiceEndpoint(request) {
        case .createSession?: last = answer.json?["code"]?.string ?? last
        case .retrieveSession? where answer.status == 200 && request.pathSegments.last != last:
          var other = request
          other.target = "/api/v2/\(request.pathSegments[2])/sessions/AAAAAAA"
          return ask(other)
        default: break
        }
        return answer
      }),
    session(
      "retrieved-session-mixed", at: .retrieveSession, of: "API-SESSIONS-GET-03",
      summary: "missingParameters names what was given",
      .append("missingParameters", "serviceProvider")),
    Defect(
      "retrieved-session-unknown-code", of: "API-SESSIONS-GET-04",
      summary: "An unknown code is answered with 404",
      .status(
        at: [.retrieveSession], 400, to: 404,
        where: [.isOne("code", of: ["invalid_authentication_session", "invalid_parameter_code"])])),
  ]
}
