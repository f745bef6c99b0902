// SPDX-License-Identifier: Apache-2.0
// POST /api/v1/tokens/authn: an authentication for a SAML response.

/// REST API V1: exchanges the response of the partner framework for an authentication.
enum V1TokenExchangeEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(v1: call, store)
    let device = try V1DeviceKey(call, of: caller)
    let mvpdID = try call.request.required("mvpd")
    try call.request.checkPlatform()
    let parameter = try call.request.required("SAMLResponse")
    let mvpd = try IntegratedMVPD(v1Partner: mvpdID, of: caller, in: call.directory).mvpd
    if call.has(.acceptsFailedResponses), ReceivedSAMLResponse.reportsFailure(parameter: parameter)
    {
      store.authenticate(device, .partner(mvpd, userID: mvpd.subscriber.userID, at: call.now))
      return .noContent
    }
    // A profile request names no device, so the response may answer any request of the requestor
    // for this MVPD.
    guard let response = ReceivedSAMLResponse(parameter: parameter),
      let id = response.inResponseTo, let request = store.profileRequests[id],
      request.requestor == device.requestor, request.mvpd == mvpdID,
      call.now < request.notAfter, let issuer = mvpd.platformMappingID,
      response.isAcceptable(issuer: issuer, requestID: id, now: call.now),
      let userID = response.userID(attributeNames: mvpd.attributeNames)
    else { throw .bad("Invalid 'SAMLResponse'") }
    store.authenticate(device, .partner(mvpd, userID: userID, at: call.now))
    return .noContent
  }
}
