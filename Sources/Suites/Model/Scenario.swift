// SPDX-License-Identifier: Apache-2.0
// A scenario of a suite, with one written row of its `cases`.

package import Expectations
package import Text

/// A scenario with one written row of its `cases`. A run adds the rows of live tables.
package struct Scenario: Sendable, Equatable {
  /// May hold variables of live tables; those of written rows are filled in.
  package let name: TextTemplate
  package let about: String?
  package let tags: [String]
  package let isAdvisory: Bool
  /// The facts that it needs: those that it uses, and those in `needs`.
  package internal(set) var needs: [FactUse]
  package internal(set) var identity = IdentityUse()
  /// The cells of situations that it visits, as `situation/cell`: first its own, then these with those
  /// of each row of a step.
  package let cells: [[String]]
  package let liveTables: [LiveTable]
  /// The scenario's own device, `device`, comes first.
  package internal(set) var devices: [Device]
  package let timeout: Duration
  /// Whether all it sends breaks the application's part on purpose.
  package let isHostile: Bool
  /// The trouble that a failure of it tells, in a preflight: `clock`. nil elsewhere.
  package let trouble: String?
  package let steps: [Step]
  package let finalSteps: [Step]
  package let position: Position

  /// The tag of scenarios that only a deep run has.
  package static let deepTag = "deep"

  package var isDeep: Bool { tags.contains(Self.deepTag) }

  /// Its steps with those of `finally`.
  var allSteps: [Step] { steps + finalSteps }

  /// Whether another row of the same table has the same steps, and all that their checks look at.
  ///
  /// Steps that name no variable of the rows are held once, and what is held once is equal at once.
  func repeats(_ other: Scenario) -> Bool {
    position == other.position && liveTables == other.liveTables && devices == other.devices
      && name.variables == other.name.variables && steps == other.steps
      && finalSteps == other.finalSteps
  }

  package struct Device: Sendable, Equatable {
    package let name: String
    /// The platform that the suite names; nil for the default of the partner.
    package let platform: Platform?
    /// The name of its framework: that of the device, or of the suite's cookbook; nil for the default.
    package var partner: String?

    package init(name: String, platform: Platform?, partner: String? = nil) {
      self.name = name
      self.platform = platform
      self.partner = partner
    }
  }
}
