// SPDX-License-Identifier: Apache-2.0
// A scenario: the unit of verdict, isolation and parallelism.

import Expectations
package import JSON
package import SourceText

/// A scenario, one row of its `cases` already put in; rows that only the target or its facts tell
/// are still to come.
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

/// A platform of devices as a suite names it.
package struct Platform: Sendable, Equatable {
  package let name: String
  package let position: Position

  package init(name: String, position: Position) {
    self.name = name
    self.position = position
  }
}

/// A fact, or a part of one, that something needs.
package struct FactUse: Sendable, Hashable {
  package let name: String
  package let parts: [VariableExpression.Part]
}

/// A table of one variable whose rows are known when a run begins: `{each: m, in: …}`.
package struct LiveTable: Sendable, Equatable {
  package enum Rows: Sendable, Equatable {
    /// A list among the facts.
    case facts(VariableExpression)
    /// What a query selects in what a fragment gives, doubles dropped.
    case answer(FragmentUse, query: JSONPathTemplate, expressions: [VariableExpression])
  }

  package let variable: String
  package let rows: Rows
  package let position: Position
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
  /// Whether the facts have it: missing, null, false and empty are not.
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
