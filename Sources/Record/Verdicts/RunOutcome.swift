// SPDX-License-Identifier: Apache-2.0
// The verdict on a whole run: one sentence and an exit status.

import Suites

/// The verdict on a run.
package struct RunOutcome: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case conformant
    /// Nothing failed but what is known.
    case conformantButKnown = "conformant-but-for-known-failures"
    /// Nothing failed, and not everything was run.
    case partial
    case notConformant = "not-conformant"
    case nothingProved = "nothing-proved"
    case noVerdict = "no-verdict"
    case interrupted
  }

  package let kind: Kind
  /// The verdict, the reason for it, and how many requirements were proved; begins in lower case,
  /// without a full stop.
  package let sentence: String
}

extension RunOutcome {
  /// The exit status of the command: 0 conformant or partial, 1 not conformant or nothing proved,
  /// 3 no verdict possible, 130 interrupted.
  package var status: Int {
    switch kind {
    case .conformant, .conformantButKnown, .partial: 0
    case .notConformant, .nothingProved: 1
    case .noVerdict: 3
    case .interrupted: 130
    }
  }

  /// - Parameters:
  ///   - preflights: The preflights that failed.
  ///   - known: What became of the known failures.
  package init(
    _ record: RunRecord, judgements: [[ScenarioJudgement]], totals: Totals,
    preflights: [PreflightFailure], known: [KnownStanding] = []
  ) {
    switch record.subject {
    case .service:
      self.init(
        ofService: record, judgements: judgements, totals: totals, preflights: preflights,
        known: known)
    case .application:
      self.init(
        ofApplication: record, judgements: judgements, totals: totals, known: known)
    case .both: self.init(ofHalves: record)
    }
  }

  private init(
    ofService record: RunRecord, judgements: [[ScenarioJudgement]], totals: Totals,
    preflights: [PreflightFailure], known: [KnownStanding]
  ) {
    let faults = Self.faults(record, totals)
    let (kind, text): (Kind, String)
    if record.isInterrupted {
      let why = record.interruption.map { " by \($0)" } ?? ""
      (kind, text) = (.interrupted, "interrupted\(why): \(totals.counts(of: .service))")
    } else if !preflights.isEmpty {
      (kind, text) = (.noVerdict, "no verdict possible: \(Self.preflights(preflights, record))")
    } else if let silence = Self.silence(record, judgements, totals) {
      (kind, text) = (.noVerdict, "no verdict possible: \(silence)")
    } else if !faults.isEmpty {
      (kind, text) = (.notConformant, "not conformant: \(faults)")
    } else if totals.notReached > 0 {
      let missing = Wording.count(totals.notReached, "scenario")
      let verb = totals.notReached == 1 ? "was" : "were"
      (kind, text) = (.notConformant, "not conformant: \(missing) \(verb) not reached")
    } else if let unexpected = Self.unexpected(known, record) {
      (kind, text) = (.notConformant, "not conformant: \(unexpected)")
    } else if !zip(record.suites, judgements).contains(where: { suite, own in
      !suite.isPreflight && own.contains(where: \.provesSomething)
    }) {
      (kind, text) = (.nothingProved, "nothing was proved: \(Self.emptiness(record, totals))")
    } else if let part = record.part {
      (kind, text) = (.partial, Self.success("partial", totals, part))
    } else {
      (kind, text) = (
        totals.known > 0 ? .conformantButKnown : .conformant,
        Self.success("conformant", totals, nil)
      )
    }
    var sentence = text
    if kind != .partial, totals.scenarios > 0, let part = record.part { sentence += "; \(part)" }
    self.init(kind: kind, sentence: sentence + Self.proofs(totals))
  }

