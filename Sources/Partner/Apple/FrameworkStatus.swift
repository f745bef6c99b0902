// SPDX-License-Identifier: Apache-2.0
// The application's knowledge of the framework: its status, its view, its errors.

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

/// The application's knowledge of the framework from the answers so far.
struct ApplicationView: Sendable, Equatable {
  /// The last answer to a permission call; nil if there is no framework.
  var permission: PermissionAnswer?
  var providerID: String?
  var expirationDate: Timestamp?
  private(set) var providerError: FrameworkError?

  /// The status that the application sends; nil if there is no framework.
  var status: FrameworkStatus? {
    guard let permission else { return nil }
    guard permission.accessStatus == .granted else {
      return FrameworkStatus(permission: permission)
    }
    return FrameworkStatus(
      permission: permission, providerID: providerID, expirationDate: expirationDate,
      providerError: providerError)
  }

  /// Remembers an answer: that to a query replaces the provider, others only what they name.
  mutating func learn(_ metadata: AccountMetadata, isAuthentication: Bool = false) {
    if !isAuthentication || metadata.accountProviderIdentifier != nil {
      providerID = metadata.accountProviderIdentifier
      expirationDate = metadata.authenticationExpirationDate
    }
    providerError = nil
  }

  mutating func learn(_ error: FrameworkError, isAuthentication: Bool = false) {
    if !isAuthentication { (providerID, expirationDate) = (nil, nil) }
    providerError = error
  }

  /// Remembers the answer to a call of another source; one of another form says nothing.
  mutating func learn(_ answer: PartnerAnswer, to call: String) {
    let isAuthentication = call == "authenticate"
    switch answer {
    case .result(let result) where call == "permission":
      permission = PermissionAnswer(result) ?? permission
    case .result(let result): learn(AccountMetadata(result), isAuthentication: isAuthentication)
    case .error(let error):
      if call != "permission" { learn(FrameworkError(error), isAuthentication: isAuthentication) }
    }
  }
}

/// An error that the partner's framework answers with.
///
///     {"domain": "VSErrorDomain", "code": 1, "message": "Unsupported provider",
///      "unsupportedProviderIdentifier": "…"}
///     {"domain": "unavailable"}          the device has no framework
///
/// `samlResponse` and `samlResponseStatus` stand for the error response of a provider
/// (`VSErrorInfoKeySAMLResponse`, `VSErrorInfoKeySAMLResponseStatus`).
struct FrameworkError: Error, Sendable, Equatable {
  /// `VSErrorDomain`, or `unavailable` if the device has no framework.
  var domain = FrameworkError.domain
  var code: Int?
  var message: String?
  var unsupportedProviderIdentifier: String?
  var samlResponse: String?
  var samlResponseStatus: String?
}

extension FrameworkError {
  /// The domain of the errors of Video Subscriber Account.
  static let domain = "VSErrorDomain"

  /// The device has no framework, or the application may not use it.
  static let unavailable = FrameworkError(domain: PartnerAnswer.unavailable)

  /// The form that a suite sees under `error`.
  var object: JSONObject {
    var object = JSONObject()
    object["domain"] = .string(domain)
    object["code"] = code.map(JSONValue.integer)
    object["message"] = message.map(JSONValue.string)
    object["unsupportedProviderIdentifier"] = unsupportedProviderIdentifier.map(JSONValue.string)
    object["samlResponse"] = samlResponse.map(JSONValue.string)
    object["samlResponseStatus"] = samlResponseStatus.map(JSONValue.string)
    return object
  }

  /// Reads what is of the declared form.
  init(_ object: JSONObject) {
    self.init(
      domain: object["domain"]?.string ?? Self.domain, code: object["code"]?.number?.integer,
      message: object["message"]?.string)
  }
}
