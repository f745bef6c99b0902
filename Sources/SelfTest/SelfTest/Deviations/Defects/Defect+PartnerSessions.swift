// SPDX-License-Identifier: Apache-2.0
// Defects of the partner's authentication request.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  /// A defect in the answers with one action.
  private static func action(
    _ action: String, _ name: String, of requirement: String, _ others: String...,
    summary: String, _ edits: JSONEdit...
  ) -> Defect {
    Defect(
      name: name, requirements: [requirement] + others, summary: summary, setting: .standard,
      fault: Deviation(
        alterations: [
          .json(
            at: [.partnerSession],
            .each("", where: [.equals("actionName", .string(action))], edits))
        ]))
  }

  /// A defect in the answers with one reason.
  private static func reason(
    _ reason: String, _ name: String, of requirement: String, _ others: String...,
    summary: String, _ edits: JSONEdit...
  ) -> Defect {
    Defect(
      name: name, requirements: [requirement] + others, summary: summary, setting: .standard,
      fault: Deviation(
        alterations: [
          .json(
            at: [.partnerSession],
            .each("", where: [.equals("reasonType", .string(reason))], edits))
        ]))
  }

  static let partnerSessions: [Defect] = partnerValidation + partnerRequests + partnerFallbacks

  private static let partnerValidation: [Defect] = [
    Defect(
      "partner-session-without-set-up", of: "V2-C6-05", "API-OVERVIEW-02", "API-SESSIONS-SSO-19",
      summary: "A partner session starts for an MVPD that single sign-on is not set up for",
      switch: .ignoresPartnerSetUp, at: [.partnerSession]),
    reason(
      "configuration_fallback", "configuration-fallback-to-partner", of: "API-OVERVIEW-02",
      "V2-C6-05",
      summary: "With single sign-on off the application is sent on to the partner",
      .put("actionName", "partner_profile"), .put("actionType", "direct"),
      .put("reasonType", "none"), .substitute("url", "/sessions/", by: "/profiles/sso/")),
    Defect(
      "partner-session-without-integration", of: "V2-C6-03",
      summary: "A partner session starts for an MVPD that is not integrated",
      switch: .servesMVPDsWithoutIntegration, at: [.partnerSession]),
    Defect(
      "partner-session-with-expired-status", of: "V2-C6-06", "API-SESSIONS-SSO-18",
      summary: "A framework status counts whose sign-in has expired",
      switch: .ignoresExpiryOfStatus, at: [.partnerSession]),
    Defect(
      "partner-session-with-refused-status", of: "V2-C6-06", "API-SESSIONS-SSO-18",
      summary: "A framework status counts that refuses access and still names a provider",
      switch: .ignoresPermissionOfStatus, at: [.partnerSession]),
    Defect(
      "partner-session-invalid-status-refused", of: "V2-C6-07",
      summary: "An invalid framework status is refused with 400",
      .replacement(
        at: [.partnerSession], where: [.equals("reasonType", "pfs_fallback")], by: 400,
        [
          "action": "none", "status": 400,
          "code": "invalid_header_pfs_permission_access_not_granted",
          "message": "The permission is not granted.",
        ])),
    Defect(
      "partner-session-any-partner", of: "API-SESSIONS-SSO-29", "V2-C6-02",
      summary: "A partner that nobody knows is accepted",
      .request(at: [.partnerSession]) { $0 = $0.replacing(segment: 5, by: "Apple") }),
    Defect(
      "partner-session-answers-201", of: "API-SESSIONS-SSO-05",
      summary: "A partner session is answered with 201",
      .status(at: [.partnerSession], 200, to: 201)),
    Defect(
      "partner-session-without-session-id", of: "API-SESSIONS-SSO-05",
      summary: "sessionId is missing", .json(at: [.partnerSession], .remove("sessionId"))),
    Defect(
      "partner-session-of-another-provider", of: "API-SESSIONS-SSO-05",
      summary: "serviceProvider is another",
      .json(at: [.partnerSession], .replace("serviceProvider", "SOMEBODY"))),
    Defect(
      "partner-session-unknown-action", of: "API-SESSIONS-SSO-06",
      summary: "actionName is a word that no document has",
      .json(
        at: [.partnerSession],
        .each("", where: [.equals("actionName", "resume")], [.put("actionName", "retry")]))),
    Defect(
      "partner-session-action-translated", of: "API-SESSIONS-SSO-06", "V2-C9-01",
      summary: "actionName is in another case",
      .json(
        at: [.partnerSession],
        .each(
          "", where: [.equals("actionName", "partner_profile")],
          [.put("actionName", "PARTNER_PROFILE")]))),
    Defect(
      "partner-session-crossed-type", of: "API-SESSIONS-SSO-07", "V2-C8-01",
      summary: "actionType is that of the other actions",
      .json(
        at: [.partnerSession],
        .each("", where: [.equals("actionName", "authenticate")], [.put("actionType", "direct")]),
        .each("", where: [.equals("actionName", "resume")], [.put("actionType", "interactive")]))),
    Defect(
      "partner-session-never-sees-profiles", of: "V2-C7-01",
      summary: "A valid profile does not spare the partner session", switch: .neverSeesProfiles),
    Defect(
      "partner-session-not-degraded", of: "API-SESSIONS-SSO-17",
      summary: "The AuthNAll rule is not applied to partner sessions",
      switch: .ignoresDegradation, at: [.partnerSession]),
    Defect(
      "partner-session-degraded-as-authenticated", of: "API-SESSIONS-SSO-17",
      "API-SESSIONS-SSO-08",
      summary: "Degraded access is called authenticated",
      .json(
        at: [.partnerSession],
        .each(
          "", where: [.equals("reasonType", "degraded")], [.put("reasonType", "authenticated")]))),
  ]

  private static let partnerRequests: [Defect] = [
    action(
      "partner_profile", "partner-request-called-authorize", of: "V2-C9-01",
      summary: "partner_profile is called authorize", .put("actionName", "authorize")),
    action(
      "partner_profile", "partner-request-interactive", of: "V2-C9-01", "API-SESSIONS-SSO-07",
      summary: "partner_profile is interactive", .put("actionType", "interactive")),
    action(
      "partner_profile", "partner-request-by-oauth", of: "V2-C9-02",
      summary: "The authentication request is of type oauth",
      .put("authenticationRequest/type", "oauth")),
    action(
      "partner_profile", "partner-request-empty", of: "V2-C9-03",
      summary: "The authentication request is empty",
      .put("authenticationRequest/request", "")),
    action(
      "partner_profile", "partner-request-attributes-renamed", of: "V2-C9-04",
      summary: "attributesNames is called attributeNames",
      .rename("authenticationRequest/attributesNames", to: "attributeNames")),
    action(
      "partner_profile", "partner-request-with-reason", of: "API-SESSIONS-SSO-24",
      summary: "partner_profile has a reason", .put("reasonType", "authenticated")),
    action(
      "partner_profile", "partner-request-points-elsewhere", of: "API-SESSIONS-SSO-24",
      summary: "url of partner_profile leads to sessions",
      .substitute("url", "/profiles/sso/", by: "/sessions/")),
    action(
      "partner_profile", "partner-request-at-another-origin", of: "API-SESSIONS-SSO-24",
      summary: "url of partner_profile leads to another origin",
      .prefix("url", "https://example.com")),
    action(
      "partner_profile", "partner-request-of-another-mvpd", of: "API-SESSIONS-SSO-25",
      summary: "mvpd of partner_profile is another", .replace("mvpd", "Somebody")),
    action(
      "partner_profile", "partner-request-missing", of: "API-SESSIONS-SSO-26",
      summary: "partner_profile has no authentication request",
      .remove("authenticationRequest")),
    action(
      "partner_profile", "partner-request-null", of: "API-SESSIONS-SSO-26", "V2-C9-03",
      summary: "The authentication request is null", .put("authenticationRequest", .null)),
    action(
      "partner_profile", "partner-request-attributes-as-text", of: "API-SESSIONS-SSO-27",
      "V2-C9-04",
      summary: "attributesNames is a text",
      .put("authenticationRequest/attributesNames", "uid NameID")),
    action(
      "partner_profile", "partner-request-no-base64", of: "API-SESSIONS-SSO-28",
      summary: "The authentication request is not Base64",
      .put("authenticationRequest/request", "%%%")),
    action(
      "partner_profile", "partner-request-no-xml", of: "API-SESSIONS-SSO-28",
      summary: "The authentication request is not XML",
      .put("authenticationRequest/request", "bm90IHhtbA==")),
    action(
      "authorize", "partner-authorize-interactive", of: "V2-C7-01", "API-SESSIONS-SSO-07",
      summary: "authorize is interactive", .put("actionType", "interactive")),
    action(
      "authorize", "partner-authorize-without-reason", of: "API-SESSIONS-SSO-16",
      "API-SESSIONS-SSO-08",
      summary: "authorize has the reason none", .put("reasonType", "none")),
    action(
      "authorize", "partner-authorize-of-another-mvpd", of: "API-SESSIONS-SSO-16",
      summary: "url of authorize leads to another MVPD",
      .substitute("url", "/authorize/", by: "/authorize/Some-")),
    action(
      "authorize", "partner-authorize-points-to-preauthorize", of: "API-SESSIONS-SSO-16",
      summary: "url of authorize leads to preauthorize",
      .substitute("url", "/authorize/", by: "/preauthorize/")),
    action(
      "authorize", "partner-authorize-at-another-origin", of: "API-SESSIONS-SSO-16",
      summary: "url of authorize leads to another origin", .prefix("url", "https://example.com")),
    reason(
      "authenticatedSSO", "partner-authorize-called-basic", of: "API-SESSIONS-SSO-16",
      "API-SESSIONS-SSO-08",
      summary: "A profile of single sign-on is called authenticated",
      .put("reasonType", "authenticated")),
  ]

  private static let partnerFallbacks: [Defect] = [
    reason(
      "pfs_fallback", "pfs-fallback-to-partner", of: "V2-C8-01", "V2-C6-07",
      summary: "Without a valid framework status the application is sent on to the partner",
      .put("actionName", "partner_profile"), .put("actionType", "direct"),
      .substitute("url", "/sessions/", by: "/profiles/sso/")),
    reason(
      "pfs_fallback", "pfs-fallback-without-reason", of: "API-SESSIONS-SSO-18",
      "API-SESSIONS-SSO-08",
      summary: "A fallback has the reason none", .put("reasonType", "none")),
    reason(
      "pfs_fallback", "pfs-fallback-called-configuration", of: "API-SESSIONS-SSO-18",
      summary: "A fallback for the framework status is called one for the configuration",
      .put("reasonType", "configuration_fallback")),
    Defect(
      "partner-session-unknown-reason", of: "API-SESSIONS-SSO-08",
      summary: "reasonType is a word that no document has",
      .json(
        at: [.partnerSession],
        .each("", where: [.has("reasonType")], [.substitute("reasonType", "_", by: "-")]))),
    reason(
      "configuration_fallback", "configuration-fallback-called-pfs", of: "API-SESSIONS-SSO-19",
      summary: "A fallback for the configuration is called one for the framework status",
      .put("reasonType", "pfs_fallback")),
    Defect(
      "partner-session-parameters-assumed", of: "API-SESSIONS-SSO-20",
      summary: "A partner session starts without its form parameters",
      switch: .ignoresMissingParameters),
    reason(
      "missing_parameters_fallback", "missing-parameter-not-named", of: "API-SESSIONS-SSO-20",
      summary: "missingParameters does not name what is missing",
      .put("missingParameters", ["mvpd"])),
    reason(
      "missing_parameters_fallback", "missing-parameter-retried", of: "API-SESSIONS-SSO-20",
      summary: "A missing parameter leads to authenticate",
      .put("actionName", "authenticate"), .put("actionType", "interactive")),
    Defect(
      "partner-fallback-without-code", of: "API-SESSIONS-SSO-10",
      summary: "A fallback has no code",
      .json(at: [.partnerSession], .each("", where: [.has("code")], [.remove("code")]))),
    Defect(
      "partner-fallback-in-seconds", of: "API-SESSIONS-SSO-11",
      summary: "notBefore and notAfter of a fallback are in seconds",
      .json(at: [.partnerSession], .seconds("notBefore"), .seconds("notAfter"))),
    Defect(
      "partner-fallback-over-before-it-begins", of: "API-SESSIONS-SSO-11",
      summary: "notAfter of a fallback is before its notBefore",
      .json(
        at: [.partnerSession],
        .each("", where: [.has("notAfter")], [.swap("notBefore", "notAfter")]))),
    Defect(
      "partner-fallback-without-end", of: "API-SESSIONS-SSO-11",
      summary: "A fallback has no notAfter", .json(at: [.partnerSession], .remove("notAfter"))),
    reason(
      "missing_parameters_fallback", "missing-parameters-fallback-called-pfs",
      of: "API-SESSIONS-SSO-20", "API-SESSIONS-SSO-08",
      summary: "A fallback for a missing parameter is called one for the framework status",
      .put("reasonType", "pfs_fallback")),
    reason(
      "missing_parameters_fallback", "missing-parameters-empty", of: "API-SESSIONS-SSO-20",
      summary: "missingParameters is empty", .put("missingParameters", [])),
    Defect(
      "partner-fallback-with-another-code", of: "API-SESSIONS-SSO-21", "API-SESSIONS-SSO-22",
      summary: "code and the code in url differ",
      .json(at: [.partnerSession], .prefix("code", "X"))),
    Defect(
      "partner-fallback-opens-no-login", of: "API-AUTHENTICATE-02", "API-SESSIONS-RESUME-06",
      "API-SESSIONS-RESUME-03", "V2-C8-01",
      summary: "The code of a fallback is one of no session",
      .json(at: [.partnerSession]) { json, _ in
        guard json["reasonType"] == "configuration_fallback",
          let code = json["code"]?.string
        else { return }
        JSONEdit.put("code", "ZZZZZZZ").apply(to: &json)
        JSONEdit.substitute("url", code, by: "ZZZZZZZ").apply(to: &json)
      }),
    action(
      "authenticate", "partner-fallback-without-url", of: "API-SESSIONS-SSO-21",
      summary: "authenticate has no url", .remove("url")),
    action(
      "authenticate", "partner-fallback-to-resume-url", of: "API-SESSIONS-SSO-21",
      summary: "url of authenticate leads to another call",
      .substitute("url", "/authenticate/", by: "/authorize/")),
    action(
      "authenticate", "partner-fallback-authenticate-direct", of: "API-SESSIONS-SSO-21",
      "V2-C8-01",
      summary: "authenticate is direct", .put("actionType", "direct")),
    action(
      "resume", "partner-fallback-resume-elsewhere", of: "API-SESSIONS-SSO-22",
      summary: "url of resume leads to a login",
      .substitute("url", "/sessions/", by: "/authenticate/")),
    action(
      "resume", "partner-fallback-resume-interactive", of: "API-SESSIONS-SSO-22", "V2-C8-01",
      summary: "resume is interactive", .put("actionType", "interactive")),
  ]
}
