// SPDX-License-Identifier: Apache-2.0
// REST API V1: registration codes, and what is asked by a code.

import Formats
import Text

extension ServiceCall {
  /// The longest life of a code, in seconds.
  private static let timeToLiveLimit = 36_000

  /// REST API V1: creates a registration code for a device.
  func createV1Code(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let requestor = path[.requestor]
    let caller = try Caller(v1: self, requestor: requestor, store)
    let device = try V1DeviceKey(self, of: caller)
    let information = try request.requiredDeviceInformation()
    let parameters = request.parameters
    let mvpd = parameters.text("mvpd")
    if let mvpd { _ = try IntegratedMVPD(v1: mvpd, of: caller, in: directory) }
    let lifetime = try parameters.text("ttl").map { text throws(ServiceError) in
      try timeToLive(text)
    }
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

  private func timeToLive(_ text: String) throws(ServiceError) -> Duration {
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let seconds = Int(text), (1...Self.timeToLiveLimit).contains(seconds)
    else { throw .bad("Invalid 'ttl': at most \(Self.timeToLiveLimit) seconds") }
    return .seconds(seconds)
  }

  /// REST API V1: retrieves the record of a registration code.
  func retrieveV1Code(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let (key, registration) = try registration(store)
    if has(.v1RetrievingUsesCodesUp) { store.registrations[key] = nil }
    return registration.answer(200, key, self)
  }

  /// The record of the code in the path.
  ///
  /// - Throws: 404, if the store has no such record.
  func registration(
    _ store: Store
  ) throws(ServiceError) -> (key: RegistrationKey, registration: Registration) {
    let caller = try Caller(v1: self, requestor: path[.requestor], store)
    let key = store.counting(RegistrationKey(requestor: caller.providerID, code: path[.code]))
    guard let registration = store.registration(key, at: now) else {
      throw .v1(status: 404, message: "Not Found")
    }
    return (key, registration)
  }

  /// REST API V1: deletes a registration code.
  func deleteV1Code(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let key = try registration(store).key
    if !has(.v1DeletionLeavesCodes) { store.registrations[key] = nil }
    return .noContent
  }

  /// REST API V1: checks the authentication of the device with a registration code, as the second
  /// screen does.
  func checkV1Code(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(v1: self, store)
    guard let authentication = store.authenticationOfCode(self, caller),
      authentication.isValid(at: now)
    else { throw .v1(status: 403, message: "Forbidden") }
    return .empty
  }

  /// REST API V1: preauthorizes resources for the second screen, which has no device id but a
  /// registration code.
  func preauthorizeV1Code(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(v1: self, store)
    let resources = try preauthorizedResources()
    return try preauthorization(of: resources, store.authenticationOfCode(self, caller))
  }
}
