// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/tokens/usermetadata: what the MVPD and the sign-in say of the user.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension Exchange {
  func userMetadata(_ store: Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    guard let authentication = store.validAuthentication(of: device, at: now) else {
      throw .notAuthenticated(status: 412)
    }
    var data = JSONObject()
    var encrypted: [JSONValue] = []
    for attribute in authentication.attributes.members {
      data.append(attribute.name, attribute.value["value"] ?? .null)
      if attribute.value["state"] == "enc" { encrypted.append(.string(attribute.name)) }
    }
    return answer(
      200, "userMetadata",
      JSONObject([
        (name: "updated", value: .integer(authentication.notBefore.milliseconds / 1000)),
        (name: "encrypted", value: .array(encrypted)),
        (name: "data", value: .object(data)),
      ]))
  }
}
