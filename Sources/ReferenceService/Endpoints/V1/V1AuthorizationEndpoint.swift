// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/authorize: asks the MVPD whether the user may watch a resource.

internal import Formats
internal import Text

/// REST API V1: authorizes a resource.
enum V1AuthorizationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    let resource = try V1Resource(call)
    let authentication = try store.authentication(of: device, orElse: 403, at: call.now)
    let id = resource.id
    if let denial = call.directory.mvpd(authentication.mvpd)?.subscriber.denial(of: id) {
      if call.has(.v1DenialsEndTokens) { store.devicesV1[device] = nil }
      throw .v1(
        status: 403, message: "User not authorized", details: denial.details,
        code: V1ErrorCode(denial, plain: .authorizationDeniedByMVPD))
    }
    let end = store.devicesV1.update(device, default: V1Device()) { state in
      var end = state.authorizations[id] ?? call.now
      if end <= call.now { end = call.now + call.lifetimes.decision }
      state.authorizations[id] = end
      return end
    }
    return authorization(authentication, resource, device, end, call)
  }

  /// The answer that shows an authorization token.
  static func authorization(
    _ authentication: UserProfile, _ resource: V1Resource, _ device: V1DeviceKey, _ end: Timestamp,
    _ call: ServiceCall
  ) -> ServiceAnswer {
    call.request.answerFormat.answer(
      200, "authorization",
      JSONObject([
        (name: "mvpd", value: .string(authentication.mvpd)),
        (name: "resource", value: .string(resource.text)),
        (name: "requestor", value: .string(device.requestor)),
        (name: "expires", value: .milliseconds(end)),
      ]))
  }
}
