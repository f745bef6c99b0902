// SPDX-License-Identifier: Apache-2.0
// The value of AP-Partner-Framework-Status, and how an application comes by it.

package import Encodings
package import JSON

/// What the application tells the service of the framework: the payload of
/// `AP-Partner-Framework-Status`.
///
///     {"frameworkPermissionInfo": {"accessStatus": "granted"},
///      "frameworkProviderInfo": {"id": "…", "expirationDate": "1896048000000"}}
///
/// Members that there is no value for are left out; the two objects are always there.
package struct FrameworkStatus: Sendable, Equatable {
  package var permission: PermissionAnswer
  /// The provider's mapping id, as the framework gave it.
  package var providerID: String?
  package var expirationDate: Timestamp?
  /// The error of asking for the provider.
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
  /// The structure; codes of errors and dates are strings there.
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

  /// The value as it goes on the wire.
  package var headerValue: String { Self.headerValue(json) }

  /// Base64 of a structure, whatever it is.
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

/// What the application knows of the framework from the answers so far.
struct ApplicationView: Sendable, Equatable {
  /// The last answer to a permission call; nil where there is no framework.
  private(set) var permission: PermissionAnswer?
  private(set) var providerID: String?
  private(set) var expirationDate: Timestamp?
  private(set) var providerError: FrameworkError?
}

extension ApplicationView {
  /// nil where there is no framework, so nothing to tell.
  var status: FrameworkStatus? {
    guard let permission else { return nil }
    guard permission.accessStatus == .granted else {
      return FrameworkStatus(permission: permission)
    }
    return FrameworkStatus(
      permission: permission, providerID: providerID, expirationDate: expirationDate,
      providerError: providerError)
  }

  mutating func learn(permission answer: PermissionAnswer?) {
    permission = answer
  }

  /// The answer of a query takes the place of all that was known of the provider.
  mutating func learn(query metadata: AccountMetadata) {
    providerID = metadata.accountProviderIdentifier
    expirationDate = metadata.authenticationExpirationDate
    providerError = nil
  }

  mutating func learn(queryFailed error: FrameworkError) {
    (providerID, expirationDate) = (nil, nil)
    providerError = error
  }

  /// The answer of an authentication adds to it: another provider replaces the one known.
  mutating func learn(authentication metadata: AccountMetadata) {
    if let identifier = metadata.accountProviderIdentifier {
      providerID = identifier
      expirationDate = metadata.authenticationExpirationDate
    }
    providerError = nil
  }

  mutating func learn(authenticationFailed error: FrameworkError) {
    providerError = error
  }

  /// Keeps a provider of an earlier query beside an error.
  mutating func keep(providerID: String?, expirationDate: Timestamp?) {
    self.providerID = providerID
    self.expirationDate = expirationDate
  }
}
