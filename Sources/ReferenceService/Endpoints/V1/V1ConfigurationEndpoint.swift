// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/config/{requestor}: the MVPDs of a requestor.

internal import Formats

/// REST API V1: retrieves the configuration of a requestor. Temporary passes are not in it.
enum V1ConfigurationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(v1: call, requestor: call.path[.requestor], store)
    let provider = caller.provider.provider
    let mvpds = provider.integrations.filter(\.isActive).compactMap { integration in
      call.directory.mvpd(integration.mvpd).flatMap { mvpd in
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
    let body = JSONObject([(name: "requestor", value: .object(requestor))])
    return call.request.answerFormat.answer(200, body) { writer in
      writer.startElement("config")
      writer.startElement("requestor", attributes: [("id", provider.id)])
      for member in members.members { writer.write(member.name, member.value) }
      writer.endElement()
      writer.endElement()
    }
  }

  /// An MVPD. Only those that are set up for single sign-on have the members about it.
  private static func description(
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
