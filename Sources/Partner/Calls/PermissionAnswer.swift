// SPDX-License-Identifier: Apache-2.0
// The answer to a permission call.

package import Formats

/// Whether the application may read the user's subscription, in the words of
/// `VSAccountManager.checkAccessStatus`.
package enum AccessStatus: String, Sendable, CaseIterable {
  case granted, denied, restricted, notDetermined
}

/// The answer to a permission call.
///
///     {"accessStatus": "denied", "error": {"domain": "VSErrorDomain", "code": 0, "message": "…"}}
package struct PermissionAnswer: Sendable, Equatable {
  package let accessStatus: AccessStatus
  /// Why access is not granted; nil if the framework does not explain it.
  package let error: FrameworkError?

  package init(_ accessStatus: AccessStatus, error: FrameworkError? = nil) {
    self.accessStatus = accessStatus
    self.error = error
  }
}

extension PermissionAnswer {
  package var json: JSONValue {
    var object = JSONObject()
    object["accessStatus"] = .string(accessStatus.rawValue)
    object["error"] = error?.json
    return .object(object)
  }

  /// Reads the form above.
  ///
  /// - Throws: `FormError` for another form.
  package init(_ value: JSONValue) throws(FormError) {
    let reader = try FormReader(
      value, of: "the answer to a permission call", members: ["accessStatus", "error"])
    let known = AccessStatus.allCases.map(\.rawValue).joined(separator: ", ")
    guard let text = try reader.text("accessStatus") else {
      throw FormError("the answer to a permission call has no 'accessStatus', one of \(known)")
    }
    guard let accessStatus = AccessStatus(rawValue: text) else {
      throw FormError("'accessStatus' is one of \(known), not '\(text)'")
    }
    var error: FrameworkError?
    if let value = reader.value("error") { error = try FrameworkError(value) }
    self.init(accessStatus, error: error)
  }
}
