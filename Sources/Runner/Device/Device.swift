// SPDX-License-Identifier: Apache-2.0
// A device of a scenario, with the framework on it.

import Partner
import Text

/// A device that a scenario acts on. It lives as long as the scenario, on the scenario's thread.
final class Device {
  /// The name in the suite.
  let name: String
  let platform: DevicePlatform
  /// A UUID, as an application derives it from the device.
  let id: String
  /// The value of `AP-Device-Identifier` (Adobe Pass, REST API V2, header reference).
  let identifier: String
  /// The framework in the state that a step has opened; nil before that.
  var framework: (any PartnerFramework)?
  /// The cookies of the user agent on the device.
  var cookies = CookieJar()

  init(name: String, platform: DevicePlatform, randomBytes: (Int) -> [UInt8]) {
    self.name = name
    self.platform = platform
    id = UUIDText.random(randomBytes)
    identifier = "fingerprint \(Base64.encode(id))"
  }
}
