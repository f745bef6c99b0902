// SPDX-License-Identifier: Apache-2.0
// REST API V1: registration codes, and what is asked by a code.

import Formats
import Text

/// A registration code. Two requestors may have the same.
struct RegistrationKey: Hashable, Sendable {
  let requestor: String
  let code: String
}

/// The record of a registration code.
struct Registration: Sendable {
  let id: String
  let device: V1DeviceKey
  let mvpd: String?
  let generated: Timestamp
  let expires: Timestamp
  let client: String
  /// The device information as it came.
  let deviceInformation: String
  let deviceType: String?
  let userAgent: String?
  /// Whether a login with this code has been completed.
  var isAuthenticated = false
}

extension Store {
  /// The record of a code that has neither expired nor been deleted.
  func registration(_ key: RegistrationKey, at now: Timestamp) -> Registration? {
    registrations[key].flatMap { now < $0.expires ? $0 : nil }
  }

  /// The authentication, expired or not, of the device that registered the code in the path; nil
  /// until a login with the code has been completed.
  func authenticationOfCode(_ call: ServiceCall, _ caller: Caller) -> UserProfile? {
    let key = counting(RegistrationKey(requestor: caller.providerID, code: call.path[.code]))
    guard let registration = registration(key, at: call.now), registration.isAuthenticated else {
      return nil
    }
    return authentication(of: registration.device, at: call.now)
  }
}

extension Registration {
  private static let namespace = "model.mvc.reggie.pass.adobe.com"

  /// The answer that shows the record.
  func answer(_ status: Int, _ key: RegistrationKey, _ call: ServiceCall) -> ServiceAnswer {
    let record = record(key)
    return call.request.answerFormat.answer(status, .object(record)) { writer in
      writer.startElement("ns2:regcode", attributes: [("xmlns:ns2", Self.namespace)])
      for member in record.members { writer.write(member.name, member.value) }
      writer.endElement()
    }
  }

  private func record(_ key: RegistrationKey) -> JSONObject {
    var info = JSONObject([(name: "deviceId", value: .string(Base64.encode(device.identifier)))])
    if let deviceType { info.append("deviceType", .string(deviceType)) }
    info.append("deviceInfo", .string(deviceInformation))
    if let userAgent {
      info.append("userAgent", .string(userAgent))
      info.append("originalUserAgent", .string(userAgent))
    }
    info.append("authorizationType", "OAUTH2")
    info.append("sourceApplicationInformation", ["id": .string(client)])
    var record = JSONObject([
      (name: "id", value: .string(id)), (name: "code", value: .string(key.code)),
      (name: "requestor", value: .string(key.requestor)),
    ])
    if let mvpd { record.append("mvpd", .string(mvpd)) }
    record.append("generated", .integer(generated.milliseconds))
    record.append("expires", .integer(expires.milliseconds))
    record.append("info", .object(info))
    return record
  }
}

extension ServiceCall {
  /// The longest life of a code, in seconds.
  private static let timeToLiveLimit = 36_000

  /// REST API V1: creates a registration code for a device.
  func createV1Code(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let requestor = path[.requestor]
    let caller = try Caller(v1: self, requestor: requestor, store)
    let device = try V1DeviceKey(self, of: caller)
    let information = try request.requiredDeviceInformation()
    let parameters = request.parameters
    let mvpd = parameters.text("mvpd")
    if let mvpd { _ = try IntegratedMVPD(v1: mvpd, of: caller, in: directory) }
    let lifetime = try parameters.text("ttl").map { text throws(Refusal) in try timeToLive(text) }
    let code = random.code { code in
      store.registrations[RegistrationKey(requestor: requestor, code: code)] != nil
    }
    let key = RegistrationKey(requestor: requestor, code: code)
    let registration = Registration(
      id: random.uuid(), device: device, mvpd: mvpd, generated: now,
      expires: now + (lifetime ?? lifetimes.session), client: caller.client,
      deviceInformation: information, deviceType: parameters.text("deviceType"),
      userAgent: request.header("User-Agent"))
    store.registrations[key] = registration
    return registration.answer(201, key, self)
  }

  private func timeToLive(_ text: String) throws(Refusal) -> Duration {
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let seconds = Int(text), (1...Self.timeToLiveLimit).contains(seconds)
    else { throw .bad("Invalid 'ttl': at most \(Self.timeToLiveLimit) seconds") }
    return .seconds(seconds)
  }

  /// REST API V1: retrieves the record of a registration code.
  func retrieveV1Code(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let (key, registration) = try registration(store)
    if has(.v1RetrievingUsesCodesUp) { store.registrations[key] = nil }
    return registration.answer(200, key, self)
  }

  /// The record of the code in the path.
  ///
  /// - Throws: 404, if the store has no such record.
  func registration(
    _ store: Store
  ) throws(Refusal) -> (key: RegistrationKey, registration: Registration) {
    let caller = try Caller(v1: self, requestor: path[.requestor], store)
    let key = store.counting(RegistrationKey(requestor: caller.providerID, code: path[.code]))
    guard let registration = store.registration(key, at: now) else {
      throw .v1(status: 404, message: "Not Found")
    }
    return (key, registration)
  }

  /// REST API V1: deletes a registration code.
  func deleteV1Code(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let key = try registration(store).key
    if !has(.v1DeletionLeavesCodes) { store.registrations[key] = nil }
    return .noContent
  }

  /// REST API V1: checks the authentication of the device with a registration code, as the second
  /// screen does.
  func checkV1Code(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(v1: self, store)
    guard let authentication = store.authenticationOfCode(self, caller),
      authentication.isValid(at: now)
    else { throw .v1(status: 403, message: "Forbidden") }
    return .empty
  }

  /// REST API V1: preauthorizes resources for the second screen, which has no device id but a
  /// registration code.
  func preauthorizeV1Code(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(v1: self, store)
    let resources = try preauthorizedResources()
    return try preauthorization(of: resources, store.authenticationOfCode(self, caller))
  }
}
