// SPDX-License-Identifier: Apache-2.0
// The checklist of the preflights: one line for each, with what to do about those that fail.

import Expectations
package import Record
import Suites
package import Text

/// The preflights of a run as a checklist.
package struct Checklist: Sendable {
  private static let column = 10

  let record: RunRecord
  let report: TerminalReport

  /// - Parameter report: Says how text is coloured and laid out.
  package init(_ record: RunRecord, on report: TerminalReport) {
    self.record = record
    self.report = report
  }
}

extension Checklist {
  private var scenarios: [ScenarioRecord] {
    record.suites.filter(\.isPreflight).flatMap(\.scenarios)
  }

  private static func hasFailed(_ scenario: ScenarioRecord) -> Bool {
    scenario.verdict.kind.isFault || scenario.verdict.kind == .blocked
  }

  /// Whether a check of `level: should` failed, which a run can go on without: a fact is not what it
  /// is called, or the service is wrong there.
  private func hasMissed(_ scenario: ScenarioRecord) -> Bool {
    scenario.isAdvisory && scenario.verdict.kind == .passed && cause(in: scenario.steps) != nil
  }

  /// The cookbook of each preflight that did not pass, by which the target can't be judged; nil for a
  /// preflight of all.
  package var failures: [String?] {
    record.suites.filter { $0.isPreflight && $0.scenarios.contains(where: Self.hasFailed) }
      .map(\.cookbook)
  }

  package var hasFailures: Bool { !failures.isEmpty }

  /// The list, and a line that sums it up.
  package var text: Printed {
    var text = Printed()
    var given: Set<String> = []
    for suite in record.suites where suite.isPreflight {
      text += "\(Sanitized.line(suite.name))\n"
      for scenario in suite.scenarios { text += lines(of: scenario, &given) }
    }
    return "\(text)\n\(verdict)"
  }

  /// The line that sums it up.
  package var verdict: Printed { "\(report.paint("\(summary)", hasFailures ? .red : .green))\n" }

  private var summary: String {
    let all = scenarios
    let failed = all.count(where: Self.hasFailed)
    if failed > 0 {
      let blocked = all.count { $0.verdict.kind == .blocked && cause(of: $0) == nil }
      let rest =
        blocked > 0 ? ", \(blocked) blocked by \(failed - blocked == 1 ? "it" : "them")" : ""
      return
        "the target can't be judged: \(failed - blocked) of \(Wording.count(all.count, "check")) "
        + "failed\(rest)"
    }
    let missed = all.filter(hasMissed)
    let passed = all.count { $0.verdict.kind == .passed } - missed.count
    if record.isInterrupted { return "interrupted: \(passed) of \(all.count) checks passed" }
    let sentence =
      "the target can be judged: \(passed) of \(Wording.count(all.count, "check")) passed"
    if missed.isEmpty { return sentence }
    let facts = missed.flatMap(\.facts).unique.map { Sanitized.line($0) }
    let rest = facts.isEmpty ? "" : "; look at \(Wording.list(facts))"
    return "\(sentence), \(Wording.count(missed.count, "warning"))\(rest)"
  }

  /// - Parameter given: The advice that was given already.
  private func lines(of scenario: ScenarioRecord, _ given: inout Set<String>) -> Printed {
    let name = Sanitized.line(scenario.name.withoutVariables)
    switch scenario.verdict {
    case .passed:
      guard hasMissed(scenario), let cause = cause(in: scenario.steps) else {
        return line("ok", name)
      }
      return line("warning", name) + lines(of: cause, &given)
    case .skipped(let reason): return line("skipped", "\(name): \(Sanitized.line(reason))")
    case .blocked:
      // A shared fragment asked in its stead; else it is blocked by what failed before.
      guard let cause = cause(of: scenario) else { return line("blocked", name) }
      return line("FAILED", name) + lines(of: cause, &given)
    case .failed, .broken:
      let own = cause(in: scenario.steps) ?? Cause(verdict: scenario.verdict)
      return line("FAILED", name) + lines(of: own, &given)
    case .interrupted, .notReached: return line("not run", name)
    }
  }

  /// Why a scenario did not pass, and what to do.
  struct Cause {
    var verdict: Verdict
    /// The name of the step; nil where there is none.
    var step: String?
    var advice: String?
    /// The last exchange of the step.
    var exchange: ExchangeRecord?
    /// When the step began, since the start of the run.
    var startedAfter = Duration.zero
  }

  /// Each check that failed and was not blocked by another one, and why.
  var faults: [(scenario: ScenarioRecord, cause: Cause)] {
    scenarios.filter(Self.hasFailed).compactMap { scenario in
      cause(of: scenario).map { (scenario, $0) }
    }
  }

  /// The step by which a check did not pass; of a live table, which is filled before there are steps,
  /// that of the shared fragment.
  private func cause(of scenario: ScenarioRecord) -> Cause? {
    if let own = cause(in: scenario.steps) { return own }
    guard let id = scenario.verdict.blocker else { return nil }
    return record.sharedFragments.first { $0.id == id && $0.verdict.kind.isFault }
      .flatMap { cause(in: $0.steps) }
  }

  /// The innermost step that failed first, also in a fragment that others share.
  private func cause(in steps: [StepRecord], depth: Int = 0) -> Cause? {
    guard depth < 32 else { return nil }
    for step in steps {
      let shared = record.sharedFragments.first { $0.id == step.sharedFragment }
      let inner = cause(in: step.steps + (shared?.steps ?? []), depth: depth + 1)
      if var inner, step.verdict.kind != .passed {
        inner.advice = inner.advice ?? step.advice
        return inner
      }
      if step.verdict.kind.isFault {
        return Cause(
          verdict: step.verdict, step: step.name, advice: step.advice,
          exchange: step.exchanges.last, startedAfter: step.startedAfter)
      }
    }
    return nil
  }

  private func lines(of cause: Cause, _ given: inout Set<String>) -> Printed {
    let place = cause.step.map { "\(Sanitized.line($0)): " } ?? ""
    var text = Printed()
    switch cause.verdict {
    case .failed(let findings):
      for finding in findings.prefix(3) {
        let sentence = finding.nearest ?? "\(finding.told)"
        text += line("", "\(place)\(Sanitized.line(sentence))")
      }
      if findings.count > 3 { text += line("", "and \(findings.count - 3) more") }
    case .broken(let problem): text += line("", "\(place)\(Sanitized.line(problem.message))")
    default: break
    }
    if let advice = cause.advice {
      text += line("", given.insert(advice).inserted ? "→ \(Sanitized.line(advice))" : "→ as above")
    }
    return text
  }

  /// A line that begins with a word, broken where it is too long for a terminal.
  private func line(_ word: String, _ text: String) -> Printed {
    let head: Printed =
      switch word {
      case "ok": report.paint("ok", .green)
      case "FAILED": report.paint("FAILED", .red)
      case "warning": report.paint("warning", .yellow)
      default: "\(word)"
      }
    let gap = String(repeating: " ", count: max(1, Self.column - 2 - word.utf8.count))
    let blank = String(repeating: " ", count: Self.column)
    return Columns.wrapped(text, to: report.layout.columns - Self.column).enumerated()
      .map { $0.offset == 0 ? "  \(head)\(gap)\($0.element)\n" : "\(blank)\($0.element)\n" }
      .joined()
  }
}
