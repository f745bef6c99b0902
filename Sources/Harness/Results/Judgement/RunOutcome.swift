// SPDX-License-Identifier: Apache-2.0
// The verdict on a whole run: one sentence and an exit status.

/// The verdict on a run.
package struct RunOutcome: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case conformant
    case notConformant = "not-conformant"
    case noVerdict = "no-verdict"
    case interrupted
  }

  package let kind: Kind
  /// The verdict and the reason for it; begins in lower case, without a full stop.
  package let sentence: String

  package init(kind: Kind, sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}

extension RunOutcome {
  /// The exit status of the command: 0 conformant, 1 not conformant, 3 no verdict possible,
  /// 130 interrupted.
  package var status: Int {
    switch kind {
    case .conformant: 0
    case .notConformant: 1
    case .noVerdict: 3
    case .interrupted: 130
    }
  }

  package init(_ record: RunRecord, judgements: [[ScenarioJudgement]], totals: Totals) {
    let faults = Self.faults(totals)
    let hasAnswer =
      judgements.joined().contains { $0.traits.contains(.answers) }
      || record.sharedFragments.contains { $0.steps.haveAnswer }
    if record.isInterrupted {
      let missing = totals.notReached
      let left = missing == 0 ? "" : ", \(Wording.count(missing, "scenario")) not reached"
      self.init(
        kind: .interrupted,
        sentence: "interrupted: \(faults.isEmpty ? "no verdict" : faults)\(left)")
    } else if totals.failed + totals.failedFragments == 0,
      totals.broken + totals.brokenFragments > 0, !hasAnswer
    {
      let silence = Self.silence(judgements, record.sharedFragments)
      self.init(kind: .noVerdict, sentence: "no verdict possible: \(silence)")
    } else if !faults.isEmpty {
      self.init(kind: .notConformant, sentence: "not conformant: \(faults)")
    } else if totals.notReached > 0 {
      let missing = Wording.count(totals.notReached, "scenario")
      let verb = totals.notReached == 1 ? "was" : "were"
      self.init(kind: .notConformant, sentence: "not conformant: \(missing) \(verb) not reached")
    } else if !judgements.joined().contains(where: \.provesSomething) {
      self.init(
        kind: .notConformant,
        sentence: "not conformant: nothing was proved, since \(Self.emptiness(totals))")
    } else {
      self.init(kind: .conformant, sentence: Self.success(totals))
    }
  }

  /// `2 of 31 scenarios failed, 1 ended in error`; empty where none did.
  private static func faults(_ totals: Totals) -> String {
    let all = Wording.grouped(totals.scenarios)
    let noun = totals.scenarios == 1 ? "scenario" : "scenarios"
    let failed = Wording.grouped(totals.failed)
    let broken = Wording.grouped(totals.broken)
    let fragments = totals.failedFragments + totals.brokenFragments
    switch (totals.failed, totals.broken) {
    case (0, 0) where fragments > 0:
      return "\(Wording.count(fragments, "shared fragment")) failed"
    case (0, 0): return ""
    case (0, _): return "\(broken) of \(all) \(noun) ended in error"
    case (_, 0): return "\(failed) of \(all) \(noun) failed"
    default: return "\(failed) of \(all) \(noun) failed, \(broken) ended in error"
    }
  }

  private static func silence(
    _ judgements: [[ScenarioJudgement]], _ fragments: [SharedFragmentRecord]
  ) -> String {
    var problems = judgements.joined().flatMap { $0.incidents.compactMap(\.problem) }
    problems.removeAll { $0.kind == .fragment }
    problems += fragments.compactMap { fragment in
      if case .broken(let problem) = fragment.verdict { problem } else { nil }
    }
    let isUnreachable = !problems.isEmpty && problems.allSatisfy(\.isUnreachable)
    return isUnreachable
      ? "the target could not be reached"
      : "not one scenario got an answer from the target"
  }

  private static func emptiness(_ totals: Totals) -> String {
    if totals.scenarios == 0 { return "no scenario was selected" }
    if totals.skipped == totals.scenarios {
      return totals.scenarios == 1
        ? "the only scenario was skipped"
        : "all \(Wording.grouped(totals.scenarios)) scenarios were skipped"
    }
    return "no step saw an answer"
  }

  private static func success(_ totals: Totals) -> String {
    var text = "conformant"
    if totals.warned > 0 { text += " with \(Wording.count(totals.warnings, "warning"))" }
    text += ": \(Wording.count(totals.passed, "scenario")) passed"
    if totals.skipped > 0 { text += ", \(Wording.grouped(totals.skipped)) skipped" }
    return text
  }
}

extension [StepRecord] {
  fileprivate var haveAnswer: Bool {
    var found = false
    visit { visit in
      found = found || visit.step.exchanges.contains { $0.status > 0 }
    }
    return found
  }
}
