// SPDX-License-Identifier: Apache-2.0
// A way in which a service can be wrong.

package import ReferenceService

/// One way in which a service can be wrong. It breaks one requirement, and the others that say the
/// same.
package struct Defect: Sendable {
  /// In words with hyphens, such as `expired-token-accepted`; each defect has another.
  package let name: String
  /// The ids of the requirements that it breaks; the first is the one it was made for. A report
  /// blames it on the right requirement if it names one of them.
  package let requirements: [String]
  /// What the service does, in a sentence without a full stop.
  package let summary: String
  /// The right service that it is a defect of.
  package let setting: Setting
  /// What is wrong, without the setting.
  package let fault: Deviation
}

extension Defect {
  /// A defect in the answers.
  package init(
    _ name: String, of requirements: String..., in setting: Setting = .standard, summary: String,
    _ alterations: Alteration...
  ) {
    self.init(
      name: name, requirements: requirements, summary: summary, setting: setting,
      fault: Deviation(alterations: alterations))
  }

  /// A defect in what the service does.
  ///
  /// - Parameter endpoints: Those at which it does so; nil for all.
  package init(
    _ name: String, of requirements: String..., in setting: Setting = .standard, summary: String,
    switch switches: Switch..., at endpoints: Set<ServiceEndpoint>? = nil
  ) {
    self.init(
      name: name, requirements: requirements, summary: summary, setting: setting,
      fault: Deviation(switches: Set(switches), at: endpoints))
  }

  /// The whole way in which the service differs from the reference service.
  package var deviation: Deviation { Deviation([setting.deviation, fault]) }
}
