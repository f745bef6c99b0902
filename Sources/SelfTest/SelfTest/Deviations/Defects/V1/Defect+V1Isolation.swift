// SPDX-License-Identifier: Apache-2.0
// Defects in what the tokens and codes of REST API V1 are bound to, and in when they end.

internal import HTTPMessages
internal import ReferenceService

extension Defect {
  static let v1Isolation: [Defect] =
    tokenCells + authorizationCells + registrationCells + v1LogoutCells
  static let v1Endings: [Defect] = v1LateEnds + v1Caches + v1EarlyEnds

  /// For each call and each thing that a token is bound to: a token that differs in this counts in
  /// this call.
  private static let tokenCells: [Defect] = TokenUse.withDevice.flatMap { use in
    TokenBinding.allCases.map { binding in
      Defect(
        name: "v1-token-of-another-\(binding)-at-\(use.rawValue)",
        requirements: use.requirements,
        summary: "At \(use.phrase), the token of another \(binding) counts",
        setting: .standard,
        fault: Deviation(switches: use.switches(across: binding), at: [use.endpoint]))
    }
  }

  private static let authorizationCells: [Defect] = [TokenUse.authorizationToken, .mediaToken]
    .flatMap { use in
      AuthorizationBinding.allCases.map { binding in
        Defect(
          name: "v1-authorization-of-another-\(binding)-at-\(use.rawValue)",
          requirements: use.requirements,
          summary: "At \(use.phrase), the authorization of another \(binding) counts",
          setting: .standard,
          fault: Deviation(
            switches: [.sharedAuthorization(across: binding)], at: [use.endpoint]))
      }
    }

  private static let registrationCells: [Defect] = RegistrationUse.allCases.map { use in
    Defect(
      name: "v1-code-of-another-requestor-at-\(use.rawValue)", requirements: use.requirements,
      summary: "The registration code of another requestor counts at its \(use.rawValue)",
      setting: .standard,
      fault: Deviation(switches: [.sharesRegistrations], at: [use.endpoint]))
  }

  private static let v1LogoutCells: [Defect] = TokenBinding.allCases.map { binding in
    Defect(
      name: "v1-logout-across-\(binding)", requirements: ["V1-LO-08", "V1-01-02"],
      summary: "A logout removes the tokens of another \(binding) too",
      setting: .standard,
      fault: Deviation(switches: [.v1LogoutEnds(across: binding)]))
  }

  /// For each call and each end: the token goes on counting in this call.
  private static let v1LateEnds: [Defect] = TokenUse.allCases.flatMap { use in
    TokenEnding.allCases.map { ending in
      Defect(
        name: "v1-token-after-\(ending)-at-\(use.rawValue)",
        requirements: use.requirements(after: ending),
        summary: "At \(use.phrase), a token counts after its \(ending)",
        setting: .standard,
        fault: Deviation([
          Deviation(switches: [.tokenOutlives(ending)], at: [use.endpoint]),
          use.leavesAuthorization(after: ending),
        ]))
    }
  }

  private static let v1Caches: [Defect] = [
    v1Cache(.v1CheckAuthentication, "V1-01-03"), v1Cache(.v1AuthenticationToken, "V1-10-20"),
    v1Cache(.v1UserMetadata, "V1-LO-06"), v1Cache(.v1Preauthorize, "V1-11-07"),
    v1Cache(.v1Authorize, "V1-11-04"), v1Cache(.v1MediaToken, "V1-11-06"),
    v1Cache(.v1CheckCode, "V1-10-23"), v1Cache(.v1PreauthorizeCode, "V1-11-07"),
  ]

  private static let v1EarlyEnds: [Defect] = [
    Defect(
      "v1-authorizations-survive-the-logout", of: "V1-LO-08", "V1-11-06",
      summary: "A logout leaves the authorizations", switch: .v1LogoutLeavesAuthorizations),
    Defect(
      "v1-retrieving-a-code-deletes-it", of: "V1-10-27", "V1-10-18",
      summary: "A registration record can be retrieved once", switch: .v1RetrievingUsesCodesUp),
    Defect(
      "v1-deleted-codes-live-on", of: "V1-10-27", "V1-10-18",
      summary: "A deleted registration record is still there", switch: .v1DeletionLeavesCodes),
    Defect(
      "v1-a-denial-ends-the-tokens", of: "V1-01-02", "V1-11-05", "V1-10-19",
      summary: "The tokens of a device end when the MVPD denies a resource",
      switch: .v1DenialsEndTokens),
  ]

  /// A call that repeats what it has answered before to the same request.
  private static func v1Cache(_ endpoint: ServiceEndpoint, _ requirement: String) -> Defect {
    let alteration = Alteration.behaviour([String: HTTPResponse]()) { request, ask, kept in
      guard ServiceEndpoint(request) == endpoint else { return ask(request) }
      let key = request.target + (request.headers["Accept"] ?? "")
      if let answer = kept[key] { return answer }
      let answer = ask(request)
      if answer.status == 200 { kept[key] = answer }
      return answer
    }
    return Defect(
      name: "cached-\(endpoint.hyphenated)", requirements: [requirement, "V1-LO-08"],
      summary: "What \(endpoint.hyphenated) has answered once with 200, it always answers",
      setting: .standard,
      fault: Deviation(alterations: [alteration]))
  }
}
