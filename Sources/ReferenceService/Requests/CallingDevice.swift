// SPDX-License-Identifier: Apache-2.0
// The device that a request comes from.

import Formats
import Text

/// A device of REST API V2, and how the request describes it.
struct CallingDevice: Sendable {
  let key: DeviceKey
  let information: DeviceInformation
  /// The identities of the user that the request names, the one that counts first.
  let identities: [Identity]
}

extension CallingDevice {
  /// Reads AP-Device-Identifier and X-Device-Info, which both have to be there.
  init(_ call: ServiceCall, of caller: Caller) throws(ServiceError) {
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
    identities = try call.identities
  }
}
