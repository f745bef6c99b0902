// SPDX-License-Identifier: Apache-2.0
// A rule that right applications obey.

import Formats
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
  /// The facts without which it is not judged.
  let needs: [String]
  package let position: Position
  /// The position of each of `covers`.
  let coverPositions: [Position]
  /// The index of the value by which the rule groups the exchanges that it looks at; nil for the
  /// exchanges of a session.
  let among: Int?
  /// The part of every application's walk that all its exchanges belong to; nil where there is none.
  let core: String?
  /// The exchanges that the rule is about.
  package let occasion: ExchangePattern
  let saves: [SavedValue]
  let conditions: [Condition]
  let demand: Demand
  /// The headers of the occasion that it reads, in lower case.
  let headers: Set<String>
  /// Whether a log of what the application asked its framework judges it.
  package let needsLog: Bool

  init(
    name: String, about: String?, advice: String?, covers: [Cover], needs: [String] = [],
    position: Position, coverPositions: [Position], among: Int?, core: String? = nil,
    occasion: ExchangePattern,
    saves: [SavedValue], conditions: [Condition], demand: Demand
  ) {
    self.name = name
    self.about = about
    self.advice = advice
    self.covers = covers
    self.needs = needs
    self.position = position
    self.coverPositions = coverPositions
    self.among = among
    self.core = core
    self.occasion = occasion
    self.saves = saves
    self.conditions = conditions
    self.demand = demand
    needsLog = ([occasion] + conditions.flatMap(\.patterns) + demand.patterns)
      .contains(where: \.readsCalls)
    let own = [occasion] + demand.expectations
    headers = Set(
      own.flatMap(\.parts).compactMap(\.header)
        + (own.flatMap(\.saves) + saves).flatMap(\.sources).compactMap(\.header))
  }
}

extension AuditRule {
  /// Whether only all traffic together judges it: it groups exchanges by a value, or needs a log.
  package var isJudgedAtEnd: Bool { among != nil || needsLog }

  /// Whether nothing counts that goes before or after an occasion.
  var looksAtOccasionOnly: Bool { conditions.isEmpty && demand.looksAtOccasionOnly }
}

extension AuditRule {
  /// All its patterns.
  var patterns: [ExchangePattern] { [occasion] + conditions.flatMap(\.patterns) + demand.patterns }
}
