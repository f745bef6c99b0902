// SPDX-License-Identifier: Apache-2.0
// Whether an application only missed what is recommended.

import Suites

/// Knows which requirements are only recommended.
struct RuleBlame: Sendable {
  private let advised: Set<String>

  init(_ catalogues: [Catalogue]) {
    advised = Set(
      catalogues.flatMap { $0.requirements.values }.lazy.filter { $0.level == .should }.map(\.id))
  }
}

extension RuleBlame {
  /// Whether the occasion misses nothing but recommendations.
  func isAdvice(_ occasion: BrokenOccasion) -> Bool {
    !occasion.blamed.isEmpty && occasion.blamed.allSatisfy { advised.contains($0) }
  }
}
