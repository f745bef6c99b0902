// SPDX-License-Identifier: Apache-2.0
// A rule that right applications obey.

package import Suites
package import Text

/// A rule that right applications obey.
///
/// A class, because every occasion is judged by some of them.
package final class AuditRule: Sendable {
  /// A sentence of what right applications do.
  package let name: String
  package let about: String?
  package let advice: String?
  package let covers: [Cover]
  package let position: Position
  /// Where each of `covers` stands.
  let coverPositions: [Position]
  /// The value of which the exchanges have the same that the rule looks at; nil for those of a
  /// session.
  let among: Int?
  /// The exchanges that the rule is about.
  package let occasion: ExchangePattern
  let saves: [SavedValue]
  let conditions: [Condition]
  let demand: Demand

  init(
    name: String, about: String?, advice: String?, covers: [Cover], position: Position,
    coverPositions: [Position], among: Int?, occasion: ExchangePattern, saves: [SavedValue],
    conditions: [Condition], demand: Demand
  ) {
    self.name = name
    self.about = about
    self.advice = advice
    self.covers = covers
    self.position = position
    self.coverPositions = coverPositions
    self.among = among
    self.occasion = occasion
    self.saves = saves
    self.conditions = conditions
    self.demand = demand
  }
}

extension AuditRule {
  /// Whether nothing counts that goes before or after an occasion.
  var looksAtOccasionOnly: Bool { conditions.isEmpty && demand.looksAtOccasionOnly }
}

extension Demand {
  fileprivate var looksAtOccasionOnly: Bool {
    switch self {
    case .expect: true
    case .all(let demands, _), .any(let demands, _):
      demands.allSatisfy(\.looksAtOccasionOnly)
    default: false
    }
  }
}
