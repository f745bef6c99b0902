// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/{requestor}/profile-requests/{mvpd}: the request for the partner framework.

internal import Text

/// REST API V1: makes the SAML request that the partner framework has to answer.
enum V1ProfileRequestEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let requestor = call.path[.requestor]
    let caller = try Caller(v1: call, requestor: requestor, store)
    try call.request.checkPlatform()
    let mvpd = try IntegratedMVPD(v1Partner: call.path[.mvpd], of: caller, in: call.directory)
    let id = "_\(call.random.hexadecimal(bytes: 16))"
    store.profileRequests[id] = ProfileRequest(
      requestor: requestor, mvpd: mvpd.id, notAfter: call.now + call.lifetimes.session)
    let payload = Base64.encode(SAML.authenticationRequest(id: id, at: call.now))
    return ServiceAnswer(
      200, type: "application/octet-stream", .bytes(Array(payload.utf8)))
  }
}
