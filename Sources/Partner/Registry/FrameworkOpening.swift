// SPDX-License-Identifier: Apache-2.0
// What a step asks for when it opens a state of the framework.

package import Formats

/// The request of a step `partner: {state: …}`.
package struct FrameworkOpening: Sendable, Equatable {
  /// The partner's name in the paths of the service, such as `Apple`.
  package let partner: String
  package let state: String
  /// The members of the step besides `state`.
  package let options: JSONObject
  /// The device's fingerprint, as in `AP-Device-Identifier` before its encoding.
  package let deviceIdentifier: String

  /// Times in options, and distances between them, are at most this many milliseconds: some 30,000
  /// years.
  static let largestMilliseconds = 1_000_000_000_000_000

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
