// SPDX-License-Identifier: Apache-2.0
// How a framework is opened: the state, the options, the device, and what it needs of the world.

package import Encodings
package import JSON

/// What a step `partner: {state: …}` asks for.
package struct FrameworkOpening: Sendable, Equatable {
  /// The partner's name in the paths of the service, such as `Apple`.
  package let partner: String
  package let state: String
  /// What the step gives besides `state`.
  package let options: JSONObject
  /// The device's fingerprint, as in `AP-Device-Identifier` before its encoding.
  package let deviceIdentifier: String

  package init(
    partner: String, state: String, options: JSONObject = JSONObject(),
    deviceIdentifier: String = ""
  ) {
    self.partner = partner
    self.state = state
    self.options = options
    self.deviceIdentifier = deviceIdentifier
  }
}

/// What an emulator needs of the world, as functions.
package struct FrameworkSurroundings: Sendable {
  /// The clock of the run; expiry and the times of SAML texts go by it.
  package let now: @Sendable () -> Timestamp
  /// So many random bytes.
  package let randomBytes: @Sendable (Int) -> [UInt8]

  package init(
    now: @escaping @Sendable () -> Timestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.now = now
    self.randomBytes = randomBytes
  }
}
