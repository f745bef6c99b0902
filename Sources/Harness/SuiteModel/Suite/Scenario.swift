// SPDX-License-Identifier: Apache-2.0
// A scenario: the unit of verdict, isolation and parallelism.

package import SourceText
package import Templates

/// A scenario with one written row of its `cases` put in. The rows of live tables are put in when
/// a run begins.
package struct Scenario: Sendable, Equatable {
  /// Holds variables of live tables only.
  package let name: TextTemplate
  package let about: String?
  package let tags: [String]
  package let targets: [String]
  package let skipReason: String?
  package let isAdvisory: Bool
  /// What the scenario needs of the target, by the facts it uses and by `needs`.
  package let needs: [FactUse]
  package let liveTables: [LiveTable]
  /// The scenario's own first, which is called `device`.
  package let devices: [Device]
  package let timeout: Duration
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
