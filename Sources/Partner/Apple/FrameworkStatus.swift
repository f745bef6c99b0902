// SPDX-License-Identifier: Apache-2.0
// The status of the framework, as the application sends it.

import Formats
import Text

/// The payload of `AP-Partner-Framework-Status`: the framework as the application knows it.
///
///     {"frameworkPermissionInfo": {"accessStatus": "granted"},
///      "frameworkProviderInfo": {"id": "…", "expirationDate": "1896048000000"}}
///
/// Members without a value are left out; the two objects are always there.
struct FrameworkStatus: Sendable, Equatable {
  var permission: PermissionAnswer
  /// The provider's mapping id, as the framework gave it.
  var providerID: String?
  var expirationDate: Timestamp?
  /// The error of the query for the provider.
  var providerError: FrameworkError?
}

extension FrameworkStatus {
  /// The structure. Its error codes and dates are strings.
  var json: JSONValue {
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
  var headerValue: String { FrameworkValue.header(json) }

  /// Whether a status says that the user has granted permission.
  static func isGranted(_ status: JSONValue) -> Bool {
    let permission = status["frameworkPermissionInfo"]?.object.flatMap(PermissionAnswer.init)
    return permission?.accessStatus == .granted
  }

  /// The header, as the framework declares it.
  static let declared: FrameworkValue = {
    let error = Form.Member(
      name: "error", kind: .parts(Form(members: Form.members(.label, "code", "message"))))
    return FrameworkValue(
      name: "framework_status", header: "AP-Partner-Framework-Status", decoding: .base64JSON,
      form: Form(members: [
        Form.Member(
          name: "frameworkPermissionInfo",
          kind: .parts(Form(members: Form.members(.text, "accessStatus") + [error]))),
        Form.Member(
          name: "frameworkProviderInfo",
          kind: .parts(
            Form(
              members: Form.members(.text, "id") + Form.members(.label, "expirationDate") + [error])
          )),
      ]))
  }()

  private static func error(_ error: FrameworkError) -> JSONValue {
    var object = JSONObject()
    object["code"] = error.code.map { .string(String($0)) }
    object["message"] = error.message.map(JSONValue.string)
    return .object(object)
  }
}
