// SPDX-License-Identifier: Apache-2.0
// Variants of errors.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Variant {
  static let errors: [Variant] = [
    Variant(
      "integration-codes-exchanged", by: "AMB-59",
      summary: "Unknown and inactive MVPDs have each other's code",
      codes(["invalid_integration", "invalid_parameter_mvpd"])),
    Variant(
      "code-errors-exchanged", by: "AMB-55",
      summary: "Unknown codes have the other error",
      codes(["invalid_parameter_code", "invalid_authentication_session"])),
    Variant(
      "unknown-service-provider-by-token", by: "AMB-60",
      summary: "An unknown service provider is one that the token is not for",
      .answer(at: ServiceEndpoint.entitlement) { response, _ in
        if response.json?["code"] == "invalid_parameter_service_provider" {
          response = refusal(
            401, "invalid_access_token_service_provider", action: "application-registration")
        }
      }),
    Variant(
      "pass-wants-identity", by: "REST API V2, profiles/{mvpd}: AP-TempPass-Identity",
      summary: "Every temporary pass wants to know whose it is",
      switches: [.asksForIdentityOfEveryPass]),
    Variant(
      "pass-errors-without-action", by: "AMB-23",
      summary: "Temporary access that is used up has the action none",
      .json(at: ServiceEndpoint.entitlement, status: 200...599) { json, _ in
        json = json.mapped { value in
          guard var object = value.object, let code = object["code"]?.string,
            code.hasPrefix("temporary_access_") || code == "invalid_configuration_temporary_access"
          else { return value }
          object["action"] = "none"
          return .object(object)
        }
      }),
    Variant(
      "short-errors", by: "AMB-22", summary: "Errors have no more members than they need",
      .json(at: ServiceEndpoint.entitlement, status: 200...599) { json, _ in
        json = json.mapped { value in
          guard var object = value.object, object["helpUrl"] != nil else { return value }
          for name in ["helpUrl", "trace", "details"] { object[name] = nil }
          return .object(object)
        }
      }),
    Variant(
      "errors-with-details", by: "AMB-22", summary: "Errors have details",
      .json(
        at: ServiceEndpoint.entitlement, status: 400...499,
        .put("details", "Ask your \"provider\"."))),
    Variant(
      "messages-in-another-language", by: "REST API V2, enhanced errors: message",
      summary: "The messages of errors are German",
      .json(
        at: ServiceEndpoint.entitlement, status: 400...499,
        .put("message", "Der Wert fehlt oder ist ungültig."))),
    Variant(
      "other-traces", by: "REST API V2, enhanced errors: trace",
      summary: "Traces are not UUIDs",
      .json(
        at: ServiceEndpoint.entitlement, status: 400...499, .replace("trace", "1-67891233-abcdef"))),
    Variant(
      "no-body-of-401-and-405", by: "AMB-41", summary: "401 and 405 have no body",
      .answer(at: ServiceEndpoint.entitlement) { response, _ in
        guard response.status == 401 || response.status == 405 else { return }
        response.body = []
        response.headers.remove("Content-Type")
      }),
    Variant(
      "pages-of-401-and-405", by: "AMB-41", summary: "401 and 405 are pages",
      .answer(at: ServiceEndpoint.entitlement) { response, _ in
        guard response.status == 401 || response.status == 405 else { return }
        response.headers.set("Content-Type", "text/html")
        response.body = Array("<html><body>\(response.status)</body></html>".utf8)
      }),
    Variant(
      "json-of-401-without-code", by: "AMB-41", summary: "401 is JSON that has no code",
      .answer(at: ServiceEndpoint.entitlement) { response, _ in
        if response.status == 401 {
          response = .json(401, ["message": "Unauthorized", "status": 401])
        }
      }),
    Variant(
      "wrapped-errors", by: "AMB-22", summary: "Errors stand in a member error",
      .answer(at: ServiceEndpoint.entitlement) { response, _ in
        if response.status >= 400, let json = response.json { response.json = ["error": json] }
      }),
  ]

  /// Exchanges two codes of refusals with 400.
  private static func codes(_ codes: [JSONValue]) -> Alteration {
    .json(at: ServiceEndpoint.entitlement, status: 400...400) { json, _ in
      json.replace("code") { code in
        code == codes[0] ? codes[1] : code == codes[1] ? codes[0] : code
      }
    }
  }
}
