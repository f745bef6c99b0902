// SPDX-License-Identifier: Apache-2.0
// A fact that a scenario needs.

package import Formats

/// A fact, or a part of one, that a scenario needs.
package struct FactUse: Sendable, Hashable {
  package let name: String
  package let parts: [VariableExpression.Part]
}

extension FactUse: CustomStringConvertible {
  /// `resources.denied[0]`.
  package var description: String {
    parts.reduce(into: name) { text, part in
      switch part {
      case .member(let name): text += ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}

extension FactUse {
  /// Whether the facts have it; a value that is null, false or empty does not count.
  package func isMet(by facts: [String: JSONValue]) -> Bool {
    guard var value = facts[name] else { return false }
    for part in parts {
      switch part {
      case .member(let name):
        guard let member = value[name] else { return false }
        value = member
      case .index(let index):
        guard let items = value.array, index < items.count else { return false }
        value = items[index]
      }
    }
    switch value {
    case .null, .boolean(false), .string(""): return false
    case .array(let items): return !items.isEmpty
    case .object(let object): return !object.isEmpty
    default: return true
    }
  }
}
