// SPDX-License-Identifier: Apache-2.0
// How large a value may be that a scenario keeps.

import JSON

/// The bound on what a step saves, since that stays until its scenario ends, and is searched for
/// in all that is printed if it is secret. Tokens, codes and SAML messages are far below.
enum SavedSize {
  static let limitBytes = 256 * 1024

  static let sentence = "a value of more than the \(limitBytes) bytes that are kept"

  /// Whether the texts, names and numbers in a value are longer than the limit in all.
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
