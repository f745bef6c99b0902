// SPDX-License-Identifier: Apache-2.0
// A suite file that was read, and its scenarios.

package import Expectations
package import Formats
package import Text

/// A suite: scenarios about one part of a cookbook.
package struct Suite: Sendable, Equatable {
  package let name: String
  package let about: String?
  /// The file's path as the user wrote it.
  package let file: String
  /// SHA-256 of the file, in hexadecimal.
  package let digest: String
  package let cookbook: String?
  package let phase: String?
  /// Whether it asks for what the run cannot go on without, and is run before the others.
  package let isPreflight: Bool
  /// Names of variables whose values reports must not show.
  package let secrets: [String]
  package internal(set) var scenarios: [Scenario]
  package let position: Position
}

/// A scenario with one written row of its `cases`. A run adds the rows of live tables.
package struct Scenario: Sendable, Equatable {
  /// May hold variables of live tables; those of written rows are filled in.
  package let name: TextTemplate
  package let about: String?
  package let tags: [String]
  package let isAdvisory: Bool
  /// The facts that it needs: those that it uses, and those in `needs`.
  package internal(set) var needs: [FactUse]
  package internal(set) var identity = IdentityUse()
  /// The cells of situations that it visits, as `situation/cell`: first its own, then these with those
  /// of each row of a step.
  package let cells: [[String]]
  package let liveTables: [LiveTable]
  /// The scenario's own device, `device`, comes first.
  package internal(set) var devices: [Device]
  package let timeout: Duration
  /// Whether all it sends breaks the application's part on purpose.
  package let isHostile: Bool
  package let steps: [Step]
  package let finalSteps: [Step]
  package let position: Position

  /// The tag of scenarios that only a deep run has.
  package static let deepTag = "deep"

  package var isDeep: Bool { tags.contains(Self.deepTag) }

  /// Its steps with those of `finally`.
  var allSteps: [Step] { steps + finalSteps }

  /// Whether another row of the same table has the same steps, and all that their checks look at.
  ///
  /// Steps that name no variable of the rows are held once, and what is held once is equal at once.
  func repeats(_ other: Scenario) -> Bool {
    position == other.position && liveTables == other.liveTables && devices == other.devices
      && name.variables == other.name.variables && steps == other.steps
      && finalSteps == other.finalSteps
  }

  package struct Device: Sendable, Equatable {
    package let name: String
    /// The platform that the suite names; nil for the default of the partner.
    package let platform: Platform?
    /// The name of its framework: that of the device, or of the suite's cookbook; nil for the default.
    package var partner: String?

    package init(name: String, platform: Platform?, partner: String? = nil) {
      self.name = name
      self.platform = platform
      self.partner = partner
    }
  }
}

/// The part of a scenario that may belong to a person: the framework, where sign-ins last longer
/// than a scenario's device, and facts. What fragments, tables and default headers use counts, too.
package struct IdentityUse: Sendable, Equatable {
  /// The devices that use their framework; the device of a shared fragment is called `device`.
  package internal(set) var devices: Set<String> = []
  /// The scenario's devices on which a framework is opened: each needs an identity.
  package internal(set) var opened: Set<String> = []
  /// The names of all facts that are used.
  package internal(set) var facts: Set<String> = []
}

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

/// Identifies a fragment by its file and its name there.
package struct FragmentID: Sendable, Hashable {
  package let file: String
  package let name: String
}

/// Steps under a name, with their parameters and results.
package struct Fragment: Sendable, Equatable {
  package struct Parameter: Sendable, Equatable {
    package let name: String
    /// The default; nil for a parameter that users must give.
    package let fallback: ValueTemplate?
    package let position: Position
  }

  package let id: FragmentID
  package let about: String?
  package let takes: [Parameter]
  package let gives: [String]
  /// Whether it runs once in a run for each set of parameters, and all users share the results.
  package let isShared: Bool
  /// The lifetime of a shared result, from the fragment's start; nil for the whole run.
  package let freshFor: DurationTemplate?
  /// Whether all it sends breaks the application's part on purpose.
  package let isHostile: Bool
  package let steps: [Step]
  package let position: Position
}

/// A table of one variable that is filled when a run begins: `{each: m, in: …}`.
package struct LiveTable: Sendable, Equatable {
  package enum Rows: Sendable, Equatable {
    /// A list among the facts.
    case facts(VariableExpression)
    /// The distinct nodes that a query selects in the object that a fragment gives.
    case answer(FragmentUse, query: QueryTemplate)
  }

  package let variable: String
  package let rows: Rows
  package let position: Position
}

/// A platform of devices as a suite names it.
package struct Platform: Sendable, Equatable {
  package let name: String
  package let position: Position
}

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
