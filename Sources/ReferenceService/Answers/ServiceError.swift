// SPDX-License-Identifier: Apache-2.0
// The errors that endpoints answer with.

import Formats
import HTTP
import Text

/// An error that an endpoint answers with.
enum ServiceError: Error, Equatable {
  /// REST API V2: an enhanced error, with its own status.
  case enhanced(ErrorCode)
  /// Dynamic Client Registration: RFC 6749, section 5.2, and RFC 7591, section 3.2.2.
  case oauth(OAuthError)
  /// REST API V1: a status and a message, and a code for accounts that have asked for codes.
  case v1(status: Int, message: String, details: String? = nil, code: V1ErrorCode? = nil)
  /// An enhanced error with a code that the catalogue of codes does not have.
  case uncatalogued(Int, code: String, message: String)
  /// The SSO Service: an error with a code and an action of its own, in a member `error`.
  case ssoService(Int, code: String, action: String, message: String)
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

extension ServiceError {
  /// REST API V1: 400.
  static func bad(_ message: String, _ code: V1ErrorCode? = nil) -> ServiceError {
    .v1(status: 400, message: message, code: code)
  }

  /// REST API V1: a mandatory parameter is missing or empty.
  static func missing(_ name: String) -> ServiceError {
    bad("Required '\(name)' is not present", V1ErrorCode(missing: name))
  }

  /// REST API V1: no user is signed in.
  static func notAuthenticated(status: Int, _ code: V1ErrorCode? = nil) -> ServiceError {
    .v1(status: status, message: "User not authenticated", code: code)
  }

  func answer(to call: ServiceCall) -> ServiceAnswer {
    switch self {
    case .enhanced(let code):
      var answer = ServiceAnswer.json(
        code.status, .object(ErrorPayload(code).json(trace: call.random.uuid())))
      if code.status == 401 { answer.headers.append("WWW-Authenticate", "Bearer") }
      return answer
    case .oauth(let error): return .json(400, ["error": .string(error.rawValue)])
    case .v1(let status, let message, let details, let code):
      let error = Self.v1Error(code, status: status, message: message, details: details, call)
      var answer = call.request.answerFormat.answer(status, "error", .object(error))
      if status == 401 { answer.headers.append("WWW-Authenticate", "Bearer") }
      return answer
    case .uncatalogued(let status, let code, let message):
      let payload = ErrorPayload(code: code, status: status, action: "none", message: message)
      return .json(status, .object(payload.json(trace: call.random.uuid())))
    case .ssoService(let status, let code, let action, let message):
      let payload = ErrorPayload(code: code, status: status, action: action, message: message)
      return .json(
        status,
        [
          "status": status == 401 ? "UNAUTHORIZED" : "BAD_REQUEST",
          "error": .object(payload.json(trace: call.random.uuid())),
        ])
    case .page(let status): return .page(status)
    }
  }

  /// An error of REST API V1: an enhanced one for accounts that have asked for codes, and for too
  /// many resources, which has no other form; else a status and a message.
  private static func v1Error(
    _ code: V1ErrorCode?, status: Int, message: String, details: String?, _ call: ServiceCall
  ) -> JSONObject {
    if let code, call.directory.data.hasEnhancedErrorsInV1 || code == .tooManyResources {
      return ErrorPayload(code, status: status, message: message, details: details)
        .json(trace: call.random.uuid())
    }
    var error = JSONObject([
      (name: "status", value: .integer(status)), (name: "message", value: .string(message)),
    ])
    if let details { error.append("details", .string(details)) }
    return error
  }
}
