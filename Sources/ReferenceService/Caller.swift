// SPDX-License-Identifier: Apache-2.0
// Who sends a request: a client, on behalf of a device, for an MVPD.

import Formats
import Text

/// The client and the service provider of a request.
struct Caller {
  let client: String
  let provider: Directory.Provider

  var providerID: String { provider.provider.id }
  /// The service provider's id as a segment of a path.
  var providerPath: String { PercentEncoding.encode(providerID) }
}

extension Caller {
  /// Checks the access token of a request of REST API V2, then the service provider in its path.
  init(_ call: ServiceCall, _ store: Store) throws(Refusal) {
    guard let client = store.client(of: call, scope: "api:client:v2") else {
      throw .enhanced(.tokenOfUnfitClient)
    }
    let id = call.path[.serviceProvider]
    let assumed =
      call.has(.acceptsAnyServiceProvider) ? client.statement.serviceProviders.first : nil
    guard let provider = call.directory.provider(id) ?? assumed.flatMap(call.directory.provider)
    else { throw .enhanced(.invalidParameterServiceProvider) }
    guard
      client.statement.serviceProviders.contains(provider.provider.id)
        || call.has(.acceptsTokensOfOtherProviders)
    else { throw .enhanced(.tokenOfOtherServiceProvider) }
    self.init(client: client.id, provider: provider)
  }

  /// Checks the access token of a request of REST API V1, then the requestor.
  ///
  /// - Parameter requestor: The requestor of the path; nil to take it from the parameter.
  init(v1 call: ServiceCall, requestor: String? = nil, _ store: Store) throws(Refusal) {
    let unauthorized = Refusal.v1(status: 401, message: "Unauthorized")
    let client = store.client(of: call, scope: "api:client:v1")
    guard client != nil || call.has(.servesV1WithoutToken) else { throw unauthorized }
    let id = if let requestor { requestor } else { try call.request.required("requestor") }
    guard let provider = call.directory.provider(id) else {
      throw .bad("Unknown requestor", .invalidRequestor)
    }
    guard client?.statement.serviceProviders.contains(id) ?? true else { throw unauthorized }
    self.init(client: client?.id ?? "", provider: provider)
  }
}

extension Store {
  /// The client of the access token; nil if the token is missing, unknown or expired, or if the
  /// client does not have the scope.
  fileprivate func client(
    of call: ServiceCall, scope: String
  ) -> (id: String, statement: ServiceData.Statement)? {
    guard let token = call.request.bearerToken, let access = tokens[token],
      call.now < access.notAfter || call.has(.acceptsExpiredTokens),
      let client = clients[access.client],
      client.statement.scopes.contains(scope) || call.has(.acceptsTokensOfAnyScope)
    else { return nil }
    return (access.client, client.statement)
  }
}

/// A device of REST API V2, and how the request describes it.
struct CallingDevice: Sendable {
  let key: DeviceKey
  let information: DeviceInformation
  /// The identities of the user that the request names, the one that counts first.
  let identities: [Identity]
}

extension CallingDevice {
  /// Reads AP-Device-Identifier and X-Device-Info, which both have to be there.
  init(_ call: ServiceCall, of caller: Caller) throws(Refusal) {
    let assumed = call.has(.assumesDeviceIdentifier) ? "bm9ib2R5" : nil
    guard let identifier = call.request.deviceIdentifier ?? assumed else {
      throw .enhanced(.invalidHeaderDeviceIdentifier)
    }
    guard let information = call.request.deviceInformation else {
      throw .enhanced(.invalidHeaderDeviceInfo)
    }
    key = DeviceKey(
      client: caller.client, identifier: identifier, serviceProvider: caller.providerID)
    self.information = information
    identities = try call.identities
  }
}

extension V1DeviceKey {
  /// Checks the parameters that most calls of REST API V1 share: the access token, `requestor`,
  /// `deviceId` and the device information, in this order.
  init(_ call: ServiceCall, _ store: Store) throws(Refusal) {
    try self.init(call, of: Caller(v1: call, store))
    _ = try call.request.requiredDeviceInformation()
  }

  /// The device of the parameter `deviceId`.
  init(_ call: ServiceCall, of caller: Caller) throws(Refusal) {
    self.init(requestor: caller.providerID, identifier: try call.request.required("deviceId"))
  }
}

/// The description of a device ("X-Device-Info"): Base64 of a JSON object.
struct DeviceInformation: Sendable, Equatable {
  private let members: JSONObject

  /// - Returns: nil for a value that is not Base64 of a JSON object.
  init?(header: String) {
    guard let bytes = Base64.decode(header), let document = try? JSONParser.document(bytes),
      case .object(let members) = document.root
    else { return nil }
    self.members = members
  }
}

extension DeviceInformation {
  var osName: String? { members["osName"]?.string }
  var model: String? { members["model"]?.string }

