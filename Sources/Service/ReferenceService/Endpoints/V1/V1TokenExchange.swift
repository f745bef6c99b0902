// SPDX-License-Identifier: Apache-2.0
// POST /api/v1/tokens/authn: an authentication for a SAML response.

internal import Encodings
internal import HTTPMessages

extension Exchange {
  func exchangeToken(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let caller = try callerV1(nil, store)
    let device = try deviceV1(of: caller)
    let mvpdID = try required("mvpd")
    try checkPlatform()
    let parameter = try required("SAMLResponse")
    let mvpd = try partnerMVPD(mvpdID, caller)
    // A request has no device, so any of the requestor's that asks for this MVPD may be answered.
    guard let response = ReceivedSAMLResponse(parameter: parameter),
      let id = response.inResponseTo, let request = store.profileRequests[id],
      request.requestor == device.requestor, request.mvpd == mvpdID, now < request.notAfter,
      let issuer = mvpd.platformMappingID,
      response.isAcceptable(issuer: issuer, requestID: id, now: now),
      let userID = response.userID(attributeNames: mvpd.attributeNames)
    else { throw .bad("Invalid 'SAMLResponse'") }
    store.authenticate(device, mvpd.partnerProfile(userID: userID, at: now))
    return .noContent
  }
}
