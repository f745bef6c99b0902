// SPDX-License-Identifier: Apache-2.0
// Finds steps that can't be reached, and fragments that nothing uses.

import Formats
import Text

/// Finds steps that no run reaches. A step is reached if at least one row of `cases` reaches it.
struct ReachCheck {
  private struct Key: Hashable {
    let file: String
    let position: Position
  }

  /// For each step with a `when`, whether that may match in one of the rows.
  private var mayRun: [Key: Bool] = [:]
  private(set) var diagnostics: [Diagnostic] = []
}

extension ReachCheck {
  mutating func add(_ scenario: Scenario) {
    for step in scenario.steps { add(step) }
    for step in scenario.finalSteps { add(step) }
    checkTime(scenario)
  }

  mutating func add(_ fragment: Fragment) {
    for step in fragment.steps { add(step) }
  }

  private mutating func add(_ step: Step) {
    guard !step.conditions.isEmpty else { return }
    let key = Key(file: step.file, position: step.position)
    let matches = step.conditions.allSatisfy(\.mayMatch)
    mayRun[key] = (mayRun[key] ?? false) || matches
  }

  /// The steps whose `when` matches in no row.
  var unreachable: [Diagnostic] {
    mayRun.filter { !$0.value }.map { key, _ in
      Diagnostic(
        .error, "this step is never run: its 'when' can't match", file: key.file,
        at: key.position)
    }
  }

  /// Reports a wait that ends after the scenario's time.
  private mutating func checkTime(_ scenario: Scenario) {
    var waited = Duration.zero
    for (index, step) in scenario.steps.enumerated() where step.conditions.isEmpty {
      guard case .wait(.duration(.constant(let duration), let position)) = step.action else {
        continue
      }
      waited += duration
      guard waited >= scenario.timeout else { continue }
      let rest = scenario.steps.count - index - 1
      let steps = rest == 0 ? "" : rest == 1 ? ", and the step after it" : ", and those after it"
      diagnostics.append(
        Diagnostic(
          .error,
          "the end of this wait\(steps) can't be reached: the scenario has "
            + "\(DurationText.text(scenario.timeout)) in all; give it a longer 'timeout'",
          file: step.file, at: position))
      return
    }
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

/// The fragments that scenarios and fragments use.
struct FragmentUses {
  private var used: Set<FragmentID> = []

  mutating func add(_ scenario: Scenario) {
    for table in scenario.liveTables {
      if case .answer(let use, _) = table.rows { used.insert(use.fragment) }
    }
    add(scenario.steps)
    add(scenario.finalSteps)
  }

  mutating func add(_ fragment: Fragment) { add(fragment.steps) }

  private mutating func add(_ steps: [Step]) {
    for case .use(let use) in steps.map(\.action) { used.insert(use.fragment) }
  }

  /// A warning for each of these fragments of a suite that nothing uses; other files can't.
  func warnings(about fragments: [Fragment]) -> [Diagnostic] {
    fragments.filter { !used.contains($0.id) }.map { fragment in
      Diagnostic(
        .warning, "the fragment '\(fragment.id.name)' is never used", file: fragment.id.file,
        at: fragment.position, length: fragment.id.name.unicodeScalars.count)
    }
  }
}
