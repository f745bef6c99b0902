// SPDX-License-Identifier: Apache-2.0
// Defects of decisions.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  /// One of the two calls, with the ids of its requirements.
  private struct Decisions {
    let name: String
    let endpoint: ServiceEndpoint
    let decides: String
    let denies: String
    let integration: String
    let status: String
    let members: String
    let source: String
    let error: String
    let denial: String
    let degradation: String
    let profile: String
    let resources: String
  }

  private static let preauthorization = Decisions(
    name: "preauthorization", endpoint: .preauthorize, decides: "V2-D4-01", denies: "V2-D4-05",
    integration: "V2-D4-07", status: "API-PREAUTHORIZE-07", members: "API-PREAUTHORIZE-08",
    source: "API-PREAUTHORIZE-09", error: "API-PREAUTHORIZE-10", denial: "API-PREAUTHORIZE-11",
    degradation: "API-PREAUTHORIZE-12", profile: "API-PREAUTHORIZE-13",
    resources: "API-PREAUTHORIZE-15")

  private static let authorization = Decisions(
    name: "authorization", endpoint: .authorize, decides: "V2-D8-01", denies: "V2-D8-03",
    integration: "V2-D8-05", status: "API-AUTHORIZE-08", members: "API-AUTHORIZE-09",
    source: "API-AUTHORIZE-10", error: "API-AUTHORIZE-13", denial: "API-AUTHORIZE-15",
    degradation: "API-AUTHORIZE-16", profile: "API-AUTHORIZE-17", resources: "API-AUTHORIZE-18")

  private static let token: JSONValue = [
    "notBefore": 1_752_149_281_000, "notAfter": 4_102_444_800_000, "serializedToken": "dG9rZW4=",
  ]

  private static let refusal: JSONValue = [
    "action": "none", "status": 403, "code": "authorization_denied_by_mvpd", "message": "No.",
  ]

  /// A defect in each decision that is like this.
  private static func decision(
    _ name: String, at endpoint: ServiceEndpoint, of requirements: [String], summary: String,
    where conditions: [JSONCondition] = [], _ edits: JSONEdit...
  ) -> Defect {
    Defect(
      name: name, requirements: requirements, summary: summary, setting: .standard,
      fault: Deviation(
        alterations: [
          .json(at: [endpoint], .each("decisions/*", where: conditions, edits))
        ]))
  }

  private static let isPermit: [JSONCondition] = [.equals("authorized", true)]
  private static let isDenial: [JSONCondition] = [.equals("authorized", false)]
  private static let isMVPDs: [JSONCondition] = [
    .equals("authorized", false), .equals("source", "mvpd"),
  ]

  static let decisions: [Defect] =
    shape(of: preauthorization) + shape(of: authorization) + rules(of: preauthorization)
    + rules(of: authorization) + preauthorizations + authorizations

  private static func shape(of call: Decisions) -> [Defect] {
    func each(
      _ name: String, of requirements: String..., summary: String,
      where conditions: [JSONCondition] = [], _ edits: JSONEdit...
    ) -> Defect {
      Defect(
        name: "\(call.name)-\(name)", requirements: requirements, summary: summary,
        setting: .standard,
        fault: Deviation(
          alterations: [
            .json(at: [call.endpoint], .each("decisions/*", where: conditions, edits))
          ]))
    }
    return [
      Defect(
        "\(call.name)-of-another-resource", of: call.decides, call.members,
        summary: "A decision is about another resource",
        .json(at: [call.endpoint], .replace("decisions/*/resource", "something-else"))),
      Defect(
        "\(call.name)-missing", of: call.decides,
        summary: "The last decision is missing",
        .json(at: [call.endpoint], .removeLast("decisions"))),
      each(
        "refuses-everything", of: call.decides, call.members,
        summary: "A resource that the MVPD permits is denied", where: isPermit,
        .put("authorized", false), .remove("token"), .put("error", refusal)),
      Defect(
        "\(call.name)-nobody-asked-for", of: call.decides,
        summary: "There is a decision about a resource that nobody asked about",
        .json(at: [call.endpoint]) { json, _ in
          guard var extra = json["decisions"]?.array?.first else { return }
          extra.set("resource", "unasked")
          JSONEdit.append("decisions", extra).apply(to: &json)
        }),
      each(
        "denial-with-status-200", of: call.denial, "API-ERRORS-06",
        summary: "The status of the error of a denial is 200", where: isMVPDs,
        .replace("error/status", 200)),
      each(
        "denial-without-error", of: call.denies, call.error,
        summary: "A denial has no error", where: isDenial, .remove("error")),
      each(
        "denial-without-message", of: call.denies, "API-ERRORS-01",
        summary: "The error of a denial has no message", where: isDenial,
        .remove("error/message")),
      Defect(
        "\(call.name)-answers-201", of: call.status, summary: "Decisions are answered with 201",
        .status(at: [call.endpoint], 200, to: 201)),
      Defect(
        "\(call.name)-as-object", of: call.status, call.decides, summary: "decisions is an object",
        .json(at: [call.endpoint], .map("decisions", by: "resource"))),
      each(
        "without-source", of: call.members, summary: "A decision has no source", .remove("source")),
      each(
        "of-another-mvpd", of: call.members, summary: "A decision is one of another MVPD",
        .replace("mvpd", "Somebody")),
      each(
        "for-another-provider", of: call.members,
        summary: "A decision is for another service provider",
        .replace("serviceProvider", "SOMEBODY")),
      each(
        "authorized-as-number", of: call.members, summary: "authorized is a number",
        .number("authorized")),
      each(
        "unknown-source", of: call.source, summary: "source is a word that no document has",
        .replace("source", "guess")),
      each(
        "permit-with-error", of: call.error, summary: "A permit has an error", where: isPermit,
        .put("error", refusal)),
    ]
  }

  private static func rules(of call: Decisions) -> [Defect] {
    [
      Defect(
        "\(call.name)-permits-everything", of: call.denial, call.decides, call.denies,
        summary: "A resource that the MVPD denies is permitted", switch: .permitsEverything,
        at: [call.endpoint]),
      decision(
        "\(call.name)-denied-with-another-code", at: call.endpoint, of: [call.denial],
        summary: "The code of a denial by the MVPD is another", where: isMVPDs,
        .replace("error/code", "authorization_denied_by_hba_policies")),
      decision(
        "\(call.name)-denied-with-another-action", at: call.endpoint, of: [call.denial],
        summary: "The action of a denial by the MVPD is authentication", where: isMVPDs,
        .replace("error/action", "authentication")),
      Defect(
        "\(call.name)-denied-as-a-whole", of: call.denial,
        summary: "A denial by the MVPD is answered with 403",
        .answer(at: [call.endpoint]) { response, _ in
          guard response.status == 200, let items = response.json?["decisions"]?.array,
            let error = items.lazy.compactMap({ $0["error"] }).first,
            error["code"]?.string?.hasSuffix("denied_by_mvpd") == true
          else { return }
          response = .json(403, error)
        }),
      Defect(
        "\(call.name)-not-degraded", of: call.degradation,
        summary: "Degradation rules are not applied to decisions", switch: .ignoresDegradation,
        at: [call.endpoint]),
      decision(
        "\(call.name)-degraded-by-mvpd", at: call.endpoint, of: [call.degradation],
        summary: "The source of a degraded decision is mvpd",
        where: [.equals("source", "degradation")], .put("source", "mvpd")),
      decision(
        "\(call.name)-degraded-with-another-code", at: call.endpoint, of: [call.degradation],
        summary: "The code of a denial by a degradation rule is the MVPD's",
        where: [.equals("error/code", "authorization_denied_by_degradation_rule")],
        .put("error/code", "authorization_denied_by_mvpd")),
      Defect(
        "\(call.name)-without-profile", of: call.profile,
        summary: "Decisions need no profile", switch: .decidesWithoutProfile,
        at: [call.endpoint]),
      Defect(
        "\(call.name)-by-expired-profile", of: call.profile,
        summary: "Decisions are made by a profile that is over", switch: .keepsExpiredProfiles,
        at: [call.endpoint]),
      Defect(
        "\(call.name)-missing-profile-called-expired", of: call.profile,
        summary: "A profile that there never was is called expired",
        .json(
          at: [call.endpoint], status: 400...499,
          where: [.equals("code", "authenticated_profile_missing")],
          .replace("code", "authenticated_profile_expired"))),
      Defect(
        "\(call.name)-missing-profile-with-action-none", of: call.profile, "API-ERRORS-06",
        summary: "The action for a missing profile is none",
        .json(
          at: [call.endpoint], status: 400...499,
          where: [.equals("code", "authenticated_profile_missing")], .replace("action", "none"))),
      Defect(
        "\(call.name)-without-integration", of: call.integration,
        summary: "Decisions are made for an MVPD that is not integrated",
        switch: .servesMVPDsWithoutIntegration, at: [call.endpoint]),
      Defect(
        "\(call.name)-about-nothing", of: call.resources,
        summary: "Without resources there are no decisions, and no error",
        switch: .decidesAboutNothing, at: [call.endpoint]),
      Defect(
        "\(call.name)-bad-resources-called-mvpd", of: call.resources,
        summary: "Missing or malformed resources are blamed on the MVPD",
        .json(
          at: [call.endpoint], status: 400...400,
          where: [.equals("code", "invalid_parameter_resources")],
          .replace("code", "invalid_parameter_mvpd"))),
    ]
  }

  private static let preauthorizations: [Defect] = [
    decision(
      "preauthorization-with-token", at: .preauthorize, of: ["V2-D4-03"],
      summary: "A permit of preauthorization has a media token", where: isPermit,
      .put("token", token)),
    Defect(
      "preauthorization-denied-as-authorization", of: "API-PREAUTHORIZE-11",
      summary: "A denial of preauthorization has the code of authorization",
      .json(
        at: [.preauthorize],
        .each(
          "decisions/*", where: [.equals("error/code", "preauthorization_denied_by_mvpd")],
          [.put("error/code", "authorization_denied_by_mvpd")]))),
    Defect(
      "preauthorization-of-any-number", of: "API-PREAUTHORIZE-14",
      summary: "Any number of resources is decided about", switch: .decidesAboutAnyNumber),
    Defect(
      "preauthorization-too-many-called-malformed", of: "API-PREAUTHORIZE-14",
      summary: "Too many resources are called malformed",
      .replacement(
        at: [.preauthorize], where: [.equals("code", "too_many_resources")], by: 400,
        [
          "action": "none", "status": 400, "code": "invalid_parameter_resources",
          "message": "The resources are missing or invalid.",
        ])),
  ]

  private static let authorizations: [Defect] = [
    decision(
      "permit-without-token", at: .authorize, of: ["V2-D8-02", "API-AUTHORIZE-11"],
      summary: "A permit has no media token", where: isPermit, .remove("token")),
    decision(
      "media-token-empty", at: .authorize, of: ["API-AUTHORIZE-11"],
      summary: "A media token is empty", where: isPermit,
      .put("token/serializedToken", "")),
    decision(
      "media-token-no-base64", at: .authorize, of: ["API-AUTHORIZE-11"],
      summary: "A media token is not Base64", where: isPermit,
      .put("token/serializedToken", "%%%")),
    decision(
      "media-token-over", at: .authorize, of: ["API-AUTHORIZE-11"],
      summary: "A media token is over when it is made", where: isPermit,
      .put("token/notAfter", 1_000_000_000_000)),
    decision(
      "media-token-in-seconds", at: .authorize, of: ["API-AUTHORIZE-11"],
      summary: "The times of a media token are in seconds", where: isPermit,
      .seconds("token/notBefore"), .seconds("token/notAfter")),
    Defect(
      "one-permit-for-all", of: "API-AUTHORIZE-15", "V2-D8-03", "V2-D8-01",
      summary: "Once a resource is permitted to a device, all are",
      .behaviour([String: JSONValue]()) { request, ask, permits in
        var answer = ask(request)
        guard ServiceEndpoint(request) == .authorize,
          let decision = answer.json?["decisions"]?.array?.first
        else { return answer }
        let device = request.headers["AP-Device-Identifier"] ?? ""
        if decision["authorized"] == true {
          permits[device] = decision
        } else if var permit = permits[device], let resource = decision["resource"] {
          permit.set("resource", resource)
          answer.json = ["decisions": [permit]]
        }
        return answer
      }),
    decision(
      "denial-with-token", at: .authorize, of: ["API-AUTHORIZE-13"],
      summary: "A denial has a media token", where: isDenial, .put("token", token)),
  ]
}
