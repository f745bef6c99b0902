// SPDX-License-Identifier: Apache-2.0
// Writes the payload of an enhanced error.

internal import Formats

/// An error in the flat form of the documents ("Enhanced error codes").
struct ErrorPayload {
  let code: String
  let status: Int
  let action: String
  let message: String
  /// The MVPD's own words.
  var details: String?
}

extension ErrorPayload {
  init(_ code: ErrorCode, details: String? = nil) {
    self.init(
      code: code.rawValue, status: code.status, action: code.action, message: code.message,
      details: details)
  }

  init(_ code: V1ErrorCode, status: Int, message: String, details: String?) {
    self.init(
      code: code.rawValue, status: status, action: code.action, message: message,
      details: details)
  }

  /// - Parameter trace: An id by which the service's operators find the request.
  func json(trace: String) -> JSONObject {
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
    payload.append("trace", .string(trace))
    return payload
  }
}
