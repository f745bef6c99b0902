// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/config/{requestor}: the MVPDs of a requestor.

internal import HTTPMessages
internal import JSON
internal import XML

extension Exchange {
  func configurationV1(_ requestor: String, _ store: Store) throws(Refusal) -> ServiceAnswer {
    let provider = try callerV1(requestor, store).provider.provider
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
    var body = JSONObject([(name: "id", value: .string(provider.id))])
    for member in members.members { body.append(member.name, member.value) }
    return answer(200, JSONObject([(name: "requestor", value: .object(body))])) { writer in
      writer.startElement("config")
      writer.startElement("requestor", attributes: [("id", provider.id)])
      for member in members.members { writer.write(member.name, member.value) }
      writer.endElement()
      writer.endElement()
    }
  }

  /// An MVPD; how it takes part in single sign-on is said of those that are set up for it.
  private func description(
    of mvpd: ServiceData.MVPD, _ integration: ServiceData.Integration
  ) -> JSONValue {
    var description = JSONObject([
      (name: "id", value: .string(mvpd.id)),
      (name: "displayName", value: .string(mvpd.displayName)),
      (name: "logoUrl", value: .string(mvpd.logoURL)),
    ])
    guard mvpd.platformMappingID != nil || integration.enablePlatformServices else {
      return .object(description)
    }
    description.append("enablePlatformServices", .boolean(integration.enablePlatformServices))
    if let status = mvpd.boardingStatus {
      description.append("boardingStatus", .string(status.rawValue))
    }
    description.append("displayInPlatformPicker", .boolean(integration.displayInPlatformPicker))
    if let id = mvpd.platformMappingID { description.append("platformMappingId", .string(id)) }
    description.append(
      "requiredMetadataFields", .array(mvpd.attributeNames.map { .string($0) }))
    return .object(description)
  }
}
