// SPDX-License-Identifier: Apache-2.0
// REST API V1: who sends a request, and what it names in its query or form.

internal import Encodings
internal import HTTPMessages
internal import JSON

/// A device of REST API V1, and what tokens are bound to.
struct V1DeviceKey: Hashable, Sendable {
  let requestor: String
  /// The `deviceId` as it came.
  let identifier: String
}

extension Refusal {
  static func bad(_ message: String, _ code: V1ErrorCode? = nil) -> Refusal {
    .v1(status: 400, message: message, code: code)
  }

  /// A parameter without a value.
  static func missing(_ name: String) -> Refusal {
    bad("Required '\(name)' is not present", V1ErrorCode(missing: name))
  }

  static func notAuthenticated(status: Int, _ code: V1ErrorCode? = nil) -> Refusal {
    .v1(status: status, message: "User not authenticated", code: code)
  }
}

extension Exchange {
  /// The fields of the form, where there is one, before those of the query.
  var parameters: FormFields {
    request.method == "POST" ? form.followed(by: query) : query
  }

  /// Checks the access token, then the requestor.
  ///
  /// - Parameter requestor: As the path names it; nil to take the parameter.
  func callerV1(_ requestor: String?, _ store: Store) throws(Refusal) -> Caller {
    let unauthorized = Refusal.v1(status: 401, message: "Unauthorized")
    guard let client = client(scope: "api:client:v1", store) else { throw unauthorized }
    let id = if let requestor { requestor } else { try required("requestor") }
    guard let provider = directory.provider(id) else {
      throw .bad("Unknown requestor", .invalidRequestor)
    }
    guard client.statement.serviceProviders.contains(id) else { throw unauthorized }
    return Caller(client: client.id, provider: provider)
  }

  /// The caller and the device of the common query: `requestor`, `deviceId` and the device
  /// information.
  func deviceV1(_ store: Store) throws(Refusal) -> (caller: Caller, device: V1DeviceKey) {
    let caller = try callerV1(nil, store)
    let device = try deviceV1(of: caller)
    _ = try deviceInformationV1()
    return (caller, device)
  }

  func deviceV1(of caller: Caller) throws(Refusal) -> V1DeviceKey {
    V1DeviceKey(requestor: caller.providerID, identifier: try required("deviceId"))
  }

  /// The device information of the field X-Device-Info, or else of the parameter, as it came:
  /// Base64, which may be encoded for URLs once more, of an object with the mandatory keys.
  func deviceInformationV1() throws(Refusal) -> String {
    let invalid = Refusal.bad("Invalid device information", .invalidDeviceInfo)
    let isInHeader = request.headers["X-Device-Info"] != nil
    guard let text = isInHeader ? header("X-Device-Info") : parameters.text("device_info") else {
      throw isInHeader ? invalid : .missing("device_info")
    }
    let information =
      DeviceInformation(header: text)
      ?? PercentEncoding.decode(text).flatMap { DeviceInformation(header: $0) }
    guard let information, information.model != nil, information.osName != nil else {
      throw invalid
    }
    return text
  }

  /// A parameter with a value.
  func required(_ name: String) throws(Refusal) -> String {
    guard let value = parameters.text(name) else { throw .missing(name) }
    return value
  }

  /// The MVPD, where the requestor has it. Temporary passes have a call of their own, which is not
  /// served.
  func integrationV1(
    of mvpd: String, _ caller: Caller
  ) throws(Refusal) -> (mvpd: ServiceData.MVPD, integration: ServiceData.Integration) {
    guard let integration = caller.provider.integrations[mvpd],
      let known = directory.mvpd(mvpd), known.temporary == nil
    else { throw .bad("Unknown integration", .unknownIntegration) }
    return (known, integration)
  }

  /// Where single sign-on is to happen: `deviceType`, which is mandatory in the two calls for it.
  func checkPlatform() throws(Refusal) {
    let platform = try required("deviceType")
    guard platform == "iOS" || platform == "tvOS" else {
      throw .bad("Invalid 'deviceType': expected iOS or tvOS")
    }
  }
}
