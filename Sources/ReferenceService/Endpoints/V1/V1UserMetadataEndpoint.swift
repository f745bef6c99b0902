// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/tokens/usermetadata: the attributes of the user.

internal import Formats
internal import Text

/// REST API V1: retrieves what the MVPD and the sign-in say of the user.
enum V1UserMetadataEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    guard let authentication = store.validAuthentication(of: device, at: call.now) else {
      throw .notAuthenticated(status: 412)
    }
    var data = JSONObject()
    var encrypted: [JSONValue] = []
    for attribute in authentication.attributes.members {
      data.append(attribute.name, attribute.value["value"] ?? .null)
      if attribute.value["state"] == "enc" { encrypted.append(.string(attribute.name)) }
    }
    return call.request.answerFormat.answer(
      200, "userMetadata",
      JSONObject([
        (name: "updated", value: .integer(authentication.notBefore.milliseconds / 1000)),
        (name: "encrypted", value: .array(encrypted)),
        (name: "data", value: .object(data)),
      ]))
  }
}
