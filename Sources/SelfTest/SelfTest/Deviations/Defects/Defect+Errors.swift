// SPDX-License-Identifier: Apache-2.0
// Defects of enhanced errors.

internal import HTTPMessages
internal import JSON

extension Defect {
  private static func error(
    _ name: String, of requirements: String, summary: String, status: ClosedRange<Int> = 400...400,
    _ edit: JSONEdit
  ) -> Defect {
    Defect(
      name, of: requirements, summary: summary,
      .json(at: ServiceEndpoint.entitlement, status: status, edit))
  }

  /// The errors of one call have no message, though they are enhanced errors.
  private static func withoutMessage(
    _ name: String, at endpoint: ServiceEndpoint, of requirement: String
  ) -> Defect {
    Defect(
      "\(name)-error-without-message", of: requirement, "API-ERRORS-01",
      summary: "An error has no message",
      .json(at: [endpoint], status: 400...400, .remove("message")))
  }

  static let errors: [Defect] = [
    withoutMessage("configuration", at: .configuration, of: "V2-C2-03"),
    withoutMessage("partner-session", at: .partnerSession, of: "V2-C6-04"),
    withoutMessage("partner-profile", at: .partnerProfile, of: "V2-C13-04"),
    withoutMessage("preauthorization", at: .preauthorize, of: "V2-D4-08"),
    withoutMessage("authorization", at: .authorize, of: "V2-D8-06"),
    withoutMessage("logout", at: .logout, of: "V2-E2-07"),
    error(
      "error-without-action", of: "API-ERRORS-01", summary: "Errors have no action",
      .remove("action")),
    error(
      "error-without-code", of: "API-ERRORS-01", summary: "Errors have no code",
      .remove("code")),
    error(
      "error-status-as-text", of: "API-ERRORS-02", summary: "The status of an error is a text",
      .text("status")),
    error(
      "error-status-422", of: "API-ERRORS-02", summary: "The status of an error is 422",
      .replace("status", 422)),
    error(
      "error-unknown-action", of: "API-ERRORS-03",
      summary: "The action of an error is one that no document has",
      .replace("action", "call-us")),
    error(
      "error-with-another-action", of: "API-ERRORS-06",
      summary: "The action of an error is not the one of its code", .replace("action", "retry")),
    error(
      "error-with-another-status", of: "API-ERRORS-06",
      summary: "The status of an error is not the one of its code", .replace("status", 403)),
    error(
      "error-help-nowhere", of: "API-ERRORS-09", summary: "helpUrl is not an absolute URL",
      .replace("helpUrl", "/help")),
    error(
      "error-help-a-word", of: "API-ERRORS-09", summary: "helpUrl is a word",
      .replace("helpUrl", "somewhere")),
    Defect(
      "errors-as-pages", of: "API-PROFILES-17", "API-PROFILES-MVPD-17", "API-SESSIONS-16",
      summary: "Errors are HTML pages",
      .body(
        at: ServiceEndpoint.entitlement, status: 400...400, type: "text/html",
        "<html><body>Bad request</body></html>")),
    Defect(
      "errors-with-status-200", of: "API-PROFILES-MVPD-19", "API-ERRORS-01",
      summary: "Errors are answered with 200",
      .status(at: ServiceEndpoint.entitlement, 400, to: 200)),
    Defect(
      "json-with-a-comma-too-much", of: "API-PROFILES-17", "API-CONFIGURATION-17",
      summary: "JSON has a comma before its last brace",
      .answer(at: ServiceEndpoint.entitlement) { response, _ in
        if response.status == 200, let last = response.body.last, last == UInt8(ascii: "}") {
          response.body.insert(UInt8(ascii: ","), at: response.body.count - 1)
        }
      }),
    Defect(
      "json-after-a-byte-order-mark", of: "API-PROFILES-17", "API-CONFIGURATION-17",
      summary: "There is a byte order mark before the JSON",
      .answer(at: ServiceEndpoint.entitlement) { response, _ in
        if response.json != nil { response.body = [0xEF, 0xBB, 0xBF] + response.body }
      }),
    Defect(
      "answers-without-content-type", of: "API-PROFILES-17", "API-CONFIGURATION-17",
      summary: "Answers have no Content-Type",
      .header(at: ServiceEndpoint.entitlement, "Content-Type", nil)),
  ]
}
