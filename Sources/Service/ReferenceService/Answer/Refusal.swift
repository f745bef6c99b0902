// SPDX-License-Identifier: Apache-2.0
// Why a request is not served, and the answer that says so.

internal import Encodings
internal import HTTPMessages
internal import JSON

/// An answer other than what was asked for.
enum Refusal: Error, Equatable {
  /// REST API V2: the enhanced error, with its own status.
  case enhanced(ErrorCode)
  /// Dynamic Client Registration: RFC 6749, section 5.2, and RFC 7591, section 3.2.2.
  case oauth(OAuthError)
  /// REST API V1: a status and a message, and a code for those who have asked for codes.
  case v1(status: Int, message: String, details: String? = nil, code: V1ErrorCode? = nil)
  /// A page for a user agent.
  case page(status: Int)

  enum OAuthError: String {
    case invalidRequest = "invalid_request"
    case invalidRedirectURI = "invalid_redirect_uri"
    case invalidSoftwareStatement = "invalid_software_statement"
    case unapprovedSoftwareStatement = "unapproved_software_statement"
    case invalidClient = "invalid_client"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
  }
}

extension Exchange {
  func answer(_ refusal: Refusal) -> ServiceAnswer {
    switch refusal {
    case .enhanced(let code):
      var answer = ServiceAnswer.json(code.status, .object(error(code)))
      if code.status == 401 { answer.headers.append("WWW-Authenticate", "Bearer") }
      return answer
    case .oauth(let error): return .json(400, ["error": .string(error.rawValue)])
    case .v1(let status, let message, let details, let code):
      var answer = answer(
        status, "error", error(code, status: status, message: message, details: details))
      if status == 401 { answer.headers.append("WWW-Authenticate", "Bearer") }
      return answer
    case .page(let status): return .page(status)
    }
  }

  /// The payload of an enhanced error, in its flat form.
  func error(_ code: ErrorCode, details: String? = nil) -> JSONObject {
    error(
      code: code.rawValue, status: code.status, action: code.action, message: code.message,
      details: details)
  }

  /// An error of REST API V1. That there are too many resources only an enhanced one can say.
  private func error(
    _ code: V1ErrorCode?, status: Int, message: String, details: String?
  ) -> JSONObject {
    if let code, directory.data.hasEnhancedErrorsInV1 || code == .tooManyResources {
      return itemError(code, status: status, message: message, details: details)
    }
    var error = JSONObject([
      (name: "status", value: .integer(status)), (name: "message", value: .string(message)),
    ])
    if let details { error.append("details", .string(details)) }
    return error
  }

  /// An enhanced error of REST API V1, which items of a list always have.
  func itemError(
    _ code: V1ErrorCode, status: Int, message: String, details: String?
  ) -> JSONObject {
    error(
      code: code.rawValue, status: status, action: code.action, message: message,
      details: details)
  }

  /// An error that the catalogue of codes does not have.
  func plainError(_ status: Int, code: String, message: String) -> ServiceAnswer {
    .json(
      status,
      .object(error(code: code, status: status, action: "none", message: message, details: nil)))
  }

  private func error(
    code: String, status: Int, action: String, message: String, details: String?
  ) -> JSONObject {
    var payload = JSONObject([
      (name: "action", value: .string(action)),
      (name: "status", value: .integer(status)),
      (name: "code", value: .string(code)),
      (name: "message", value: .string(message)),
    ])
    if let details { payload.append("details", .string(details)) }
    payload.append(
      "helpUrl",
      "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/enhanced-error-codes.html"
    )
    payload.append("trace", .string(UUIDText.random(randomBytes)))
    return payload
  }
}
