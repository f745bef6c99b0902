// SPDX-License-Identifier: Apache-2.0
// The facts that scenarios need, each once.

package import Expectations
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

/// Distinct facts in the order of their first use.
struct FactList {
  private(set) var items: [FactUse] = []
  private var seen: Set<FactUse> = []

  mutating func add(_ fact: FactUse) {
    if seen.insert(fact).inserted { items.append(fact) }
  }

  mutating func add(_ facts: FactList) {
    for fact in facts.items { add(fact) }
  }
}
