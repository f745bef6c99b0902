// SPDX-License-Identifier: Apache-2.0
// The names that a suite can use without saving or declaring them.

/// Names with a meaning of their own.
package enum Names {
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
