// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/tokens/authn: the authentication of a device.

internal import Formats

/// REST API V1: retrieves the authentication token of a device.
enum V1AuthenticationTokenEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    guard let authentication = store.authentication(of: device, at: call.now) else {
      throw .v1(status: 404, message: "Not Found")
    }
    guard authentication.isValid(at: call.now) else { throw .v1(status: 410, message: "Gone") }
    return call.request.answerFormat.answer(
      200, "authentication",
      JSONObject([
        (name: "requestor", value: .string(device.requestor)),
        (name: "mvpd", value: .string(authentication.mvpd)),
        (name: "userId", value: .string(authentication.userID)),
        (name: "expires", value: .milliseconds(authentication.notAfter)),
      ]))
  }
}
