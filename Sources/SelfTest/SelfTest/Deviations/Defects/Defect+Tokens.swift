// SPDX-License-Identifier: Apache-2.0
// Defects of issuing access tokens.

internal import JSON
internal import ReferenceService

extension Defect {
  static let tokens: [Defect] = [
    Defect(
      "token-without-grant-type", of: "V2-A4-02", "API-DCR-TOKEN-12",
      summary: "A token is issued without a grant type", switch: .assumesGrantType),
    Defect(
      "token-error-by-another-name", of: "V2-A4-03", "API-DCR-TOKEN-11",
      summary: "The error of the token endpoint is in the member code",
      .json(at: [.token], status: 400...400, .rename("error", to: "code"))),
    Defect(
      "token-answers-200", of: "API-DCR-TOKEN-05", summary: "A token is answered with 200",
      .status(at: [.token], 201, to: 200)),
    Defect(
      "token-answers-html", of: "API-DCR-TOKEN-05", summary: "A token is answered as text/html",
      .header(at: [.token], status: 201...201, "Content-Type", "text/html")),
    Defect(
      "token-without-id", of: "API-DCR-TOKEN-06", summary: "A token has no id",
      .json(at: [.token], .remove("id"))),
    Defect(
      "token-without-access-token", of: "API-DCR-TOKEN-07",
      summary: "The answer has no access_token", .json(at: [.token], .remove("access_token"))),
    Defect(
      "token-created-in-seconds", of: "API-DCR-TOKEN-08", summary: "created_at is in seconds",
      .json(at: [.token], .seconds("created_at"))),
    Defect(
      "token-created-tomorrow", of: "API-DCR-TOKEN-08", summary: "created_at is a day ahead",
      .json(at: [.token], .shift("created_at", by: 86_400_000))),
    Defect(
      "token-expires-in-a-day", of: "API-DCR-TOKEN-09", summary: "expires_in is not a number",
      .json(at: [.token], .replace("expires_in", "a day"))),
    Defect(
      "token-expires-at-once", of: "API-DCR-TOKEN-09", summary: "expires_in is 0",
      .json(at: [.token], .replace("expires_in", 0))),
    Defect(
      "token-of-type-mac", of: "API-DCR-TOKEN-10", summary: "token_type is mac",
      .json(at: [.token], .replace("token_type", "mac"))),
    Defect(
      "token-refused-with-401", of: "API-DCR-TOKEN-11", summary: "A token is refused with 401",
      .status(at: [.token], 400, to: 401)),
    Defect(
      "token-unknown-error", of: "API-DCR-TOKEN-11",
      summary: "The error of the token endpoint is one that no document has",
      .json(at: [.token], status: 400...400, .replace("error", "sorry"))),
    Defect(
      "token-repeated-parameters", of: "API-DCR-TOKEN-12",
      summary: "Parameters of the token endpoint may be repeated",
      switch: .acceptsRepeatedParameters),
    Defect(
      "token-any-secret", of: "API-DCR-TOKEN-13", "V2-A4-02",
      summary: "The token endpoint takes any client secret", switch: .acceptsAnySecret),
    Defect(
      "token-wrong-client-called-request", of: "API-DCR-TOKEN-13", "API-DCR-TOKEN-11",
      summary: "Wrong credentials are called an invalid request",
      .json(
        at: [.token], status: 400...400, where: [.equals("error", "invalid_client")],
        .replace("error", "invalid_request"))),
    Defect(
      "token-any-grant-type", of: "API-DCR-TOKEN-14", "V2-A4-02",
      summary: "The token endpoint takes any grant type", switch: .acceptsAnyGrantType),
  ]
}
