// SPDX-License-Identifier: Apache-2.0
// Writes the record of a registration code.

internal import Formats
internal import Text

extension Registration {
  private static let namespace = "model.mvc.reggie.pass.adobe.com"

  /// The answer that shows the record.
  func answer(_ status: Int, _ key: RegistrationKey, _ call: ServiceCall) -> ServiceAnswer {
    let record = record(key)
    return call.request.answerFormat.answer(status, record) { writer in
      writer.startElement("ns2:regcode", attributes: [("xmlns:ns2", Self.namespace)])
      for member in record.members { writer.write(member.name, member.value) }
      writer.endElement()
    }
  }

  private func record(_ key: RegistrationKey) -> JSONObject {
    var info = JSONObject([
      (name: "deviceId", value: .string(Base64.encode(device.identifier)))
    ])
    if let deviceType { info.append("deviceType", .string(deviceType)) }
    info.append("deviceInfo", .string(deviceInformation))
    if let userAgent {
      info.append("userAgent", .string(userAgent))
      info.append("originalUserAgent", .string(userAgent))
    }
    info.append("authorizationType", "OAUTH2")
    info.append("sourceApplicationInformation", ["id": .string(client)])
    var record = JSONObject([
      (name: "id", value: .string(id)),
      (name: "code", value: .string(key.code)),
      (name: "requestor", value: .string(key.requestor)),
    ])
    if let mvpd { record.append("mvpd", .string(mvpd)) }
    record.append("generated", .integer(generated.milliseconds))
    record.append("expires", .integer(expires.milliseconds))
    record.append("info", .object(info))
    return record
  }
}
