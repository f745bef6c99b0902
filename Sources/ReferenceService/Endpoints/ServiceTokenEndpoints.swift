// SPDX-License-Identifier: Apache-2.0
// The SSO Service: service tokens for a user, and the devices that have them.

import Formats
import Text

extension ServiceCall {
  /// Creates a service token for the user of X-SSO-ID, or of the code in X-SSO-LINK.
  func createServiceToken(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try ssoCaller(store)
    let device = try ssoDevice
    let subject: String
    if let code = request.header("X-SSO-LINK"), !code.isEmpty {
      guard let link = store.links[code], now < link.notAfter else {
        throw .ssoService(
          400, code: "header_invalid", action: "check_headers",
          message: "The code of X-SSO-LINK is unknown, used or expired.")
      }
      if !has(.linksRepeatedly) { store.links[code] = nil }
      subject = has(.linksStrangers) ? random.hexadecimal(bytes: 16) : link.subject
    } else {
      let assumed = has(.takesDevicesForUsers) ? device : ""
      let user = request.header("X-SSO-ID") ?? assumed
      guard !user.isEmpty else { throw .missingHeader("X-SSO-ID", status: 400) }
      subject = String(SHA256.hexadecimal(Array("\(caller.providerID) \(user)".utf8)).prefix(32))
    }
    see(device, of: subject, &store)
    return token(of: subject, status: 201)
  }

  /// Gives a new token for one that is valid, or has expired no longer ago than it lived.
  func renewServiceToken(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    _ = try ssoCaller(store)
    return token(of: try serviceSubject(missing: 400), status: 200)
  }

  /// Creates a code by which another device gets tokens of the same user.
  func createLink(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    _ = try ssoCaller(store)
    _ = try ssoDevice
    let link = ServiceUserLink(
      subject: try serviceSubject(missing: 401), notAfter: now + lifetimes.session)
    let code = random.code { store.links[$0] != nil }
    store.links[code] = link
    return .json(
      201,
      [
        "status": "CREATED", "code": .string(code), "notBefore": .integer(now.milliseconds),
        "notAfter": .integer(link.notAfter.milliseconds),
      ])
  }

  /// Takes devices of the user out of single sign-on.
  func unlinkDevices(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    _ = try ssoCaller(store)
    let subject = try serviceSubject(missing: 401)
    guard let document = try? JSONParser.document(request.body),
      let devices = document.root["devices"]?.array?.compactMap(\.string), !devices.isEmpty
    else {
      throw .ssoService(
        400, code: "request_invalid", action: "check_request_body",
        message: "The body names no devices.")
    }
    let unlinked = store.serviceUsers.update(subject, default: ServiceUser()) { user in
      let known = devices.filter { device in user.devices.contains { $0.identifier == device } }
      user.unlinked.formUnion(known)
      user.devices.removeAll { known.contains($0.identifier) }
      return known
    }
    return .json(200, ["status": "OK", "unlinkedDevices": .array(unlinked.map(JSONValue.string))])
  }

  /// Lists the devices of the user.
  func listDevices(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    _ = try ssoCaller(store)
    let user = store.serviceUsers[try serviceSubject(missing: 401)] ?? ServiceUser()
    let devices = user.devices.map { device in
      (
        name: device.identifier,
        value: [
          "model": device.information?.model.map(JSONValue.string) ?? .null,
          "os": device.information?.osName.map(JSONValue.string) ?? .null,
          "lastSeen": .integer(device.lastSeen.milliseconds), "type": "sso",
        ] as JSONValue
      )
    }
    return .json(200, ["status": "OK", "devices": .object(devices)])
  }

  private func ssoCaller(_ store: Store) throws(ServiceError) -> Caller {
    do throws(ServiceError) {
      return try Caller(self, store)
    } catch {
      throw .ssoService(
        401, code: "unauthorized", action: "get_new_token",
        message: "The access token is missing or not valid here.")
    }
  }

  private var ssoDevice: String {
    get throws(ServiceError) {
      guard let device = request.deviceIdentifier else {
        throw .missingHeader("AP-Device-Identifier", status: 400)
      }
      return device
    }
  }

  /// The subject of the service token.
  ///
  /// - Parameter status: The status if there is none: the documents have another for each call.
  private func serviceSubject(missing status: Int) throws(ServiceError) -> String {
    guard let token = request.header("AD-Service-Token") else {
      throw .missingHeader("AD-Service-Token", status: status)
    }
    let claims = (try? JWS.document(token))?["claims"]
    let end = claims?["exp"]?.number?.integer ?? 0
    let limit = Timestamp(milliseconds: end * 1000) + lifetimes.serviceToken
    guard let subject = claims?["sub"]?.string, !subject.isEmpty, now < limit,
      JWS.isSigned(token, key: directory.data.identityKey) || has(.acceptsAnySignature)
    else {
      throw .ssoService(
        401, code: "header_invalid", action: "get_new_token",
        message: "The service token is not valid.")
    }
    return subject
  }

  private func see(_ device: String, of subject: String, _ store: inout Store) {
    store.serviceUsers.update(subject, default: ServiceUser()) { user in
      user.unlinked.remove(device)
      user.devices.removeAll { $0.identifier == device }
      user.devices.append((device, request.deviceInformation, now))
    }
  }

  private func token(of subject: String, status: Int) -> ServiceAnswer {
    let end = now + lifetimes.serviceToken
    let times = [now, end].map { JSONValue.integer($0.milliseconds / 1000) }
    let token = JWS.token(
      [
        "iss": .string(ServiceUser.issuer), "sub": .string(subject), "nbf": times[0],
        "iat": times[0], "exp": times[1], "jti": .string(random.uuid()),
      ], key: directory.data.identityKey)
    return .json(
      status,
      [
        "status": status == 201 ? "CREATED" : "OK", "serviceToken": .string(token),
        "notBefore": .integer(now.milliseconds), "notAfter": .integer(end.milliseconds),
      ])
  }
}

extension ServiceError {
  fileprivate static func missingHeader(_ name: String, status: Int) -> ServiceError {
    .ssoService(
      status, code: "header_missing", action: "check_headers",
      message: "The header \(name) is missing.")
  }
}
