// SPDX-License-Identifier: Apache-2.0
// The opening of a framework in a state, and the parts of the world that it uses.

package import Formats
package import Text

/// The request of a step `partner: {state: …}`.
package struct FrameworkOpening: Sendable, Equatable {
  /// The partner's name in the paths of the service.
  package let partner: String
  /// The name of the framework, where a run has several; nil for the default.
  package var framework: String?
  package let state: String
  /// The members of the step besides `state`.
  package let options: JSONObject
  /// The device's fingerprint, as in `AP-Device-Identifier` before its encoding.
  package let deviceIdentifier: String

  /// The limit on times in options, and on distances between them: some 30,000 years.
  static let largestMilliseconds = 1_000_000_000_000_000

  package init(
    partner: String, state: String, options: JSONObject = JSONObject(),
    deviceIdentifier: String = "", framework: String? = nil
  ) {
    self.partner = partner
    self.framework = framework
    self.state = state
    self.options = options
    self.deviceIdentifier = deviceIdentifier
  }
}

/// The parts of the world outside that an emulator uses, as functions.
package struct FrameworkEnvironment: Sendable {
  /// The clock of the scenario; it decides what has expired, and dates what it makes.
  package let now: @Sendable () -> Timestamp
  /// Gives a number of random bytes.
  package let randomBytes: @Sendable (Int) -> [UInt8]

  package init(
    now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.now = now
    self.randomBytes = randomBytes
  }
}
