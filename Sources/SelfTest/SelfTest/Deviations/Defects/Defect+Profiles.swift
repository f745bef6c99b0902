// SPDX-License-Identifier: Apache-2.0
// Defects of the profiles, all and one.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  /// A call that answers with profiles, by the requirements that both pages have.
  private struct Page {
    let name: String
    let endpoint: ServiceEndpoint
    let id: String
  }

  private static let pages = [
    Page(name: "profiles", endpoint: .profiles, id: "API-PROFILES"),
    Page(name: "profile", endpoint: .profile, id: "API-PROFILES-MVPD"),
  ]

  private static func defects(of page: Page) -> [Defect] {
    func each(
      _ name: String, _ number: String, summary: String, where conditions: [JSONCondition] = [],
      _ edits: JSONEdit...
    ) -> Defect {
      Defect(
        "\(page.name)-\(name)", of: "\(page.id)-\(number)", summary: summary,
        .json(at: [page.endpoint], .each("profiles/*", where: conditions, edits)))
    }
    return [
      Defect(
        "\(page.name)-none-not-found", of: "\(page.id)-04",
        summary: "Without a profile the answer is 404",
        .status(at: [page.endpoint], 200, to: 404, where: [.isEmpty("profiles")])),
      Defect(
        "\(page.name)-by-another-name", of: "\(page.id)-04",
        summary: "The profiles are in the member profile",
        .json(at: [page.endpoint], .rename("profiles", to: "profile"))),
      Defect(
        "\(page.name)-none-is-null", of: "\(page.id)-04",
        summary: "Without a profile the profiles are null",
        .json(at: [page.endpoint], where: [.isEmpty("profiles")], .put("profiles", .null))),
      Defect(
        "\(page.name)-under-another-mvpd", of: "\(page.id)-05",
        summary: "A profile is under the id of another MVPD",
        .json(at: [page.endpoint], .rekey("profiles", to: "Somebody"))),
      each(
        "in-seconds", "06", summary: "The times of a profile are in seconds",
        .seconds("notBefore"), .seconds("notAfter")),
      each(
        "without-begin", "06", summary: "A profile has no notBefore", .remove("notBefore")),
      each(
        "issuer-lower-case", "07", summary: "The issuer of a partner profile is apple",
        where: [.equals("issuer", "Apple")], .put("issuer", "apple")),
      each(
        "unknown-type", "08", summary: "The type of a profile is a word that no document has",
        .replace("type", "sso")),
      each(
        "partner-issued-by-mvpd", "09", summary: "A partner profile is issued by Adobe",
        where: [.equals("type", "appleSSO")], .put("issuer", "Adobe")),
      each(
        "regular-issued-by-adobe", "09", summary: "A regular profile is issued by Adobe",
        where: [.equals("type", "regular")], .put("issuer", "Adobe")),
      each(
        "without-user", "10", summary: "A profile has no userID",
        .remove("attributes/userID")),
      each(
        "without-attributes", "10", summary: "A profile has no attributes",
        .remove("attributes")),
      each(
        "attributes-without-state", "11", summary: "Attributes have no state",
        .remove("attributes/*/state")),
      each(
        "attributes-with-unknown-state", "11",
        summary: "The state of attributes is a word that no document has",
        .replace("attributes/*/state", "clear")),
      each(
        "attributes-without-value", "11", summary: "Attributes have no value",
        .remove("attributes/*/value")),
      Defect(
        "\(page.name)-that-are-over", of: "\(page.id)-12", "\(page.id)-13",
        summary: "A profile is answered whose notAfter has passed",
        switch: .keepsExpiredProfiles, at: [page.endpoint]),
    ]
  }

  static let profiles: [Defect] =
    pages.flatMap(defects(of:)) + [
      Defect(
        "profiles-without-partner", of: "V2-B3-09", "API-SSO-FLOW-01",
        summary: "The partner profile is not among the profiles",
        .json(
          at: [.profiles],
          .removeEach("profiles/*", where: [.equals("type", "appleSSO")]))),
      Defect(
        "profile-partner-called-regular", of: "V2-B3-09", "API-PROFILES-MVPD-09",
        summary: "The partner profile is listed as regular",
        .json(
          at: [.profiles, .profile],
          .each("profiles/*", where: [.equals("type", "appleSSO")], [.put("type", "regular")]))),
      Defect(
        "profiles-last-longer-than-made", of: "API-SSO-FLOW-01",
        summary: "A listed profile lasts longer than the one that was made",
        .json(at: [.profiles, .profile], .shift("profiles/*/notAfter", by: 1000))),
      Defect(
        "profile-temporary-never-ends", of: "API-PROFILES-MVPD-18", in: .shortTemporaryAccess,
        summary: "Temporary access does not run out", switch: .temporaryAccessNeverEnds),
      Defect(
        "profile-temporary-over-400", of: "API-PROFILES-MVPD-18", in: .shortTemporaryAccess,
        summary: "Temporary access that has run out is answered with 400",
        .status(
          at: [.profile], 403, to: 400,
          where: [.equals("code", "temporary_access_duration_limit_exceeded")])),
      Defect(
        "profiles-as-list", of: "API-PROFILES-04", summary: "profiles is a list",
        .json(at: [.profiles], .list("profiles"))),
      Defect(
        "profile-of-none", of: "V2-B3-09", "API-SSO-FLOW-01",
        summary: "The profile of an MVPD is never found",
        .json(at: [.profile], .replace("profiles", [:]))),
      Defect(
        "profile-of-all", of: "API-PROFILES-MVPD-04", "API-PROFILES-MVPD-05",
        "API-PROFILES-MVPD-13",
        summary: "The profiles of all MVPDs come where one is asked for",
        .exchange(at: [.profile]) { request, ask in
          let one = ask(request)
          guard one.status == 200 else { return one }
          var all = request
          all.target = "/\(request.pathSegments.dropLast().joined(separator: "/"))"
          return ask(all)
        }),
      Defect(
        "profile-temporary-called-regular", of: "API-PROFILES-MVPD-08", "API-PROFILES-MVPD-07",
        "API-PROFILES-MVPD-09",
        summary: "A temporary profile is called regular",
        .json(
          at: [.profile],
          .each("profiles/*", where: [.equals("type", "temporary")], [.put("type", "regular")]))),
      Defect(
        "profile-without-integration", of: "API-PROFILES-MVPD-19",
        summary: "A profile is looked for at an MVPD that is not integrated",
        switch: .servesMVPDsWithoutIntegration, at: [.profile]),
      Defect(
        "profile-of-unknown-mvpd-is-empty", of: "API-PROFILES-MVPD-19",
        summary: "An MVPD that nobody knows has no profile, and no error",
        .replacement(
          at: [.profile], where: [.equals("code", "invalid_parameter_mvpd")], by: 200,
          ["profiles": [:]])),
      Defect(
        "profile-not-degraded", of: "API-PROFILES-MVPD-20",
        summary: "The AuthNAll rule gives no profile", switch: .ignoresDegradation, at: [.profile]
      ),
      Defect(
        "profile-degraded-of-somebody", of: "API-PROFILES-MVPD-20",
        summary: "The userID of a degraded profile is not the documented one",
        .json(
          at: [.profile],
          .each(
            "profiles/*", where: [.equals("type", "degraded")],
            [.prefix("attributes/userID/value", "x")]))),
      Defect(
        "profile-degraded-by-mvpd", of: "API-PROFILES-MVPD-20", "API-PROFILES-MVPD-07",
        summary: "The issuer of a degraded profile is not Adobe",
        .json(
          at: [.profile],
          .each(
            "profiles/*", where: [.equals("type", "degraded")], [.put("issuer", "Driftwood")]))),
    ]
}
