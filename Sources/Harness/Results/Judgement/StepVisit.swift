// SPDX-License-Identifier: Apache-2.0
// All steps of a scenario in the order they ran, those of its fragments among them.

/// A step with its place among the others.
package struct StepVisit: Sendable {
  package let step: StepRecord
  /// The places of the steps that use it, outermost first, and its own number among its siblings,
  /// from 1.
  private let outer: [Int]
  private let number: Int
  /// What the steps that use it cover.
  private let outerCovers: [String]
  /// Whether it, or a step that uses it, stands under `finally:`.
  package let isFinal: Bool

  package init(
    step: StepRecord, below outer: [Int], number: Int, isFinal: Bool, outerCovers: [String] = []
  ) {
    self.step = step
    self.outer = outer
    self.number = number
    self.outerCovers = outerCovers
    self.isFinal = isFinal
  }
}

extension StepVisit {
  /// `[3, 1]` is the first step of the fragment that the third step uses.
  package var place: [Int] { outer + [number] }

  /// The place as text: `3.1`.
  package var label: String { place.map(String.init).joined(separator: ".") }

  /// The requirements that it bears on: its own, then those of the steps that use it.
  package var covers: [String] {
    if outerCovers.isEmpty { return step.covers }
    var seen: Set<String> = []
    return (step.covers + outerCovers).filter { seen.insert($0).inserted }
  }

  /// The same step as one below another.
  package func below(_ user: StepVisit) -> StepVisit {
    StepVisit(
      step: step, below: user.place + outer, number: number, isFinal: user.isFinal || isFinal,
      outerCovers: user.outerCovers + user.step.covers + outerCovers)
  }
}

extension [StepRecord] {
  /// How deep fragments may use fragments in a record; what is deeper is refused when a record is
  /// read, and not visited.
  package static var depthLimit: Int { 100 }

  /// Calls `body` with each step: a step that uses a fragment first, then that fragment's.
  package func visit(_ body: (StepVisit) -> Void) {
    visit(below: [], covers: [], isFinal: false, body)
  }

  private func visit(
    below outer: [Int], covers: [String], isFinal: Bool, _ body: (StepVisit) -> Void
  ) {
    guard outer.count < Self.depthLimit else { return }
    for index in indices {
      let visit = StepVisit(
        step: self[index], below: outer, number: index + 1,
        isFinal: isFinal || self[index].isFinal, outerCovers: covers)
      body(visit)
      if !visit.step.steps.isEmpty {
        visit.step.steps.visit(
          below: visit.place, covers: covers + visit.step.covers, isFinal: visit.isFinal, body)
      }
    }
  }
}
