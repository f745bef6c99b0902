// SPDX-License-Identifier: Apache-2.0
// Variants of REST API V1.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Variant {
  static let v1: [Variant] = [
    Variant(
      "v1-flags-as-texts", by: "AMB-63", summary: "V1: the flags of MVPDs are texts",
      .json(at: [.v1Configuration]) { json, _ in
        json.replace("requestor/mvpds/*", flagsAsTexts)
      }),
    Variant(
      "v1-mvpds-in-both-places", by: "REST API V1, configuration",
      summary: "V1: the list of MVPDs stands inside requestor and beside it",
      .json(at: [.v1Configuration], .copy("requestor/mvpds", to: "mvpds"))),
    Variant(
      "v1-no-attribute-names", by: "REST API V1, configuration: requiredMetadataFields",
      summary: "V1: MVPDs need no attribute",
      .json(at: [.v1Configuration], .replace("requestor/mvpds/*/requiredMetadataFields", []))),
    Variant(
      "v1-permits-as-texts", by: "REST API V1, preauthorize",
      summary: "V1: permits and denials are texts",
      .json(at: [.v1Preauthorize, .v1PreauthorizeCode], .text("resources/*/authorized"))),
    Variant(
      "v1-plain-errors-of-items", by: "REST API V1, preauthorize: error",
      summary: "V1: the errors of items have the plain form",
      .json(
        at: [.v1Preauthorize, .v1PreauthorizeCode],
        .replace("resources/*/error", ["status": 403, "message": "User not authorized"]))),
    Variant(
      "v1-decisions-reversed", by: "REST API V1, preauthorize",
      summary: "V1: decisions are in the other order",
      .json(at: [.v1Preauthorize, .v1PreauthorizeCode], .reverse("resources"))),
    Variant(
      "v1-enhanced-errors", by: "REST API V1, enhanced error codes",
      summary: "V1: the account has enhanced error codes",
      data: { data in data.hasEnhancedErrorsInV1 = true }),
    Variant(
      "v1-null-details", by: "REST API V1, form of errors",
      summary: "V1: errors have null details",
      .json(
        at: ServiceEndpoint.v1, status: 400...499, where: [.lacks("details")],
        .put("details", .null))),
    Variant(
      "v1-403-for-401", by: "REST API V1, authorization",
      summary: "V1: a request without a valid token is refused with 403",
      .status(at: ServiceEndpoint.v1, 401, to: 403)),
    Variant(
      "v1-served-without-token", by: "REST API V1, authorization",
      summary: "V1: a request without a valid token is served",
      switches: [.servesV1WithoutToken]),
    Variant(
      "v1-expiries-as-numbers", by: "REST API V1, times",
      summary: "V1: the expiry of tokens is a number",
      .json(at: tokens, .number("expires"))),
    Variant(
      "v1-code-times-as-texts", by: "REST API V1, times",
      summary: "V1: the times of codes are texts",
      .json(at: [.v1CreateCode, .v1RetrieveCode], .text("generated"), .text("expires"))),
    Variant(
      "v1-null-mvpd-of-codes", by: "REST API V1, registration code: mvpd",
      summary: "V1: a code without an MVPD has null for it",
      .json(
        at: [.v1CreateCode, .v1RetrieveCode], where: [.lacks("mvpd")], .put("mvpd", .null))),
    Variant(
      "v1-empty-mvpd-of-codes", by: "REST API V1, registration code: mvpd",
      summary: "V1: a code without an MVPD has an empty text for it",
      .json(at: [.v1CreateCode, .v1RetrieveCode], where: [.lacks("mvpd")], .put("mvpd", ""))),
    Variant(
      "v1-no-metadata-is-404", by: "REST API V1, user metadata",
      summary: "V1: the metadata of a user who is not signed in are answered with 404",
      .status(at: [.v1UserMetadata], 412, to: 404)),
    Variant(
      "v1-bodies-of-success", by: "REST API V1, check authentication",
      summary: "V1: the check of authentication has a body",
      .exchange(at: [.v1CheckAuthentication, .v1CheckCode]) { request, ask in
        let answer = ask(request)
        return answer.status == 200 ? .json(200, ["status": 200, "message": "Success"]) : answer
      }),
    Variant(
      "v1-other-messages", by: "REST API V1, form of errors",
      summary: "V1: the messages of errors are others",
      .json(at: ServiceEndpoint.v1, status: 400...499, .replace("message", "Kein Zugriff"))),
    Variant(
      "v1-deleted-codes-are-refused", by: "REST API V1, registration code",
      summary: "V1: an unknown code is refused with 400",
      .status(at: [.v1RetrieveCode, .v1DeleteCode], 404, to: 400)),
    Variant(
      "v1-no-encrypted-metadata", by: "REST API V1, user metadata: encrypted",
      summary: "V1: no metadata is encrypted",
      .json(at: [.v1UserMetadata], .put("encrypted", []))),
    Variant(
      "v1-proxied-mvpd", by: "REST API V1, authorize: proxyMvpd",
      summary: "V1: authorizations name a proxy of the MVPD",
      .json(at: [.v1Authorize, .v1AuthorizationToken], .put("proxyMvpd", "Proxy"))),
  ]

  private static let tokens: Set<ServiceEndpoint> = [
    .v1AuthenticationToken, .v1AuthorizationToken, .v1MediaToken, .v1Authorize,
  ]
}
