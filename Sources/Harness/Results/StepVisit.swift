// SPDX-License-Identifier: Apache-2.0
// All steps of a scenario in the order they ran, those of its fragments among them.

/// A step with its place among the others.
package struct StepVisit: Sendable {
  package let step: StepRecord
  /// Its number among its siblings, from 1, after those of the steps that use it: `[3, 1]` is the
  /// first step of the fragment that the third step uses.
  package let place: [Int]
  /// Whether it, or a step that uses it, stands under `finally:`.
  package let isFinal: Bool

  package init(step: StepRecord, place: [Int], isFinal: Bool) {
    self.step = step
    self.place = place
    self.isFinal = isFinal
  }
}

extension StepVisit {
  /// `3.1`.
  package var number: String { place.map(String.init).joined(separator: ".") }
}

extension [StepRecord] {
  /// How deep fragments may use fragments in a record; what is deeper is refused when a record is
  /// read, and not visited.
  package static var depthLimit: Int { 100 }

  /// Calls `body` with each step: a step that uses a fragment first, then that fragment's.
  package func visit(_ body: (StepVisit) -> Void) {
    visit(below: [], isFinal: false, body)
  }

  private func visit(below place: [Int], isFinal: Bool, _ body: (StepVisit) -> Void) {
    guard place.count < Self.depthLimit else { return }
    for (index, step) in enumerated() {
      let visit = StepVisit(
        step: step, place: place + [index + 1], isFinal: isFinal || step.isFinal)
      body(visit)
      if !step.steps.isEmpty {
        step.steps.visit(below: visit.place, isFinal: visit.isFinal, body)
      }
    }
  }
}
