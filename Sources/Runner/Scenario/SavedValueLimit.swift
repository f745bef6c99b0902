// SPDX-License-Identifier: Apache-2.0
// The limit on the size of a saved value.

import Expectations
import Formats
import Record
import Redaction
import Suites

/// The limit on the size of a saved value.
///
/// A saved value is kept until the scenario ends, and if it is secret, everything printed is
/// searched for it. Tokens, codes and XML messages are far smaller than the limit.
enum SavedValueLimit {
  static let limitBytes = 256 * 1024

  /// The text in a report in place of such a value.
  static let sentence = "a value of more than \(limitBytes) bytes, which is too large to save"

  /// Whether the texts, names and numbers in a value are together longer than the limit.
  static func isTooLarge(_ value: JSONValue) -> Bool {
    var left = limitBytes
    var rest = [value]
    while let value = rest.popLast() {
      switch value {
      case .string(let text): left -= text.utf8.count
      case .number(let number): left -= number.literal.utf8.count
      case .array(let items): rest += items
      case .object(let object):
        for member in object.members {
          left -= member.name.utf8.count
          rest.append(member.value)
        }
      case .null, .boolean: break
      }
      left -= 1
      if left < 0 { return true }
    }
    return false
  }
}