  /// Whether the device's platform has the partner framework. A device that does not name its
  /// system is assumed to have it.
  var isPartnerPlatform: Bool {
    guard let osName else { return true }
    return ["ios", "ipados", "tvos"].contains(osName.lowercased())
  }

  /// The device as the answer to retrieving a session shows it.
  ///
  /// - Parameter address: Shown if the description has no address.
  func json(address: String) -> JSONValue {
    let system = text("osName")
    return [
      "type": text("primaryHardwareType"), "model": text("model"),
      "version": version("version", separator: ","),
      "hardware": [
        "name": .null, "vendor": text("vendor"),
        "version": version("version", separator: ","), "manufacturer": text("manufacturer"),
      ],
      "operatingSystem": [
        "name": system, "family": members["osFamily"] == nil ? system : text("osFamily"),
        "vendor": text("osVendor"), "version": version("osVersion", separator: "."),
      ],
      "browser": members["browserName"] == nil
        ? .null
        : [
          "name": text("browserName"), "vendor": text("browserVendor"),
          "version": text("browserVersion"), "userAgent": text("userAgent"),
          "originalUserAgent": .null,
        ],
      "display": [
        "width": number("displayWidth"), "height": number("displayHeight"),
        "ppi": number("displayPpi"), "name": "DISPLAY", "vendor": .null, "version": .null,
        "diagonalSize": members["diagonalScreenSize"] ?? .null,
      ], "applicationId": text("applicationId"),
      "connection": [
        "ipAddress": members["connectionIp"] == nil ? .string(address) : text("connectionIp"),
        "port": text("connectionPort"),
        "secure": members["connectionSecure"]?.boolean.map(JSONValue.boolean) ?? false,
        "type": text("connectionType"),
      ],
    ]
  }

  private func text(_ name: String) -> JSONValue {
    members[name]?.string.map(JSONValue.string) ?? .null
  }

  private func number(_ name: String) -> JSONValue {
    members[name]?.number.map(JSONValue.number) ?? 0
  }

  private func version(_ name: String, separator: Character) -> JSONValue {
    guard let text = members[name]?.string else { return .null }
    let parts = text.split(separator: separator).prefix(3).map { Int($0) ?? 0 } + [0, 0, 0]
    return [
      "major": .integer(parts[0]), "minor": .integer(parts[1]), "patch": .integer(parts[2]),
      "profile": "",
    ]
  }
}

struct IntegratedMVPD {
  let mvpd: ServiceData.MVPD
  let integration: ServiceData.Integration
  /// Whether there is no integration, and a rule that works otherwise supposes one.
  var isAssumed = false

  var id: String { mvpd.id }
}

extension IntegratedMVPD {
  /// The MVPD of a path or a form of REST API V2.
  ///
  /// - Throws: `invalidParameterMVPD` if there is no such MVPD, `invalidIntegration` if the service
  ///   provider has no active integration with it.
  init(_ id: String, of caller: Caller, _ call: ServiceCall) throws(Refusal) {
    guard let mvpd = call.directory.mvpd(id) else { throw .enhanced(.invalidParameterMVPD) }
    var assumed: ServiceData.Integration?
    if call.has(.servesMVPDsWithoutIntegration) {
      assumed = ServiceData.Integration(id)
      assumed?.enablePlatformServices = true
    }
    guard var integration = caller.provider.integrations[id] ?? assumed else {
      throw .enhanced(.invalidIntegration)
    }
    if call.has(.ignoresDegradation) { integration.degradation = nil }
    self.init(
      mvpd: mvpd, integration: integration, isAssumed: caller.provider.integrations[id] == nil)
  }

  /// The MVPD of a path or a parameter of REST API V1. Temporary passes are refused: they have an
  /// endpoint of their own there, which this service does not have.
  init(v1 id: String, of caller: Caller, in directory: Directory) throws(Refusal) {
    guard let integration = caller.provider.integrations[id],
      let mvpd = directory.mvpd(id), mvpd.temporary == nil
    else { throw .bad("Unknown integration", .unknownIntegration) }
    self.init(mvpd: mvpd, integration: integration)
  }

  /// An MVPD of REST API V1 that is set up for the platform's single sign-on.
  init(v1Partner id: String, of caller: Caller, in directory: Directory) throws(Refusal) {
    try self.init(v1: id, of: caller, in: directory)
    guard hasPartnerSignOn else {
      throw .bad("The platform's single sign-on is not set up for the MVPD")
    }
  }

  /// Whether the partner's single sign-on is used for a device.
  func usesPartnerSignOn(_ device: DeviceInformation, _ call: ServiceCall) -> Bool {
    (hasPartnerSignOn || call.has(.ignoresPartnerSetUp)) && device.isPartnerPlatform
  }

  /// Whether account and MVPD are set up for the partner's single sign-on.
  var hasPartnerSignOn: Bool {
    integration.enablePlatformServices && mvpd.boardingStatus == .supported
  }

  /// Whether the AuthNAll rule is applied: every user counts as signed in.
  var bypassesAuthentication: Bool { integration.degradation == .authNAll }
}
