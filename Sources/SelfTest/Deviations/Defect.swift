// SPDX-License-Identifier: Apache-2.0
// A way in which a service can be wrong.

/// One way in which a service can be wrong. It breaks one requirement, and the others that say the
/// same.
package struct Defect: Sendable {
  /// In words with hyphens, such as `expired-token-accepted`; each defect has another.
  package let name: String
  /// The ids of the requirements that it breaks; the first is the one it was made for. A report
  /// blames it on the right requirement if it names one of them.
  package let requirements: [String]
  /// The service's behaviour, in a sentence without a full stop.
  package let summary: String
  /// The right service that it is a defect of.
  package let setting: ServiceSetting
  /// The fault, without the setting.
  package let fault: Deviation

  /// The whole way in which the service differs from the reference service.
  package var deviation: Deviation { Deviation([setting.deviation, fault]) }
}
