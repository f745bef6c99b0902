// SPDX-License-Identifier: Apache-2.0
// The MVPDs of a service provider, in REST API V2 and V1.

import Formats
import Text

extension ServiceCall {
  /// REST API V2: retrieves the configuration of a service provider.
  func retrieveConfiguration(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    // Both fields are optional here; if they are sent, they have to be valid.
    if request.has("AP-Device-Identifier"), request.deviceIdentifier == nil {
      throw .enhanced(.invalidHeaderDeviceIdentifier)
    }
    let information = request.deviceInformation
    if request.has("X-Device-Info"), information == nil {
      throw .enhanced(.invalidHeaderDeviceInfo)
    }
    let isPartnerPlatform = information?.isPartnerPlatform ?? true
    let provider = caller.provider.provider
    let listed = provider.integrations.filter { integration in
      integration.isActive || has(.listsInactiveIntegrations)
    }
    let mvpds = listed.compactMap { integration in
      directory.mvpd(integration.mvpd).map { mvpd in
        JSONValue.object(description(of: mvpd, integration, isPartnerPlatform: isPartnerPlatform))
      }
    }
    return .json(
      200,
      [
        "device": .string(information?.model ?? "unknown"),
        "clientType": .string(information?.osName?.lowercased() ?? "unknown"),
        "os": .string(information?.osName ?? "unknown"),
        "requestor": [
          "id": .string(provider.id), "name": .string(provider.name),
          "domains": .array(
            provider.domains.map { ["name": .string($0), "mvpdInitiated": false] }),
          "mvpds": .array(mvpds),
        ], "time": .string(now.iso8601),
      ])
  }

  private func description(
    of mvpd: ServiceData.MVPD, _ integration: ServiceData.Integration, isPartnerPlatform: Bool
  ) -> JSONObject {
    guard mvpd.temporary == nil, isPartnerPlatform else {
      var description = mvpd.description(with: nil)
      if mvpd.temporary != nil { description.append("isTempPass", true) }
      return description
    }
    var description = mvpd.description(with: integration)
    description.append(
      "enforcePlatformPermissions", .boolean(integration.enforcePlatformPermissions))
    return description
  }

  /// REST API V1: retrieves the configuration of a requestor. Temporary passes are not in it.
  func retrieveV1Configuration(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(v1: self, requestor: path[.requestor], store)
    let provider = caller.provider.provider
    let mvpds = provider.integrations.filter(\.isActive).compactMap { integration in
      directory.mvpd(integration.mvpd).flatMap { mvpd in
        mvpd.temporary == nil ? description(of: mvpd, integration) : nil
      }
    }
    let members = JSONObject([
      (name: "name", value: .string(provider.name)),
      (name: "domains", value: .array(provider.domains.map { ["name": .string($0)] })),
      (name: "mvpds", value: .array(mvpds)),
    ])
    var requestor = JSONObject([(name: "id", value: .string(provider.id))])
    for member in members.members { requestor.append(member.name, member.value) }
    return request.answerFormat.answer(200, ["requestor": .object(requestor)]) { writer in
      writer.startElement("config")
      writer.startElement("requestor", attributes: [("id", provider.id)])
      for member in members.members { writer.write(member.name, member.value) }
      writer.endElement()
      writer.endElement()
    }
  }

  /// An MVPD. Only those that are set up for single sign-on have the members about it.
  private func description(
    of mvpd: ServiceData.MVPD, _ integration: ServiceData.Integration
  ) -> JSONValue {
    guard mvpd.platformMappingID != nil || integration.enablePlatformServices else {
      return .object(mvpd.description(with: nil))
    }
    var description = mvpd.description(with: integration)
    description.append("requiredMetadataFields", .array(mvpd.attributeNames.map { .string($0) }))
    return .object(description)
  }
}

extension ServiceData.MVPD {
  /// The members that both versions have, those about single sign-on only with an integration.
  fileprivate func description(with integration: ServiceData.Integration?) -> JSONObject {
    var description = JSONObject([
      (name: "id", value: .string(id)), (name: "displayName", value: .string(displayName)),
      (name: "logoUrl", value: .string(logoURL)),
    ])
    guard let integration else { return description }
    description["enablePlatformServices"] = .boolean(integration.enablePlatformServices)
    description["boardingStatus"] = boardingStatus.map { .string($0.rawValue) }
    description["displayInPlatformPicker"] = .boolean(integration.displayInPlatformPicker)
    description["platformMappingId"] = platformMappingID.map(JSONValue.string)
    return description
  }
}
