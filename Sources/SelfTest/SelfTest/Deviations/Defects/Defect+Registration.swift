// SPDX-License-Identifier: Apache-2.0
// Defects of client registration.

internal import JSON
internal import ReferenceService

extension Defect {
  static let registration: [Defect] = [
    Defect(
      "register-without-statement", of: "V2-A2-02", "API-DCR-REGISTER-16",
      summary: "A registration without a software statement is accepted",
      switch: .registersWithoutStatement),
    Defect(
      "register-error-by-another-name", of: "V2-A2-03", "API-DCR-REGISTER-15",
      summary: "The error of a registration is in the member code",
      .json(at: [.register], status: 400...400, .rename("error", to: "code"))),
    Defect(
      "register-answers-200", of: "API-DCR-REGISTER-07",
      summary: "A registration is answered with 200", .status(at: [.register], 201, to: 200)),
    Defect(
      "register-answers-html", of: "API-DCR-REGISTER-07",
      summary: "A registration is answered as text/html",
      .header(at: [.register], status: 201...201, "Content-Type", "text/html")),
    Defect(
      "register-without-client-id", of: "API-DCR-REGISTER-08",
      summary: "A registration gives no client_id", .json(at: [.register], .remove("client_id"))),
    // A secret that is of no use would leave nothing to judge.
    Defect(
      name: "register-secret-as-number", requirements: ["API-DCR-REGISTER-09"],
      summary: "client_secret is a number", setting: .standard,
      fault: Deviation(
        switches: [.acceptsAnySecret],
        alterations: [.json(at: [.register], .replace("client_secret", 17))])),
    Defect(
      "register-issued-today", of: "API-DCR-REGISTER-10",
      summary: "client_id_issued_at is not a time",
      .json(at: [.register], .replace("client_id_issued_at", "today"))),
    Defect(
      "register-without-redirect-uris", of: "API-DCR-REGISTER-11",
      summary: "A registration gives no redirect_uris",
      .json(at: [.register], .remove("redirect_uris"))),
    Defect(
      "register-grant-types-as-text", of: "API-DCR-REGISTER-12",
      summary: "grant_types is a text",
      .json(at: [.register], .replace("grant_types", "client_credentials"))),
    Defect(
      "register-scopes-as-text", of: "API-DCR-REGISTER-13", summary: "scopes is a text",
      .json(at: [.register], .replace("scopes", "api:client:v1 api:client:v2"))),
    Defect(
      "register-scopes-of-v1", of: "API-DCR-REGISTER-13",
      summary: "scopes is without the API that the client is for",
      .json(at: [.register], .replace("scopes", ["api:client:v1"]))),
    Defect(
      "register-refuses-with-401", of: "API-DCR-REGISTER-15",
      summary: "A registration is refused with 401", .status(at: [.register], 400, to: 401)),
    Defect(
      "register-unknown-error", of: "API-DCR-REGISTER-15",
      summary: "The error of a registration is one that no document has",
      .json(at: [.register], status: 400...400, .replace("error", "sorry"))),
    Defect(
      "register-missing-called-invalid", of: "API-DCR-REGISTER-16",
      summary: "A malformed registration is called one with an invalid statement",
      .json(
        at: [.register], status: 400...400, where: [.equals("error", "invalid_request")],
        .replace("error", "invalid_software_statement"))),
    Defect(
      "register-any-redirect-uri", of: "API-DCR-REGISTER-17",
      summary: "A redirect_uri that is not a URI is accepted", switch: .acceptsAnyRedirectURI),
    Defect(
      "register-any-statement", of: "API-DCR-REGISTER-18", "V2-A2-02",
      summary: "Any software statement is accepted", switch: .acceptsAnyStatement),
    Defect(
      "register-unapproved-statement", of: "API-DCR-REGISTER-18", "V2-A2-02",
      summary: "A software statement is accepted that is not approved",
      switch: .acceptsUnapprovedStatements),
    Defect(
      "register-unapproved-called-client", of: "API-DCR-REGISTER-18", "API-DCR-REGISTER-15",
      summary: "A software statement that is not approved is called an invalid client",
      .json(
        at: [.register], status: 400...400,
        where: [.equals("error", "unapproved_software_statement")],
        .replace("error", "invalid_client"))),
  ]
}
