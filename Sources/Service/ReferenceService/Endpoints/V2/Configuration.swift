// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/configuration: the MVPDs to choose from.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension Exchange {
  func configuration(_ providerID: String, _ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    // Both headers are optional here, but not free.
    if request.headers["AP-Device-Identifier"] != nil {
      guard let header = header("AP-Device-Identifier"), Self.fingerprint(header) != nil else {
        throw .enhanced(.invalidHeaderDeviceIdentifier)
      }
    }
    let information = deviceInformation
    if request.headers["X-Device-Info"] != nil, information == nil {
      throw .enhanced(.invalidHeaderDeviceInfo)
    }
    let isPartnerPlatform = information?.isPartnerPlatform ?? true
    let provider = caller.provider.provider
    let mvpds = provider.integrations.filter(\.isActive).compactMap { integration in
      directory.mvpd(integration.mvpd).map { mvpd in
        JSONValue.object(
          description(of: mvpd, integration, isPartnerPlatform: isPartnerPlatform))
      }
    }
    return .json(
      200,
      [
        "device": .string(information?.model ?? "unknown"),
        "clientType": .string(information?.osName?.lowercased() ?? "unknown"),
        "os": .string(information?.osName ?? "unknown"),
        "requestor": [
          "id": .string(provider.id),
          "name": .string(provider.name),
          "domains": .array(
            provider.domains.map { ["name": .string($0), "mvpdInitiated": false] }),
          "mvpds": .array(mvpds),
        ],
        "time": .string(now.iso8601),
      ])
  }

  private func description(
    of mvpd: ServiceData.MVPD, _ integration: ServiceData.Integration, isPartnerPlatform: Bool
  ) -> JSONObject {
    var description = JSONObject([
      (name: "id", value: .string(mvpd.id)),
      (name: "displayName", value: .string(mvpd.displayName)),
      (name: "logoUrl", value: .string(mvpd.logoURL)),
    ])
    if mvpd.temporary != nil {
      description.append("isTempPass", true)
    } else if isPartnerPlatform {
      description.append("enablePlatformServices", .boolean(integration.enablePlatformServices))
      if let status = mvpd.boardingStatus {
        description.append("boardingStatus", .string(status.rawValue))
      }
      description.append("displayInPlatformPicker", .boolean(integration.displayInPlatformPicker))
      if let id = mvpd.platformMappingID {
        description.append("platformMappingId", .string(id))
      }
      description.append(
        "enforcePlatformPermissions", .boolean(integration.enforcePlatformPermissions))
    }
    return description
  }
}
