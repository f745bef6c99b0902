// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/tokens/media: the right to play an authorized resource now.

internal import Formats

/// REST API V1: retrieves a media token.
enum V1MediaTokenEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    let resource = try V1Resource(call)
    let authentication = try store.authentication(of: device, orElse: 403, at: call.now)
    guard let authorized = store.authorization(of: device, for: resource.id),
      call.now < authorized
    else {
      throw .v1(status: 403, message: "User not authorized", code: .authorizationNotFound)
    }
    let token = MediaToken(
      resource: resource.id, serviceProvider: device.requestor, mvpd: authentication.mvpd, call)
    return call.request.answerFormat.answer(
      200, "play",
      JSONObject([
        (name: "resource", value: .string(resource.text)),
        (name: "requestor", value: .string(device.requestor)),
        (name: "expires", value: .milliseconds(token.notAfter)),
        (name: "serializedToken", value: .string(token.serialized)),
        (name: "userId", value: .string(authentication.userID)),
        (name: "mvpdId", value: .string(authentication.mvpd)),
      ]))
  }
}
