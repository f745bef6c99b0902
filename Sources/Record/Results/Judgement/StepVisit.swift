// SPDX-License-Identifier: Apache-2.0
// Visits all steps of a scenario in the order in which they ran, with the steps of its fragments.

import Suites

/// A step with its place among the others.
package struct StepVisit: Sendable {
  package let step: StepRecord
  /// The numbers of the steps that use it, the outermost first.
  private let outer: [Int]
  /// Its number among its siblings, from 1.
  private let number: Int
  /// The requirements that the steps that use it cover.
  private let outerCovers: [CoverRecord]
  /// Whether the step, or a step that uses it, is under `finally:`.
  package let isFinal: Bool

  package init(
    step: StepRecord, below outer: [Int], number: Int, isFinal: Bool,
    outerCovers: [CoverRecord] = []
  ) {
    self.step = step
    self.outer = outer
    self.number = number
    self.outerCovers = outerCovers
    self.isFinal = isFinal
  }
}

extension StepVisit {
  /// The numbers on the way to the step: `[3, 1]` is the first step of the fragment that the third
  /// step uses.
  package var place: [Int] { outer + [number] }

  /// The place as text: `3.1`.
  package var label: String { place.map(String.init).joined(separator: ".") }

  /// The requirements that it covers itself. Where its fragment failed, those that a step of the
  /// fragment covers don't count: that step shows them.
  package var ownCovers: [CoverRecord] {
    step.endedInFragment ? coversOutsideOfFragment : step.covers
  }

  /// The requirements that it covers and no step of its fragment.
  fileprivate var coversOutsideOfFragment: [CoverRecord] {
    if step.steps.isEmpty || step.covers.isEmpty { return step.covers }
    var inner: Set<String> = []
    step.steps.visit { visit in
      for cover in visit.step.covers { inner.insert(cover.id) }
    }
    return step.covers.filter { !inner.contains($0.id) }
  }

  /// The requirements that it concerns: its own, then those of the steps that use it.
  package var covers: [CoverRecord] {
    if outerCovers.isEmpty { return ownCovers }
    var seen: Set<String> = []
    return (ownCovers + outerCovers).filter { seen.insert($0.id).inserted }
  }

  /// The same step of a shared fragment, below a step that uses the fragment. What that step covers
  /// is not judged by the fragment, which runs for many.
  package func below(_ user: StepVisit) -> StepVisit {
    StepVisit(
      step: step, below: user.place + outer, number: number, isFinal: user.isFinal || isFinal,
      outerCovers: outerCovers)
  }
}

extension StepRecord {
  /// Whether it did not pass because of the fragment that it uses, not because of what it expects.
  var endedInFragment: Bool {
    guard action == .use else { return false }
    switch verdict {
    case .passed, .skipped: return false
    case .failed(let findings):
      return findings.contains { finding in
        if case .fragment = finding.place { true } else { false }
      }
    case .broken, .blocked, .interrupted, .notReached: return true
    }
  }
}

extension [StepRecord] {
  /// How deep fragments may use fragments in a record. A deeper record is refused when it is read;
  /// deeper steps are not visited.
  package static var depthLimit: Int { 100 }

  /// Calls `body` with each step; after a step that uses a fragment come the fragment's steps.
  package func visit(_ body: (StepVisit) -> Void) {
    visit(below: [], covers: [], isFinal: false, body)
  }

  private func visit(
    below outer: [Int], covers: [CoverRecord], isFinal: Bool, _ body: (StepVisit) -> Void
  ) {
    guard outer.count < Self.depthLimit else { return }
    for index in indices {
      let visit = StepVisit(
        step: self[index], below: outer, number: index + 1,
        isFinal: isFinal || self[index].isFinal, outerCovers: covers)
      body(visit)
      if !visit.step.steps.isEmpty {
        visit.step.steps.visit(
          below: visit.place, covers: covers + visit.coversOutsideOfFragment,
          isFinal: visit.isFinal, body)
      }
    }
  }
}