  /// The known failures that no longer fail, where that fails the run: under `--strict`. Those that
  /// name cases fail these cases; about the others only the whole run can tell.
  static func unexpected(_ known: [KnownStanding], _ record: RunRecord) -> String? {
    let names = known.filter(\.failure.cases.isEmpty).flatMap(\.unexpected)
    guard record.isStrict, let first = names.first else { return nil }
    let more = names.count == 1 ? "" : " and \(Wording.grouped(names.count - 1)) more"
    let verb = names.count == 1 ? "no longer fails; remove it" : "no longer fail; remove them"
    return "\(first)\(more) \(verb) from the list of known failures"
  }

  /// ` but for 3 known failures`; empty where there are none.
  static func exception(_ totals: Totals) -> String {
    totals.known == 0 ? "" : " but for \(Wording.count(totals.known, "known failure"))"
  }

  /// `; 375 of 401 requirements proved`; empty where there are none.
  static func proofs(_ totals: Totals) -> String {
    totals.provable == 0
      ? ""
      : "; \(Wording.grouped(totals.proved)) of "
        + "\(Wording.count(totals.provable, "requirement")) proved"
  }

  /// `2 of 31 scenarios failed, 1 ended in error, 5 are blocked`; empty where nothing went wrong.
  private static func faults(_ record: RunRecord, _ totals: Totals) -> String {
    guard
      totals.failed + totals.broken + totals.failedFragments + totals.brokenFragments > 0
    else { return "" }
    var parts: [String] = []
    let fragments = record.sharedFragments.filter(\.verdict.kind.isFault)
    if let first = fragments.first {
      let word = first.verdict.kind == .failed ? "failed" : "ended in error"
      parts.append(
        fragments.count == 1
          ? "the shared fragment '\(first.name)' \(word)"
          : "\(Wording.count(fragments.count, "shared fragment")) failed")
    }
    let counts = [
      (totals.failed, "failed"), (totals.broken, "ended in error"),
      (totals.blocked, totals.blocked == 1 ? "is blocked" : "are blocked"),
    ].filter { $0.0 > 0 }
    for (index, (number, word)) in counts.enumerated() {
      let all = index == 0 ? " of \(Wording.count(totals.scenarios, "scenario"))" : ""
      parts.append("\(Wording.grouped(number))\(all) \(word)")
    }
    return parts.joined(separator: ", ")
  }

  /// Why there was no answer at all to judge; nil where there was one.
  private static func silence(
    _ record: RunRecord, _ judgements: [[ScenarioJudgement]], _ totals: Totals
  ) -> String? {
    let steps = record.suites.flatMap(\.scenarios).map(\.steps) + record.sharedFragments.map(\.steps)
    guard totals.failed + totals.failedFragments == 0,
      totals.broken + totals.brokenFragments > 0, !steps.contains(where: \.haveAnswer)
    else { return nil }
    let problems =
      judgements.joined().flatMap(\.incidents).compactMap(\.problem).filter { $0.kind != .fragment }
      + record.sharedFragments.compactMap(\.verdict.problem)
    let isUnreachable = !problems.isEmpty && problems.allSatisfy(\.isUnreachable)
    return isUnreachable
      ? "the target could not be reached"
      : "not one scenario got an answer from the target"
  }

  private static func emptiness(_ record: RunRecord, _ totals: Totals) -> String {
    // A preflight judges no requirement, so its scenarios prove nothing.
    let scenarios = record.suites.filter { !$0.isPreflight }.reduce(0) { $0 + $1.scenarios.count }
    if scenarios == 0 { return "no scenario was selected" }
    if totals.skipped == scenarios {
      return scenarios == 1
        ? "the only scenario was skipped"
        : "all \(Wording.grouped(scenarios)) scenarios were skipped"
    }
    if totals.skipped + totals.blocked == scenarios {
      return "all \(Wording.grouped(scenarios)) scenarios were skipped or blocked"
    }
    return totals.known > 0
      ? "all that was judged is known to fail" : "no step saw an answer"
  }

