// SPDX-License-Identifier: Apache-2.0
// A scenario.

package import Text

/// A scenario with one written row of its `cases` put in. The rows of live tables are put in when
/// a run begins.
package struct Scenario: Sendable, Equatable {
  /// May hold variables of live tables; those of written rows are filled in.
  package let name: TextTemplate
  package let about: String?
  package let tags: [String]
  package let isAdvisory: Bool
  /// The facts that it needs: those that it uses, and those in `needs`.
  package let needs: [FactUse]
  package let liveTables: [LiveTable]
  /// The scenario's own device, `device`, comes first.
  package let devices: [Device]
  package let timeout: Duration
  /// The rules for applications that all it sends breaks on purpose.
  package let breaks: [BrokenRule]
  package let steps: [Step]
  package let finalSteps: [Step]
  package let position: Position

  package struct Device: Sendable, Equatable {
    package let name: String
    /// The platform that the suite names; nil for the default of the partner.
    package let platform: Platform?

    package init(name: String, platform: Platform?) {
      self.name = name
      self.platform = platform
    }
  }
}
