// SPDX-License-Identifier: Apache-2.0
// An earlier try of a scenario that met trouble.

/// A try of a scenario, or of a shared fragment, that met trouble: it was run again afterwards.
package struct EarlierTry: Sendable, Equatable {
  /// Its steps. They refer to no shared fragment, which may have run again since.
  package var steps: [StepRecord]

  package init(steps: [StepRecord]) { self.steps = steps.withoutFragments(depth: 0) }
}

extension [StepRecord] {
  fileprivate func withoutFragments(depth: Int) -> [StepRecord] {
    guard depth < Self.depthLimit else { return [] }
    return map { step in
      var step = step
      step.sharedFragment = nil
      step.verdict.blocker = nil
      step.steps = step.steps.withoutFragments(depth: depth + 1)
      return step
    }
  }
}
