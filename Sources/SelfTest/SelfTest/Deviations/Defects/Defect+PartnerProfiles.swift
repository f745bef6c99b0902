// SPDX-License-Identifier: Apache-2.0
// Defects of making the partner's profile.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  private static func made(
    _ name: String, of requirements: String, summary: String, _ edit: JSONEdit
  ) -> Defect {
    Defect(name, of: requirements, summary: summary, .json(at: [.partnerProfile], edit))
  }

  /// A refusal that comes with another code than the one of its reason.
  private static func miscalled(
    _ name: String, _ code: String, as other: String, of requirement: String, summary: String
  ) -> Defect {
    Defect(
      name, of: requirement, summary: summary,
      .json(
        at: [.partnerProfile], status: 400...400, where: [.equals("code", .string(code))],
        .replace("code", .string(other))))
  }

  static let partnerProfiles: [Defect] = [
    made(
      "partner-profile-regular", of: "V2-C13-01", summary: "A partner profile is regular",
      .replace("profiles/*/type", "regular")),
    Defect(
      "partner-profile-without-integration", of: "V2-C13-03",
      summary: "A partner profile is made at an MVPD that is not integrated",
      switch: .servesMVPDsWithoutIntegration, at: [.partnerProfile]),
    Defect(
      "partner-profile-without-set-up", of: "V2-C13-05",
      summary: "A partner profile is made at an MVPD that single sign-on is not set up for",
      switch: .ignoresPartnerSetUp, at: [.partnerProfile]),
    Defect(
      "partner-profile-with-any-status", of: "V2-C13-06", "API-SSO-FLOW-02",
      summary: "A partner profile is made though the framework status says no",
      switch: .ignoresFrameworkStatus),
    Defect(
      "partner-profile-instead-of-basic", of: "V2-C13-07", "V2-C13-06",
      summary: "A partner profile comes where the basic flow's answer belongs",
      .behaviour(HTTPResponse?.none) { request, ask, made in
        let answer = ask(request)
        guard ServiceEndpoint(request) == .partnerProfile else { return answer }
        if answer.status == 201 { made = answer }
        return answer.json?["profiles"]?.object?.isEmpty == true ? made ?? answer : answer
      }),
    Defect(
      "partner-profile-answers-202", of: "API-PROFILES-SSO-04",
      summary: "A partner profile is answered with 202",
      .status(at: [.partnerProfile], 201, to: 202)),
    made(
      "partner-profile-under-another-mvpd", of: "API-PROFILES-SSO-05",
      summary: "A partner profile is under another MVPD",
      .rekey("profiles", to: "Somebody")),
    made(
      "partner-profile-in-seconds", of: "API-PROFILES-SSO-06",
      summary: "notAfter of a partner profile is in seconds",
      .seconds("profiles/*/notAfter")),
    made(
      "partner-profile-that-is-over", of: "API-PROFILES-SSO-06",
      summary: "A partner profile is over when it is made",
      .replace("profiles/*/notAfter", 1_000_000_000_000)),
    made(
      "partner-profile-of-tomorrow", of: "API-PROFILES-SSO-06",
      summary: "A partner profile begins tomorrow",
      .shift("profiles/*/notBefore", by: 86_400_000)),
    made(
      "partner-profile-of-the-mvpd", of: "API-PROFILES-SSO-07",
      summary: "The issuer of a partner profile is apple, in lower case",
      .replace("profiles/*/issuer", "apple")),
    made(
      "partner-profile-without-issuer", of: "API-PROFILES-SSO-07",
      summary: "A partner profile has no issuer", .remove("profiles/*/issuer")),
    made(
      "partner-profile-of-type-apple", of: "API-PROFILES-SSO-08",
      summary: "The type of a partner profile is apple", .replace("profiles/*/type", "apple")),
    made(
      "partner-profile-without-user", of: "API-PROFILES-SSO-09",
      summary: "A partner profile has no userID", .remove("profiles/*/attributes/userID")),
    made(
      "partner-profile-without-attributes", of: "API-PROFILES-SSO-09",
      summary: "A partner profile has no attributes", .remove("profiles/*/attributes")),
    Defect(
      "partner-profile-issued-by-mvpd", of: "API-PROFILES-SSO-07",
      summary: "A partner profile is issued by its MVPD",
      .json(at: [.partnerProfile]) { json, _ in
        let mvpd = json["profiles"]?.object?.names.first ?? ""
        json.set("profiles/*/issuer", .string(mvpd))
      }),
    made(
      "partner-profile-attributes-without-state", of: "API-PROFILES-SSO-09",
      summary: "Attributes have no state", .remove("profiles/*/attributes/*/state")),
    made(
      "partner-profile-user-without-value", of: "API-PROFILES-SSO-09",
      summary: "userID has no value", .remove("profiles/*/attributes/userID/value")),
    made(
      "partner-profile-as-list", of: "API-PROFILES-SSO-04", summary: "profiles is a list",
      .list("profiles")),
    made(
      "partner-profile-by-another-name", of: "API-PROFILES-SSO-04",
      summary: "The profiles are in the member profile", .rename("profiles", to: "profile")),
    Defect(
      "partner-profile-refused-with-403", of: "API-PROFILES-SSO-17", "API-ERRORS-06",
      summary: "An unusable SAML response is refused with 403",
      .status(
        at: [.partnerProfile], 400, to: 403,
        where: [.equals("code", "invalid_parameter_saml_response")])),
    Defect(
      "partner-profile-not-degraded", of: "API-PROFILES-SSO-10",
      summary: "Under the AuthNAll rule the profile is not a degraded one",
      .json(
        at: [.partnerProfile],
        .each(
          "profiles/*", where: [.equals("type", "degraded")],
          [.put("type", "appleSSO"), .put("issuer", "Apple")]))),
    miscalled(
      "status-without-permission-called-parameter",
      "invalid_header_pfs_permission_access_not_present", as: "invalid_parameter_saml_response",
      of: "API-PROFILES-SSO-11",
      summary: "A framework status without permission is blamed on the SAML response"),
    miscalled(
      "undetermined-permission-called-expired",
      "invalid_header_pfs_permission_access_not_determined",
      as: "invalid_header_pfs_provider_info_expired", of: "API-PROFILES-SSO-12",
      summary: "An undetermined permission is called an expired sign-in"),
    miscalled(
      "refused-permission-called-expired", "invalid_header_pfs_permission_access_not_granted",
      as: "invalid_header_pfs_provider_info_expired", of: "API-PROFILES-SSO-13",
      summary: "A refused permission is called an expired sign-in"),
    Defect(
      "partner-profile-with-refused-permission", of: "API-PROFILES-SSO-13", "V2-C13-06",
      summary: "A partner profile is made though access is refused",
      switch: .ignoresPermissionOfStatus, at: [.partnerProfile]),
    miscalled(
      "unknown-provider-called-expired", "invalid_header_pfs_provider_id_not_determined",
      as: "invalid_header_pfs_provider_info_expired", of: "API-PROFILES-SSO-14",
      summary: "A provider that nobody knows is called an expired sign-in"),
    miscalled(
      "other-provider-called-expired", "invalid_header_pfs_provider_id_mismatch",
      as: "invalid_header_pfs_provider_info_expired", of: "API-PROFILES-SSO-15",
      summary: "Another provider than expected is called an expired sign-in"),
    miscalled(
      "expired-sign-in-called-refused", "invalid_header_pfs_provider_info_expired",
      as: "invalid_header_pfs_permission_access_not_granted", of: "API-PROFILES-SSO-16",
      summary: "An expired sign-in is called a refused permission"),
    Defect(
      "partner-profile-with-expired-sign-in", of: "API-PROFILES-SSO-16", "V2-C13-06",
      summary: "A partner profile is made though the sign-in has expired",
      switch: .ignoresExpiryOfStatus, at: [.partnerProfile]),
    miscalled(
      "bad-response-called-mvpd", "invalid_parameter_saml_response", as: "invalid_parameter_mvpd",
      of: "API-PROFILES-SSO-17",
      summary: "An unusable SAML response is blamed on the MVPD"),
    Defect(
      "partner-profile-from-any-response", of: "API-PROFILES-SSO-17",
      summary: "A partner profile is made whatever the SAML response is",
      switch: .acceptsAnyResponse),
    Defect(
      "partner-profile-from-a-failure", of: "API-PROFILES-SSO-17",
      summary: "A SAML response counts that reports a failure", switch: .acceptsFailedResponses),
    Defect(
      "partner-profile-any-partner", of: "API-PROFILES-SSO-18",
      summary: "A partner that nobody knows is accepted",
      .request(at: [.partnerProfile]) { $0 = $0.replacing(segment: 5, by: "Apple") }),
    Defect(
      "partner-profile-not-kept", of: "API-SSO-FLOW-01", "V2-B3-09",
      summary: "A partner profile is answered, and not kept", switch: .savesNoPartnerProfile),
    Defect(
      "partner-profile-kept-though-refused", of: "API-SSO-FLOW-02",
      summary: "A partner profile is kept though the framework status was refused",
      .behaviour(HTTPRequest?.none) { request, ask, good in
        let answer = ask(request)
        guard ServiceEndpoint(request) == .partnerProfile else { return answer }
        if answer.json?["code"]?.string?.hasPrefix("invalid_header_pfs_") == true {
          var again = request
          again.headers.set(
            "AP-Partner-Framework-Status", good?.headers["AP-Partner-Framework-Status"] ?? "")
          _ = ask(again)
        } else if answer.status == 201 {
          good = request
        }
        return answer
      }),
  ]
}
