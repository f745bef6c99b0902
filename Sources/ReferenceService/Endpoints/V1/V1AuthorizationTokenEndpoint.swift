// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/tokens/authz: an authorization that was given before.

/// REST API V1: retrieves the authorization token of a resource.
enum V1AuthorizationTokenEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    let resource = try V1Resource(call)
    let authentication = try store.authentication(of: device, orElse: 412, at: call.now)
    guard let end = store.authorization(of: device, for: resource.id) else {
      throw .v1(status: 404, message: "Not Found", code: .authorizationNotFound)
    }
    guard call.now < end else {
      throw .v1(status: 410, message: "Gone", code: .authorizationExpired)
    }
    return V1AuthorizationEndpoint.authorization(authentication, resource, device, end, call)
  }
}
