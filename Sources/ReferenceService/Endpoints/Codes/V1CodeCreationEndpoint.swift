// SPDX-License-Identifier: Apache-2.0
// POST /reggie/v1/{requestor}/regcode: a new registration code.

internal import Text

/// REST API V1: creates a registration code for a device.
enum V1CodeCreationEndpoint: Endpoint {
  /// The longest life of a code, in seconds.
  private static let timeToLiveLimit = 36_000

  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let requestor = call.path[.requestor]
    let caller = try Caller(v1: call, requestor: requestor, store)
    let device = try V1DeviceKey(call, of: caller)
    let information = try call.request.requiredDeviceInformation()
    let parameters = call.request.parameters
    let mvpd = parameters.text("mvpd")
    if let mvpd { _ = try IntegratedMVPD(v1: mvpd, of: caller, in: call.directory) }
    let lifetime = try parameters.text("ttl").map { text throws(Refusal) in
      try timeToLive(text)
    }
    let code = call.random.code { code in
      store.registrations[RegistrationKey(requestor: requestor, code: code)] != nil
    }
    let key = RegistrationKey(requestor: requestor, code: code)
    let registration = Registration(
      id: call.random.uuid(), device: device, mvpd: mvpd, generated: call.now,
      expires: call.now + (lifetime ?? call.lifetimes.session), client: caller.client,
      deviceInformation: information, deviceType: parameters.text("deviceType"),
      userAgent: call.request.header("User-Agent"))
    store.registrations[key] = registration
    return registration.answer(201, key, call)
  }

  private static func timeToLive(_ text: String) throws(Refusal) -> Duration {
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let seconds = Int(text), (1...timeToLiveLimit).contains(seconds)
    else { throw .bad("Invalid 'ttl': at most \(timeToLiveLimit) seconds") }
    return .seconds(seconds)
  }
}
