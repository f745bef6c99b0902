// SPDX-License-Identifier: Apache-2.0
// Which requirements an occasion breaks, and whether only recommendations are among them.

import Catalogues
import Findings
import Results

/// Tells which of the requirements that a rule covers are broken on an occasion.
struct RuleBlame: Sendable {
  private let blame: Blame
  private let advised: Set<String>

  init(_ catalogues: [Catalogue]) {
    blame = Blame(catalogues)
    advised = Set(
      catalogues.flatMap { $0.requirements.values }.lazy.filter { $0.level == .should }.map(\.id))
  }
}

extension RuleBlame {
  func broken(_ occasion: BrokenOccasion, among covers: [Cover]) -> [Cover] {
    if let blamed = occasion.blamed { return covers.filter { blamed.contains($0.id) } }
    return blame.broken(
      among: covers, findings: occasion.findings, verdict: .failed(occasion.findings))
  }

  /// Whether the occasion misses nothing but recommendations.
  func isAdvice(_ occasion: BrokenOccasion, among covers: [Cover]) -> Bool {
    let broken = broken(occasion, among: covers)
    return !broken.isEmpty && broken.allSatisfy { advised.contains($0.id) }
  }
}
