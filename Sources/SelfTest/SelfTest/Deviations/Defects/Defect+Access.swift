// SPDX-License-Identifier: Apache-2.0
// Defects of who may call, with which method, and of the media type of the answers.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  /// A call with the requirements that each page repeats.
  private struct Call {
    let name: String
    let endpoint: ServiceEndpoint
    /// Those that a request with another method is for: of two with one path it may be either.
    var wrongMethod: Set<ServiceEndpoint> {
      switch endpoint {
      case .resumeSession, .retrieveSession: [.resumeSession, .retrieveSession]
      default: [endpoint]
      }
    }
    /// What refuses a call without a token, with another method, and what is JSON.
    let token: String
    let method: String
    let json: String

    init(_ name: String, _ endpoint: ServiceEndpoint, _ page: String, _ numbers: (Int, Int, Int)) {
      func id(_ number: Int) -> String { "API-\(page)-\(number < 10 ? "0" : "")\(number)" }
      self.name = name
      self.endpoint = endpoint
      token = id(numbers.0)
      method = id(numbers.1)
      json = id(numbers.2)
    }
  }

  private static let calls = [
    Call("configuration", .configuration, "CONFIGURATION", (14, 15, 17)),
    Call("partner-session", .partnerSession, "SESSIONS-SSO", (12, 13, 15)),
    Call("partner-profile", .partnerProfile, "PROFILES-SSO", (19, 20, 22)),
    Call("profiles", .profiles, "PROFILES", (14, 15, 17)),
    Call("profile", .profile, "PROFILES-MVPD", (14, 15, 17)),
    Call("code-profile", .profileOfCode, "PROFILES-CODE", (6, 7, 9)),
    Call("session", .createSession, "SESSIONS", (13, 14, 16)),
    Call("resumed-session", .resumeSession, "SESSIONS-RESUME", (7, 8, 10)),
    Call("retrieved-session", .retrieveSession, "SESSIONS-GET", (5, 6, 8)),
    Call("preauthorization", .preauthorize, "PREAUTHORIZE", (16, 17, 19)),
    Call("authorization", .authorize, "AUTHORIZE", (19, 20, 22)),
    Call("logout", .logout, "LOGOUT", (15, 16, 18)),
  ]

  static let access: [Defect] =
    calls.flatMap { call in
      [
        Defect(
          "\(call.name)-token-refused-with-403", of: call.token, "API-HDR-AUTH-02",
          summary: "A bad token is refused with 403", .status(at: [call.endpoint], 401, to: 403)),
        Defect(
          "\(call.name)-with-any-token", of: call.token, "API-HDR-AUTH-02",
          summary: "A token that nobody issued is accepted", anyToken(at: call.endpoint)),
        Defect(
          "\(call.name)-other-method-not-found", of: call.method,
          summary: "Another method is answered with 404",
          .status(at: call.wrongMethod, 405, to: 404)
        ),
        Defect(
          "\(call.name)-as-plain-text", of: call.json, summary: "The answer is text/plain",
          .header(at: [call.endpoint], status: 200...201, "Content-Type", "text/plain")),
      ]
    }
    + [
      Defect(
        "method-overridden", of: "API-PROFILES-15", summary: "Another method is answered with 200",
        .replacement(at: [.profiles], status: 405...405, by: 200, ["profiles": [:]])),
      Defect(
        "token-refused-with-400", of: "API-HDR-AUTH-02", summary: "A bad token is refused with 400",
        .status(at: ServiceEndpoint.entitlement, 401, to: 400)),
      Defect(
        "expired-token-accepted", of: "API-HDR-AUTH-02", "API-PROFILES-14",
        summary: "An access token is good for longer than it says", switch: .acceptsExpiredTokens),
      Defect(
        "token-of-another-provider-accepted", of: "API-HDR-AUTH-03",
        summary: "A token is good for every service provider",
        switch: .acceptsTokensOfOtherProviders),
      Defect(
        "token-of-another-provider-called-unfit", of: "API-HDR-AUTH-03",
        summary: "A token of another service provider is called one of an unfit client",
        .json(
          at: ServiceEndpoint.entitlement, status: 401...401,
          where: [.equals("code", "invalid_access_token_service_provider")],
          .replace("code", "invalid_access_token_client_application"))),
      Defect(
        "bad-token-with-action-none", of: "API-HDR-AUTH-03", "API-ERRORS-06",
        summary: "The error of a bad token has the action none",
        .json(
          at: ServiceEndpoint.entitlement, status: 401...401, .replace("action", "none"))),
      Defect(
        "configuration-of-any-provider", of: "V2-C2-02",
        summary: "The configuration is served for a service provider that nobody knows",
        switch: .acceptsAnyServiceProvider, at: [.configuration]),
      identifierAssumed("partner-session", at: .partnerSession, of: "V2-C6-02"),
      identifierAssumed("partner-profile", at: .partnerProfile, of: "API-HDR-DEVID-04"),
      Defect(
        "partner-profile-of-any-provider", of: "V2-C13-02",
        summary: "A partner profile is made for a service provider that nobody knows",
        switch: .acceptsAnyServiceProvider, at: [.partnerProfile]),
      identifierAssumed("profiles", at: .profiles, of: "API-HDR-DEVID-04"),
      identifierAssumed("preauthorization", at: .preauthorize, of: "V2-D4-06"),
      identifierAssumed("authorization", at: .authorize, of: "V2-D8-04"),
      identifierAssumed("logout", at: .logout, of: "V2-E2-05"),
      Defect(
        "logout-without-redirect-url", of: "V2-E2-05",
        summary: "A logout goes without redirectUrl", switch: .assumesRedirectURL),
      Defect(
        "bad-device-identifier-called-information", of: "API-HDR-DEVID-04",
        summary: "A bad device identifier is called bad device information",
        .json(
          at: ServiceEndpoint.entitlement, status: 400...400,
          where: [.equals("code", "invalid_header_device_identifier")],
          .replace("code", "invalid_header_device_info"))),
      Defect(
        "bad-device-identifier-breaks-service", of: "API-HDR-DEVID-04",
        summary: "A bad device identifier leads to an internal error",
        .replacement(
          at: ServiceEndpoint.entitlement, status: 400...400,
          where: [.equals("code", "invalid_header_device_identifier")], by: 500,
          [
            "action": "none", "status": 500, "code": "internal_server_error",
            "message": "The service could not do this.",
          ])),
      Defect(
        "unknown-provider-not-found", of: "V2-C2-02", "V2-C6-02", "V2-C13-02", "V2-D4-06",
        "V2-D8-04",
        "V2-E2-05",
        summary: "An unknown service provider is answered with 404",
        .status(
          at: ServiceEndpoint.entitlement, 400, to: 404,
          where: [.equals("code", "invalid_parameter_service_provider")])),
      Defect(
        "unfit-token-called-bad-device", of: "API-HDR-AUTH-03",
        summary: "A token of another provider or client is called a bad device identifier",
        .json(
          at: ServiceEndpoint.entitlement, status: 401...401,
          .replace("code", "invalid_header_device_identifier"))),
      Defect(
        "bad-device-information-called-identifier", of: "API-HDR-DEVINFO-04",
        summary: "Bad device information is called a bad device identifier",
        .json(
          at: ServiceEndpoint.entitlement, status: 400...400,
          where: [.equals("code", "invalid_header_device_info")],
          .replace("code", "invalid_header_device_identifier"))),
      Defect(
        "bad-device-information-breaks-service", of: "API-HDR-DEVINFO-04",
        summary: "Bad device information leads to an internal error",
        .replacement(
          at: ServiceEndpoint.entitlement, status: 400...400,
          where: [.equals("code", "invalid_header_device_info")], by: 500,
          [
            "action": "none", "status": 500, "code": "internal_server_error",
            "message": "The service could not do this.",
          ])),
      Defect(
        "over-the-limit-503", of: "API-THROTTLE-02", in: .throttled,
        summary: "Over the limit the answer is 503",
        .status(at: ServiceEndpoint.registrationAndV2, 429, to: 503)),
      Defect(
        "over-the-limit-json", of: "API-THROTTLE-02", in: .throttled,
        summary: "Over the limit the answer is JSON",
        .replacement(
          at: ServiceEndpoint.registrationAndV2, status: 429...429, by: 429,
          ["message": "Too many requests"])),
      Defect(
        "limit-of-all-devices", of: "API-THROTTLE-05", in: .throttled,
        summary: "The limit is one for all devices", switch: .countsAllDevicesTogether),
    ]

  private static func identifierAssumed(
    _ name: String, at endpoint: ServiceEndpoint, of requirement: String
  ) -> Defect {
    Defect(
      "\(name)-without-device-identifier", of: requirement, "API-HDR-DEVID-04",
      summary: "A missing or invalid device identifier is taken for some device's",
      switch: .assumesDeviceIdentifier, at: [endpoint])
  }

  /// Asks again with the last good token, where a token was refused.
  private static func anyToken(at endpoint: ServiceEndpoint) -> Alteration {
    .behaviour("") { request, ask, good in
      let answer = ask(request)
      if answer.status < 400, let own = request.headers["Authorization"] { good = own }
      guard answer.status == 401, ServiceEndpoint(request) == endpoint, !good.isEmpty,
        answer.json?["code"] == "invalid_access_token_client_application"
      else { return answer }
      var again = request
      again.headers.set("Authorization", good)
      return ask(again)
    }
  }
}
