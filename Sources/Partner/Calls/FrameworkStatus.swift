// SPDX-License-Identifier: Apache-2.0
// The value of AP-Partner-Framework-Status.

package import Formats
package import Text

/// The payload of `AP-Partner-Framework-Status`: what the application tells the service about the
/// framework.
///
///     {"frameworkPermissionInfo": {"accessStatus": "granted"},
///      "frameworkProviderInfo": {"id": "…", "expirationDate": "1896048000000"}}
///
/// Members without a value are left out; the two objects are always there.
package struct FrameworkStatus: Sendable, Equatable {
  package var permission: PermissionAnswer
  /// The provider's mapping id, as the framework gave it.
  package var providerID: String?
  package var expirationDate: Timestamp?
  /// The error of the query for the provider.
  package var providerError: FrameworkError?

  package init(
    permission: PermissionAnswer, providerID: String? = nil, expirationDate: Timestamp? = nil,
    providerError: FrameworkError? = nil
  ) {
    self.permission = permission
    self.providerID = providerID
    self.expirationDate = expirationDate
    self.providerError = providerError
  }
}

extension FrameworkStatus {
  /// The structure. Its error codes and dates are strings.
  package var json: JSONValue {
    var permissionInfo = JSONObject()
    permissionInfo["accessStatus"] = .string(permission.accessStatus.rawValue)
    permissionInfo["error"] = permission.error.map(Self.error)
    var providerInfo = JSONObject()
    providerInfo["id"] = providerID.map(JSONValue.string)
    providerInfo["expirationDate"] = expirationDate.map { .string(String($0.milliseconds)) }
    providerInfo["error"] = providerError.map(Self.error)
    return [
      "frameworkPermissionInfo": .object(permissionInfo),
      "frameworkProviderInfo": .object(providerInfo),
    ]
  }

  /// The value of the header as it goes on the wire.
  package var headerValue: String { Self.headerValue(json) }

  /// The Base64 of any structure.
  package static func headerValue(_ status: JSONValue) -> String {
    Base64.encode(JSONWriter.bytes(status))
  }

  private static func error(_ error: FrameworkError) -> JSONValue {
    var object = JSONObject()
    object["code"] = error.code.map { .string(String($0)) }
    object["message"] = error.message.map(JSONValue.string)
    return .object(object)
  }
}
