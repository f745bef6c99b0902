// SPDX-License-Identifier: Apache-2.0
// The call of a framework that asks the person for permission.

import Formats

/// The call that asks the person for permission.
///
///     permission → {"accessStatus": "granted"}
package struct PermissionCall: Sendable, Equatable {
  let name: String
  /// The member of the answer that tells, and its value for a permission that is granted.
  let member: String
  let granted: String

  /// The permission after one more call.
  package func permission(
    _ before: AskedPermission, after call: PartnerCall, _ answer: PartnerAnswer
  ) -> AskedPermission {
    guard call.name == name, before != .granted else { return before }
    return answer.json[member]?.string == granted ? .granted : .notGranted
  }
}
