// SPDX-License-Identifier: Apache-2.0
// The names that a suite can use without saving them: facts of the target and built-ins.

/// Names with a meaning of their own.
package enum Names {
  /// The facts that the language fixes; every other one has to be named by `needs`.
  package static let facts: Set<String> = [
    "software_statement", "service_provider", "partner", "domain", "redirect_url", "mvpd",
    "basic_mvpd", "resources", "picker_mvpd", "no_logout_mvpd", "degraded_mvpd",
    "degraded_authz_all_mvpd", "degraded_authz_none_mvpd", "temporary_mvpd",
    "unintegrated_mvpd", "unintegrated_provider_id", "short_lived_mvpd", "short_lived_ms",
    "other_service_provider", "short_lived_software_statement", "foreign_software_statement",
    "unapproved_software_statement", "login", "preauthorize_limit", "authorize_limit",
    "throttled",
  ]

  /// Facts whose values are in no report, whatever the profile says.
  package static let secretFacts: Set<String> = [
    "software_statement", "short_lived_software_statement", "foreign_software_statement",
    "unapproved_software_statement",
  ]

  /// Members of `device` and of the scenario's other devices.
  package static let deviceMembers = [
    "id", "identifier", "info", "platform", "framework_status",
  ]

  /// Built-ins but for the devices.
  package static let builtIns: Set<String> = ["device", "run", "now"]

  /// Whether a text can be the name of a variable.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, 0x61...0x7A ~= first else { return false }
    return text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }
}
