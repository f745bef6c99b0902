// SPDX-License-Identifier: Apache-2.0
// Variants of decisions and of logout.

internal import HTTPMessages
internal import JSON

extension Variant {
  static let decisions: [Variant] = [
    Variant(
      "decisions-reversed", by: "AMB-30", summary: "Decisions are in the other order",
      .json(at: ServiceEndpoint.decisions, .reverse("decisions"))),
    Variant(
      "permits-as-texts", by: "AMB-30", summary: "Permits and denials are texts",
      .json(at: ServiceEndpoint.decisions, .text("decisions/*/authorized"))),
    Variant(
      "blank-after-the-resource", by: "AMB-30",
      summary: "Decisions repeat the resource with a blank at its end",
      .json(at: ServiceEndpoint.decisions) { json, _ in
        json.replace("decisions/*/resource") { .string("\($0.string ?? "") ") }
      }),
    Variant(
      "decisions-without-times", by: "AMB-30", summary: "Decisions do not say how long they hold",
      .json(
        at: [.authorize], .remove("decisions/*/notBefore"), .remove("decisions/*/notAfter"))),
    Variant(
      "tokens-with-issue-time", by: "AMB-30",
      summary: "Media tokens say when they were issued",
      .json(at: [.authorize]) { json, _ in
        json.replace("decisions/*/token") { token in
          var token = token
          token.set("issuedAt", token["notBefore"])
          return token
        }
      }),
    Variant(
      "times-of-all-decisions", by: "AMB-30",
      summary: "Decisions of preauthorization say how long they hold",
      .json(
        at: ServiceEndpoint.decisions, each: "decisions/*",
        .put("notBefore", 1_752_149_281_000), .put("notAfter", 4_102_444_800_000))),
    Variant(
      "missing-profile-by-item", by: "AMB-45",
      summary: "A missing profile is told item by item",
      byItem { $0.hasPrefix("authenticated_profile_") }),
    Variant(
      "missing-profile-with-200", by: "AMB-45",
      summary: "A missing profile is told at the top, with 200",
      .status(
        at: ServiceEndpoint.decisions, 400...499, to: 200,
        where: [.begins("code", "authenticated_profile_")])),
    Variant(
      "request-faults-by-item", by: "AMB-45",
      summary: "Faults of the device and of the service provider are told item by item",
      byItem { code in
        ["invalid_header_device_identifier", "invalid_parameter_service_provider"].contains(code)
      }),
    Variant(
      "integration-by-item", by: "AMB-59",
      summary: "Decisions tell an MVPD that is not integrated item by item",
      byItem { ["invalid_integration", "invalid_parameter_mvpd"].contains($0) }),
    Variant(
      "too-many-resources-by-item", by: "AMB-46",
      summary: "Too many resources are told item by item", byItem { $0 == "too_many_resources" }),
    Variant(
      "too-many-resources-with-400", by: "AMB-46",
      summary: "Too many resources are told with 400",
      .status(
        at: ServiceEndpoint.decisions, 400...499, to: 400,
        where: [.equals("code", "too_many_resources")])),
    Variant(
      "withheld-profile-is-missing", by: "AMB-53",
      summary: "Decisions with an invalid status are refused for want of a profile",
      withheld(403, "authenticated_profile_missing")),
    Variant(
      "withheld-profile-has-expired", by: "AMB-53",
      summary: "Decisions with an invalid status are refused for a profile that has expired",
      withheld(403, "authenticated_profile_expired")),
    Variant(
      "withheld-profile-by-item", by: "AMB-53",
      summary: "Decisions tell an invalid status item by item",
      byItem { $0.hasPrefix("invalid_header_pfs_") }),
    Variant(
      "withheld-profile-with-403", by: "AMB-53",
      summary: "Decisions refuse an invalid status with 403",
      .status(
        at: ServiceEndpoint.decisions, 400...400, to: 403,
        where: [.begins("code", "invalid_header_pfs_")])),
  ]

  static let logouts: [Variant] = [
    Variant(
      "no-logout-without-profile", by: "AMB-49",
      summary: "A logout without a profile has an empty map",
      .json(
        at: [.logout], .removeEach("logouts/*", where: [.equals("actionName", "invalid")]))),
    Variant(
      "relative-logout-urls", by: "AMB-24", summary: "Logout urls are paths",
      .json(at: [.logout]) { json, _ in
        json.replace("logouts/*/url") { url in
          let text = url.string ?? ""
          guard let path = text.firstRange(of: "/mvpd/") else { return url }
          return .string(String(text[path.lowerBound...]))
        }
      }),
    Variant(
      "null-logout-urls", by: "AMB-24",
      summary: "Logouts that have no url say so with null",
      .json(at: [.logout]) { json, _ in
        json.edit("logouts/*/url") { $0 ?? .null }
      }),
  ]

  /// Refusals with some codes as the errors of items, with 200.
  private static func byItem(_ isMeant: @escaping @Sendable (String) -> Bool) -> Alteration {
    .answer(at: ServiceEndpoint.decisions) { response, request in
      guard let error = response.json, let code = error["code"]?.string, isMeant(code) else {
        return
      }
      let resources = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
      let path = request.decodedSegments
      response = .json(
        200,
        [
          "decisions": .array(
            resources.map { resource in
              [
                "resource": resource, "serviceProvider": .string(path[2]),
                "mvpd": .string(path[5]), "source": "mvpd", "authorized": false, "error": error,
              ]
            })
        ])
    }
  }

  private static func withheld(_ status: Int, _ code: String) -> Alteration {
    .answer(at: ServiceEndpoint.decisions) { response, _ in
      guard response.json?["code"]?.string?.hasPrefix("invalid_header_pfs_") == true else { return }
      response = refusal(status, code, action: "authentication")
    }
  }
}
