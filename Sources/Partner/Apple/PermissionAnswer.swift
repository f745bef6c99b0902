// SPDX-License-Identifier: Apache-2.0
// The answer to a permission call.

import Formats

/// The permission to read the user's subscription, as `checkAccessStatus` names it.
enum AccessStatus: String, Sendable, CaseIterable {
  case granted, denied, restricted, notDetermined
}

/// The answer to a permission call.
///
///     {"accessStatus": "denied", "error": {"domain": "VSErrorDomain", "code": 0, "message": "…"}}
struct PermissionAnswer: Sendable, Equatable {
  let accessStatus: AccessStatus
  /// Why access is not granted; nil if the framework does not explain it.
  let error: FrameworkError?

  init(_ accessStatus: AccessStatus, error: FrameworkError? = nil) {
    self.accessStatus = accessStatus
    self.error = error
  }

  var object: JSONObject {
    var object = JSONObject()
    object["accessStatus"] = .string(accessStatus.rawValue)
    object["error"] = error.map { .object($0.object) }
    return object
  }

  /// Reads what is of the declared form; nil for another.
  init?(_ object: JSONObject) {
    guard let status = object["accessStatus"]?.string.flatMap(AccessStatus.init) else { return nil }
    self.init(status, error: object["error"]?.object.map(FrameworkError.init))
  }
}
