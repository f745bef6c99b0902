// SPDX-License-Identifier: Apache-2.0
// DELETE /api/v1/logout: the end of an authentication.

/// REST API V1: removes all tokens of a device for the requestor. The MVPD is not told.
enum V1LogoutEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    let others = store.devicesV1.keys { key in
      TokenBinding.allCases.contains { binding in
        call.has(.v1LogoutEnds(across: binding)) && key.differs(from: device, in: binding)
      }
    }
    for other in others { store.devicesV1[other] = nil }
    var ended = V1Device()
    ended.ended = store.devicesV1[device]?.authentication
    if call.has(.v1LogoutLeavesAuthorizations) {
      ended.authorizations = store.devicesV1[device]?.authorizations ?? [:]
    }
    store.devicesV1[device] = ended
    return .noContent
  }
}
