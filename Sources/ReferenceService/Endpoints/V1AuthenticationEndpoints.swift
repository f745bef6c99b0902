// SPDX-License-Identifier: Apache-2.0
// REST API V1: the authentication of a device, its token and its attributes.

import Formats
import Text

extension ServiceCall {
  /// REST API V1: checks the authentication of a device.
  func checkV1Authentication(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    guard store.validAuthentication(of: device, at: now) != nil else {
      throw .v1(status: 403, message: "Authentication token expired")
    }
    return .empty
  }

  /// REST API V1: retrieves the authentication token of a device.
  func retrieveV1Authentication(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    guard let authentication = store.authentication(of: device, at: now) else {
      throw .v1(status: 404, message: "Not Found")
    }
    guard authentication.isValid(at: now) else { throw .v1(status: 410, message: "Gone") }
    return request.answerFormat.answer(
      200, "authentication",
      [
        "requestor": .string(device.requestor), "mvpd": .string(authentication.mvpd),
        "userId": .string(authentication.userID), "expires": .milliseconds(authentication.notAfter),
      ])
  }

  /// REST API V1: makes the SAML request that the partner framework has to answer.
  func requestV1Profile(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let requestor = path[.requestor]
    let caller = try Caller(v1: self, requestor: requestor, store)
    try request.checkPlatform()
    let mvpd = try IntegratedMVPD(v1Partner: path[.mvpd], of: caller, in: directory)
    let id = "_\(random.hexadecimal(bytes: 16))"
    store.profileRequests[id] = ProfileRequest(
      requestor: requestor, mvpd: mvpd.id, notAfter: now + lifetimes.session)
    let payload = Base64.encode(SAML.authenticationRequest(id: id, at: now))
    return ServiceAnswer(200, type: "application/octet-stream", .bytes(Array(payload.utf8)))
  }

  /// REST API V1: exchanges the response of the partner framework for an authentication.
  func exchangeV1Token(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(v1: self, store)
    let device = try V1DeviceKey(self, of: caller)
    let mvpdID = try request.required("mvpd")
    try request.checkPlatform()
    let parameter = try request.required("SAMLResponse")
    let mvpd = try IntegratedMVPD(v1Partner: mvpdID, of: caller, in: directory).mvpd
    if has(.acceptsFailedResponses), ReceivedSAMLResponse.reportsFailure(parameter: parameter) {
      store.authenticate(device, .partner(mvpd, userID: mvpd.subscriber.userID, at: now))
      return .noContent
    }
    // A profile request names no device, so the response may answer any request of the requestor
    // for this MVPD.
    guard let response = ReceivedSAMLResponse(parameter: parameter), let id = response.inResponseTo,
      let request = store.profileRequests[id], request.requestor == device.requestor,
      request.mvpd == mvpdID, now < request.notAfter, let issuer = mvpd.platformMappingID,
      response.isAcceptable(issuer: issuer, requestID: id, now: now),
      let userID = response.userID(attributeNames: mvpd.attributeNames)
    else { throw .bad("Invalid 'SAMLResponse'") }
    store.authenticate(device, .partner(mvpd, userID: userID, at: now))
    return .noContent
  }

  /// REST API V1: retrieves what the MVPD and the sign-in say of the user.
  func retrieveV1UserMetadata(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    guard let authentication = store.validAuthentication(of: device, at: now) else {
      throw .notAuthenticated(status: 412)
    }
    var data = JSONObject()
    var encrypted: [JSONValue] = []
    for attribute in authentication.attributes.members {
      data.append(attribute.name, attribute.value["value"] ?? .null)
      if attribute.value["state"] == "enc" { encrypted.append(.string(attribute.name)) }
    }
    return request.answerFormat.answer(
      200, "userMetadata",
      [
        "updated": .integer(authentication.notBefore.milliseconds / 1000),
        "encrypted": .array(encrypted), "data": .object(data),
      ])
  }
}
