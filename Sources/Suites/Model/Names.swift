// SPDX-License-Identifier: Apache-2.0
// The names that variables can have, and those with a meaning of their own.

/// Names with a meaning of their own.
package enum Names {
  /// Built-ins but for the devices.
  package static let builtIns: Set<String> = ["device", "run", "now"]

  /// Whether a text can be the name of a variable.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, 0x61...0x7A ~= first else { return false }
    return text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }

  /// Why a text can't be the name of a variable; nil if it can.
  static func problem(with text: String) -> String? {
    isName(text)
      ? nil : "'\(text)' can't be a name: lower-case letters, digits and '_', a letter first"
  }
}
