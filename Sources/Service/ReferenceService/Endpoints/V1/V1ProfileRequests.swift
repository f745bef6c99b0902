// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/{requestor}/profile-requests/{mvpd}: what the partner framework is to answer.

internal import Encodings
internal import HTTPMessages

extension Exchange {
  func profileRequest(
    _ requestor: String, _ mvpdID: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try callerV1(requestor, store)
    try checkPlatform()
    let mvpd = try partnerMVPD(mvpdID, caller)
    let id = "_\(randomText(bytes: 16))"
    store.profileRequests[id] = ProfileRequest(
      requestor: requestor, mvpd: mvpd.id, notAfter: now + directory.data.lifetimes.session)
    let payload = Base64.encode(SAML.authenticationRequest(id: id, at: now))
    return ServiceAnswer(
      status: 200, reason: "OK",
      headers: HeaderList([HeaderField("Content-Type", "application/octet-stream")]),
      body: .bytes(Array(payload.utf8)))
  }

  /// An MVPD that is set up for the platform's single sign-on.
  func partnerMVPD(
    _ mvpdID: String, _ caller: Caller
  ) throws(Refusal) -> ServiceData.MVPD {
    let (mvpd, integration) = try integrationV1(of: mvpdID, caller)
    guard integration.enablePlatformServices, mvpd.boardingStatus == .supported else {
      throw .bad("The platform's single sign-on is not set up for the MVPD")
    }
    return mvpd
  }
}
