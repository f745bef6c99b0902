// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/checkauthn: whether a device is signed in.

/// REST API V1: checks the authentication of a device.
enum V1AuthenticationCheckEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    guard store.validAuthentication(of: device, at: call.now) != nil else {
      throw .v1(status: 403, message: "Authentication token expired")
    }
    return .empty
  }
}
