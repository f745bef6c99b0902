// SPDX-License-Identifier: Apache-2.0
// DELETE /api/v1/logout: the end of an authentication.

/// REST API V1: removes all tokens of a device for the requestor. The MVPD is not told.
enum V1LogoutEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    store.devicesV1[device] = nil
    return .noContent
  }
}
