// SPDX-License-Identifier: Apache-2.0
// Visits the steps of a scenario and of the fragments that they use, in order.

import Expectations
import Formats
package import Suites
import Text

/// A step with its place among the others.
package struct StepVisit: Sendable {
  package let step: StepRecord
  /// The numbers of the steps that use it, the outermost first.
  var outer: [Int] = []
  /// Its number among its siblings, from 1.
  let number: Int
  /// Whether the step, or a step that uses it, is under `finally:`.
  package var isFinal: Bool
  /// The requirements that the steps that use it cover.
  var outerCovers: [Cover] = []
}

extension StepVisit {
  /// The numbers on the way to the step: `[3, 1]` is the first step of the fragment that the third
  /// step uses.
  package var place: [Int] { outer + [number] }

  /// The place as text: `3.1`.
  package var label: String { place.map(String.init).joined(separator: ".") }

  /// The requirements that it covers itself. Where its fragment failed, those that a step of the
  /// fragment covers don't count: that step shows them.
  package var ownCovers: [Cover] { step.endedInFragment ? coversOutsideOfFragment : step.covers }

  fileprivate var coversOutsideOfFragment: [Cover] {
    if step.steps.isEmpty || step.covers.isEmpty { return step.covers }
    var inner: Set<String> = []
    step.steps.visit { visit in for cover in visit.step.covers { inner.insert(cover.id) } }
    return step.covers.filter { !inner.contains($0.id) }
  }

  /// The requirements that it concerns: its own, then those of the steps that use it.
  package var covers: [Cover] {
    outerCovers.isEmpty ? ownCovers : (ownCovers + outerCovers).unique(by: \.id)
  }

  /// The same step of a shared fragment, below a step that uses the fragment. What that step covers
  /// is not judged by the fragment, which runs for many.
  package func below(_ user: StepVisit) -> StepVisit {
    var visit = self
    visit.outer = user.place + outer
    visit.isFinal = user.isFinal || isFinal
    return visit
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
    below outer: [Int], covers: [Cover], isFinal: Bool, _ body: (StepVisit) -> Void
  ) {
    guard outer.count < Self.depthLimit else { return }
    for index in indices {
      let visit = StepVisit(
        step: self[index], outer: outer, number: index + 1,
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
