// SPDX-License-Identifier: Apache-2.0
// The device, as each call to the service describes it.

import Foundation

/// The values of `AP-Device-Identifier` and `X-Device-Info`, built in one place for all calls.
struct Device: Sendable {
  let identifier: String
  let information: String

  init(identifier: String) throws {
    self.identifier = "fingerprint \(Data(identifier.utf8).base64EncodedString())"
    let description = [
      "primaryHardwareType": "SetTopBox", "model": "AppleTV", "version": "14,1",
      "manufacturer": "Apple", "osName": "tvOS", "osVersion": "18.0", "connectionType": "WiFi",
    ]
    information = try JSONEncoder().encode(description).base64EncodedString()
  }
}
