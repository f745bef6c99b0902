// SPDX-License-Identifier: Apache-2.0
// The records of the registration codes of REST API V1.

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
