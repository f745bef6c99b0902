// SPDX-License-Identifier: Apache-2.0
// A device of a scenario, with what it keeps between steps.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Synchronization
import Text

/// A device that a scenario acts on. It lives as long as the scenario, on the scenario's thread.
final class Device {
  /// The name in the suite.
  let name: String
  /// The name of its framework; nil for the default.
  let partner: String?
  let declaration: FrameworkDeclaration
  let platform: DevicePlatform
  /// A UUID, as an application derives it from the device.
  let id: String
  /// The value of `AP-Device-Identifier` (Adobe Pass, REST API V2, header reference).
  let identifier: String
  /// The framework in the state that a step has opened; nil before that.
  var framework: (any PartnerFramework)?
  /// How far the steps so far have come with the person's permission, whichever state is open.
  var permission = AskedPermission.notAsked
  /// The cookies of the user agent on the device.
  var cookies = CookieJar()

  init(
    _ device: Scenario.Device, _ declaration: FrameworkDeclaration, randomBytes: (Int) -> [UInt8]
  ) {
    name = device.name
    partner = device.partner
    self.declaration = declaration
    platform = declaration.platform(named: device.platform?.name)
    id = UUIDText.random(randomBytes)
    identifier = "fingerprint \(Base64.encode(id))"
  }
}
