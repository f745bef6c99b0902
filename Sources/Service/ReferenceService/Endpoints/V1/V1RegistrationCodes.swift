// SPDX-License-Identifier: Apache-2.0
// /reggie/v1/{requestor}/regcode: registration codes.

internal import Encodings
internal import HTTPMessages
internal import JSON
internal import XML

extension Registration {
  /// The longest life of a code, in seconds.
  static let timeToLiveLimit = 36_000
  static let namespace = "model.mvc.reggie.pass.adobe.com"
}

extension Exchange {
  func createRegistration(
    _ requestor: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try callerV1(requestor, store)
    let device = try deviceV1(of: caller)
    let information = try deviceInformationV1()
    let parameters = parameters
    let mvpd = parameters.text("mvpd")
    if let mvpd { _ = try integrationV1(of: mvpd, caller) }
    let lifetime = try parameters.text("ttl").map { text throws(Refusal) in
      try timeToLive(text)
    }
    let key = RegistrationKey(
      requestor: requestor,
      code: newCode { store.registrations[RegistrationKey(requestor: requestor, code: $0)] != nil })
    let registration = Registration(
      id: UUIDText.random(randomBytes), device: device, mvpd: mvpd, generated: now,
      expires: now + (lifetime ?? directory.data.lifetimes.session), client: caller.client,
      deviceInformation: information, deviceType: parameters.text("deviceType"),
      userAgent: header("User-Agent"))
    store.registrations[key] = registration
    return answer(201, registration, key)
  }

  func retrieveRegistration(
    _ requestor: String, _ code: String, _ store: Store
  ) throws(Refusal) -> ServiceAnswer {
    let (key, registration) = try registration(requestor, code, store)
    return answer(200, registration, key)
  }

  func deleteRegistration(
    _ requestor: String, _ code: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let key = try registration(requestor, code, store).key
    store.registrations[key] = nil
    return .noContent
  }

  private func registration(
    _ requestor: String, _ code: String, _ store: Store
  ) throws(Refusal) -> (key: RegistrationKey, registration: Registration) {
    let caller = try callerV1(requestor, store)
    let key = RegistrationKey(requestor: caller.providerID, code: code)
    guard let registration = store.registration(key, at: now) else {
      throw .v1(status: 404, message: "Not Found")
    }
    return (key, registration)
  }

  private func timeToLive(_ text: String) throws(Refusal) -> Duration {
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let seconds = Int(text), (1...Registration.timeToLiveLimit).contains(seconds)
    else { throw .bad("Invalid 'ttl': at most \(Registration.timeToLiveLimit) seconds") }
    return .seconds(seconds)
  }

  private func answer(
    _ status: Int, _ registration: Registration, _ key: RegistrationKey
  ) -> ServiceAnswer {
    var info = JSONObject([
      (name: "deviceId", value: .string(Base64.encode(registration.device.identifier)))
    ])
    if let type = registration.deviceType { info.append("deviceType", .string(type)) }
    info.append("deviceInfo", .string(registration.deviceInformation))
    if let agent = registration.userAgent {
      info.append("userAgent", .string(agent))
      info.append("originalUserAgent", .string(agent))
    }
    info.append("authorizationType", "OAUTH2")
    info.append("sourceApplicationInformation", ["id": .string(registration.client)])
    var record = JSONObject([
      (name: "id", value: .string(registration.id)),
      (name: "code", value: .string(key.code)),
      (name: "requestor", value: .string(key.requestor)),
    ])
    if let mvpd = registration.mvpd { record.append("mvpd", .string(mvpd)) }
    record.append("generated", .integer(registration.generated.milliseconds))
    record.append("expires", .integer(registration.expires.milliseconds))
    record.append("info", .object(info))
    return answer(status, record) { writer in
      writer.startElement("ns2:regcode", attributes: [("xmlns:ns2", Registration.namespace)])
      for member in record.members { writer.write(member.name, member.value) }
      writer.endElement()
    }
  }
}
