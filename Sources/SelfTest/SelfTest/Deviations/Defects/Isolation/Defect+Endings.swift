// SPDX-License-Identifier: Apache-2.0
// Defects in when profiles and codes end: too late, or too early.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  static let endings: [Defect] = lateEnds + caches + earlyEnds

  /// For each call: a profile goes on counting in this call after its logout, and after its expiry.
  private static let lateEnds: [Defect] =
    ProfileUse.allCases.map { use in
      Defect(
        name: "profile-after-logout-at-\(use.rawValue)",
        requirements: use.requirements + ["API-LOGOUT-13"],
        summary: "At \(use.phrase), a profile counts after its logout",
        setting: .standard,
        fault: Deviation(switches: [.profilesOutliveLogouts], at: [use.endpoint]))
    }
    // The tables of the other calls have this row.
    + [ProfileUse.profileOfCode, .partnerProfile, .partnerSession, .resumedSession, .logout].map {
      use in
      Defect(
        name: "profile-after-expiry-at-\(use.rawValue)", requirements: use.requirements,
        summary: "At \(use.phrase), a profile counts after its expiry",
        setting: .standard,
        fault: Deviation(switches: [.keepsExpiredProfiles], at: [use.endpoint]))
    }

  /// What a call has answered once, while there was a profile, it answers always.
  private static let caches: [Defect] = [
    cache("profiles", .profiles, ["API-LOGOUT-13", "API-PROFILES-04", "API-PROFILES-12"]) {
      $0["profiles"]?.object?.isEmpty == false
    },
    cache("profile", .profile, ["API-LOGOUT-13", "API-PROFILES-MVPD-04", "API-PROFILES-MVPD-12"]) {
      $0["profiles"]?.object?.isEmpty == false
    },
    cache("profile-of-code", .profileOfCode, ["API-PROFILES-CODE-02", "API-LOGOUT-13"]) {
      $0["profiles"]?.object?.isEmpty == false
    },
    cache("partner-session", .partnerSession, ["V2-C9-01", "API-LOGOUT-13"]) {
      $0["actionName"] == "authorize"
    },
    cache("session", .createSession, ["API-SESSIONS-05", "API-LOGOUT-13"]) {
      $0["actionName"] == "authorize"
    },
    cache("preauthorization", .preauthorize, ["API-PREAUTHORIZE-13", "API-LOGOUT-13"]) {
      $0.value(at: "decisions/0/authorized") == true
    },
    cache("authorization", .authorize, ["API-AUTHORIZE-17", "API-LOGOUT-13"]) {
      $0.value(at: "decisions/0/authorized") == true
    },
    cache("session-of-code", .retrieveSession, ["API-SESSIONS-11", "API-SESSIONS-GET-04"]) {
      $0["existingParameters"] != nil
    },
    cache(
      "resumed-session", .resumeSession, ["API-SESSIONS-11", "API-SESSIONS-RESUME-06"]
    ) {
      $0["actionName"] == "authenticate"
    },
  ]

  private static let earlyEnds: [Defect] = [
    Defect(
      "replaced-codes-live-on", of: "API-SESSIONS-11", "API-SESSIONS-GET-04",
      "API-SESSIONS-RESUME-06", "API-PROFILES-CODE-04", "API-AUTHENTICATE-03",
      summary: "A code is accepted after another has replaced it", switch: .keepsReplacedSessions),
    Defect(
      "retrieving-a-session-ends-it", of: "API-SESSIONS-GET-02", "API-SESSIONS-10",
      "API-SESSIONS-GET-03", "API-PROFILES-CODE-02", "API-AUTHENTICATE-04",
      summary: "A session can be retrieved once", switch: .retrievingUsesCodesUp),
    Defect(
      "polling-ends-the-session", of: "API-PROFILES-CODE-02", "API-AUTHENTICATE-04",
      "API-SESSIONS-GET-02",
      summary: "A code can be polled once", switch: .pollingUsesCodesUp),
    Defect(
      "a-failed-resume-ends-the-session", of: "API-SESSIONS-GET-02", "API-SESSIONS-GET-03",
      "API-PROFILES-CODE-02",
      summary: "A session that could not be resumed is over", switch: .failureUsesCodesUp),
    Defect(
      "a-new-token-ends-the-profiles", of: "V2-B3-09", "V2-B4-01", "API-PROFILES-MVPD-05",
      "API-PROFILES-04", "API-PROFILES-MVPD-04",
      "API-PROFILES-CODE-02",
      summary: "The profiles of a client end when it gets another access token",
      switch: .tokensEndProfiles),
    Defect(
      "a-denial-ends-the-profiles", of: "V2-B3-09", "V2-B4-01", "API-PROFILES-MVPD-05",
      "API-PROFILES-04", "API-PROFILES-MVPD-04",
      summary: "The profiles of a device end when the MVPD denies a resource",
      switch: .denialsEndProfiles),
  ]

  /// A call that repeats what it has answered before to the same request of the same device.
  private static func cache(
    _ name: String, _ endpoint: ServiceEndpoint, _ requirements: [String],
    where isKept: @escaping @Sendable (JSONValue) -> Bool
  ) -> Defect {
    let alteration = Alteration.behaviour([String: HTTPResponse]()) { request, ask, kept in
      guard ServiceEndpoint(request) == endpoint else { return ask(request) }
      let headers = ["Authorization", "AP-Device-Identifier", "AP-Partner-Framework-Status"]
      let key =
        ([request.target, String(decoding: request.body, as: UTF8.self)]
        + headers.map { request.headers[$0] ?? "" }).joined(separator: "\n")
      if let answer = kept[key] { return answer }
      let answer = ask(request)
      if answer.status == 200, answer.json.map(isKept) ?? false { kept[key] = answer }
      return answer
    }
    return Defect(
      name: "cached-\(name)", requirements: requirements,
      summary: "What \(endpoint.hyphenated) has answered once, it always answers",
      setting: .standard,
      fault: Deviation(alterations: [alteration]))
  }
}
