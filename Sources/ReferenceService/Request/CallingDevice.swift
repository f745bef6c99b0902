// SPDX-License-Identifier: Apache-2.0
// Which device a request comes from.

/// A device of REST API V2, and how the request describes it.
struct CallingDevice {
  let key: DeviceKey
  let information: DeviceInformation
}

extension CallingDevice {
  /// Reads AP-Device-Identifier and X-Device-Info, which both have to be there.
  init(_ call: ServiceCall, of caller: Caller) throws(Refusal) {
    let assumed = call.has(.assumesDeviceIdentifier) ? "bm9ib2R5" : nil
    guard let identifier = call.request.deviceIdentifier ?? assumed else {
      throw .enhanced(.invalidHeaderDeviceIdentifier)
    }
    guard let information = call.request.deviceInformation else {
      throw .enhanced(.invalidHeaderDeviceInfo)
    }
    key = DeviceKey(
      client: caller.client, identifier: identifier, serviceProvider: caller.providerID)
    self.information = information
  }
}

extension V1DeviceKey {
  /// Checks the parameters that most calls of REST API V1 share: the access token, `requestor`,
  /// `deviceId` and the device information, in this order.
  init(_ call: ServiceCall, _ store: Store) throws(Refusal) {
    try self.init(call, of: Caller(v1: call, store))
    _ = try call.request.requiredDeviceInformation()
  }

  /// The device of the parameter `deviceId`.
  init(_ call: ServiceCall, of caller: Caller) throws(Refusal) {
    self.init(
      requestor: caller.providerID, identifier: try call.request.required("deviceId"))
  }
}