  /// - Parameter part: Why it is not one run of everything; nil where it is.
  private static func success(_ verdict: String, _ totals: Totals, _ part: String?) -> String {
    var text = verdict + exception(totals)
    if totals.warned > 0 { text += " with \(Wording.count(totals.warnings, "warning"))" }
    if let part { text += ": \(part)" }
    if part != nil, totals.skipped == 0, totals.known == 0 { return "\(text); all passed" }
    text += part == nil ? ": " : "; "
    text += "\(Wording.count(totals.passed, "scenario")) passed"
    if totals.skipped > 0 { text += ", \(Wording.grouped(totals.skipped)) skipped" }
    return text
  }
}

extension RunOutcome {
  /// Which preflights failed, and the verdict on the cookbooks that were judged all the same.
  private static func preflights(_ failures: [PreflightFailure], _ record: RunRecord) -> String {
    let names = failures.map { failure in
      let suite = record.suites[failure.suite]
      let book = suite.cookbook.map { " of \($0)" } ?? ""
      return "the preflight\(book) failed at '\(suite.scenarios[failure.scenario].name)'"
    }
    return ([Wording.list(names)] + others(record, failures)).joined(separator: "; ")
  }

  /// The verdicts on the cookbooks whose preflight did not fail.
  private static func others(_ record: RunRecord, _ failures: [PreflightFailure]) -> [String] {
    let failed = failures.map { record.suites[$0.suite].cookbook }
    var cookbooks: [String?] = []
    for suite in record.suites
    where !failed.contains(suite.cookbook) && !cookbooks.contains(suite.cookbook) {
      cookbooks.append(suite.cookbook)
    }
    return cookbooks.compactMap { cookbook in
      var part = record
      part.suites = record.suites.filter { $0.cookbook == cookbook && !$0.isPreflight }
      guard part.suites.contains(where: \.hasBegun) else { return nil }
      let used = part.suites.usedFragments(of: record.sharedFragments)
      part.sharedFragments = record.sharedFragments.filter { used.contains($0.id) }
      part.catalogues = record.catalogues.filter { $0.cookbook == cookbook }
      return "\(cookbook ?? "the other suites"): \(RunJudgement(part).outcome.sentence)"
    }
  }
}

extension RunRecord {
  /// Why it is not one run of everything: `rerun of 2 earlier failures`; nil where it is.
  fileprivate var part: String? {
    let rerun = Wording.count(earlierFailures.count, "earlier failure")
    let parts =
      (earlierFailures.isEmpty ? [] : ["rerun of \(rerun)"])
      + [selection].compactMap(\.self).filter(\.isPartial).map(\.sentence)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension SelectionRecord {
  /// Whether there are scenarios that were not selected.
  package var isPartial: Bool { selected < total }

  /// `3 of 737 scenarios were selected`.
  fileprivate var sentence: String {
    let left = budget.flatMap { budget in
      budget.leftOut == 0
        ? nil : ", and \(Wording.grouped(budget.leftOut)) left out by \(budget.words)"
    }
    return "\(Wording.grouped(selected)) of \(Wording.count(total, "scenario")) "
      + "\(selected == 1 ? "was" : "were") selected\(left ?? "")"
  }
}

extension SuiteRecord {
  /// Whether a scenario of it was run.
  fileprivate var hasBegun: Bool {
    scenarios.contains { scenario in
      switch scenario.verdict.kind {
      case .passed, .failed, .known, .broken, .interrupted: true
      case .skipped, .blocked, .notReached: false
      }
    }
  }
}

extension [SuiteRecord] {
  /// The ids of the shared fragments that the scenarios use, also by way of other fragments.
  func usedFragments(of fragments: [SharedFragmentRecord]) -> Set<Int> {
    var used: Set<Int> = []
    func collect(_ steps: [StepRecord]) {
      steps.visit { visit in
        guard let id = visit.step.sharedFragment, used.insert(id).inserted else { return }
        for fragment in fragments where fragment.id == id { collect(fragment.steps) }
      }
    }
    for suite in self { for scenario in suite.scenarios { collect(scenario.steps) } }
    return used
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
