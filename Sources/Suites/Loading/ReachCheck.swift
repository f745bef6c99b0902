// SPDX-License-Identifier: Apache-2.0
// Finds steps that no run reaches.

import Formats
import Text

/// The steps with a `when` that matches in no row of `cases`.
func unreachable(among steps: [Step]) -> [Diagnostic] {
  var mayRun: [FilePlace: Bool] = [:]
  for step in steps where !step.conditions.isEmpty {
    mayRun[step.place] =
      mayRun[step.place] == true || step.conditions.allSatisfy(\.mayMatch)
  }
  return mayRun.filter { !$0.value }.map { place, _ in
    Diagnostic(
      .error, "this step is never run: its 'when' can't match", file: place.file,
      at: place.position)
  }
}

extension Scenario {
  /// A mistake if a wait ends after the scenario's time.
  var tooLongWait: Diagnostic? {
    var waited = Duration.zero
    for (index, step) in steps.enumerated() where step.conditions.isEmpty {
      guard case .wait(.duration(.constant(let duration), let position)) = step.action else {
        continue
      }
      waited += duration
      guard waited >= timeout else { continue }
      let rest = steps.count - index - 1
      let others = rest == 0 ? "" : rest == 1 ? ", and the step after it" : ", and those after it"
      return Diagnostic(
        .error,
        "the end of this wait\(others) can't be reached: the scenario has "
          + "\(DurationText.text(timeout)) in all; give it a longer 'timeout'",
        file: step.file, at: position)
    }
    return nil
  }
}

extension Step.Condition {
  /// Whether the variable may match: false only if that is known before the run.
  fileprivate var mayMatch: Bool {
    guard let compiled = try? pattern.pattern(in: .unknown) else { return true }
    if compiled.isComplete, compiled.mayAccept.isEmpty { return false }
    guard variable.variables.isEmpty, pattern.variables.isEmpty, case .inline = variable.root,
      let value = try? variable.json(in: Bindings(builtIn: { _, _ in nil }))
    else { return true }
    let observation = Observation(
      .json(value), receivedAt: Timestamp(milliseconds: 0), clockTolerance: .zero)
    return compiled.mismatches(ofVariable: variable.written, value, at: observation).isEmpty
  }
}
