// SPDX-License-Identifier: Apache-2.0
// How many scenarios, steps, requests and warnings a run had.

import Formats
import Suites

/// How many scenarios, steps, requests and warnings a run had.
package struct Totals: Sendable, Equatable {
  /// Scenarios without those of preflights, by how they count.
  private var kinds: [Verdict.Kind: Int] = [:]
  /// Scenarios of preflights, which nothing selects, by how they count.
  private var preflightKinds: [Verdict.Kind: Int] = [:]
  /// Scenarios from tables that the service fills, besides the one that each table stands for.
  package private(set) var further = 0
  /// Shared fragments that failed, each of them a case of its own.
  package private(set) var failedFragments = 0
  /// Shared fragments that ended without an answer to judge.
  package private(set) var brokenFragments = 0
  /// Scenarios with at least one warning.
  package private(set) var warned = 0
  /// Steps that were run. Steps of shared fragments count once, steps that use a fragment don't.
  package private(set) var steps = 0
  /// Steps that were not run.
  package private(set) var stepsNotRun = 0
  /// Whether a partner's framework was asked or set up for anything.
  package private(set) var usesFramework = false
  /// Exchanges with the target and with the servers that a user agent was sent to, with repetitions.
  package private(set) var requests = 0
  /// Findings that are warnings; those of shared fragments count once.
  package private(set) var warnings = 0
  /// Violations of HTTP in answers.
  package private(set) var wireIssues = 0
  package private(set) var requirements: [RequirementVerdict: Int] = [:]
  /// Requirements that the judged side can show, and has to; permissions are none of them.
  package private(set) var provable = 0
  /// How many of these the run proved.
  package private(set) var proved = 0
  /// The others of these, by their verdicts.
  private var open: [RequirementVerdict: Int] = [:]

  /// Without those of preflights.
  package var scenarios: Int { kinds.values.reduce(0, +) }
  package var preflights: Int { preflightKinds.values.reduce(0, +) }

  /// How many scenarios count so, without those of preflights.
  package subscript(kind: Verdict.Kind) -> Int { kinds[kind] ?? 0 }

  /// How many scenarios count so, with those of preflights.
  package func cases(_ kind: Verdict.Kind) -> Int { self[kind] + (preflightKinds[kind] ?? 0) }
}

extension Totals {
  /// - Parameters:
  ///   - isPreflight: Whether its suite is a preflight.
  ///   - isFurther: Whether a scenario of the same number in the plan was added before.
  mutating func add(
    _ scenario: ScenarioRecord, _ judgement: ScenarioJudgement, isPreflight: Bool = false,
    isFurther: Bool = false
  ) {
    if isPreflight {
      preflightKinds[judgement.kind, default: 0] += 1
    } else {
      if isFurther { further += 1 }
      kinds[judgement.kind, default: 0] += 1
    }
    if !judgement.warnings.isEmpty { warned += 1 }
    for warning in judgement.warnings where warning.fragment == nil {
      warnings += max(1, warning.findings.count)
    }
    count(scenario.steps)
  }

  mutating func add(_ fragment: SharedFragmentRecord, isStrict: Bool) {
    switch fragment.verdict.kind {
    case .failed: failedFragments += 1
    case .broken: brokenFragments += 1
    case .passed, .known, .skipped, .blocked, .interrupted, .notReached: break
    }
    count(fragment.steps)
    if !isStrict { fragment.steps.visit { warnings += $0.step.warnings.count } }
  }

  /// All of it together is one warning.
  mutating func addSporadicTrouble() {
    warnings += 1
  }

  mutating func add(_ coverage: Coverage) {
    for row in coverage.rows {
      requirements[row.verdict, default: 0] += 1
      guard row.isProvable else { continue }
      provable += 1
      if row.verdict.isProof { proved += 1 } else { open[row.verdict, default: 0] += 1 }
    }
  }

  private mutating func count(_ records: [StepRecord]) {
    records.visit { visit in
      let step = visit.step
      if step.action != .use {
        if step.verdict.kind.wasRun { steps += 1 } else { stepsNotRun += 1 }
        if step.action == .partner { usesFramework = true }
      }
      requests += step.exchanges.count + step.leftOut.number
      for exchange in step.exchanges { wireIssues += exchange.issues.count }
      wireIssues += step.leftOut.wireIssues
    }
  }

  /// `8 requirements are not proved: 1 failed, 7 skipped`; nil where all are.
  package var openSentence: String? {
    let parts = RequirementVerdict.allCases.compactMap { verdict in
      open[verdict].map { number in
        let words = verdict == .unproved ? "shown by no scenario of this run" : verdict.words
        return "\(Wording.grouped(number)) \(words)"
      }
    }
    let number = open.values.reduce(0, +)
    guard number > 0 else { return nil }
    if open[.unproved] == number {
      return number == 1
        ? "1 requirement is not proved: no scenario of this run shows it"
        : "\(Wording.grouped(number)) requirements are not proved: no scenario of this run shows them"
    }
    return "\(Wording.count(number, "requirement")) \(number == 1 ? "is" : "are") not proved: "
      + parts.joined(separator: ", ")
  }

  /// `1 shared fragment failed; 31 scenarios: 2 failed, 29 passed; 12 preflights: 12 passed`; `96
  /// rules: 80 obeyed, 16 not judged`.
  package func sentence(of subject: JudgedSide) -> String {
    let faults = failedFragments + brokenFragments
    var parts = faults == 0 ? [] : ["\(Wording.count(faults, "preparation")) failed"]
    if scenarios > 0 || preflights == 0 {
      let size = Wording.size(scenarios - further, of: subject, further: further)
      parts.append(size + (scenarios == 0 ? "" : ": \(counts(of: subject))"))
    }
    if preflights > 0 {
      let counts = Self.counts(preflightKinds, of: subject)
      parts.append("\(Wording.count(preflights, "preflight")): \(counts)")
    }
    return parts.joined(separator: "; ")
  }

  /// `697 scenarios, 23 that the service's own lists add, and 12 preflights`.
  package func size(of subject: JudgedSide) -> String {
    Wording.size(scenarios - further, of: subject, further: further, preflights: preflights)
  }

  /// `2 failed, 28 passed, 1 skipped`, what is to be fixed first; empty for a run without scenarios.
  package func counts(of subject: JudgedSide) -> String { Self.counts(kinds, of: subject) }

  private static func counts(_ kinds: [Verdict.Kind: Int], of subject: JudgedSide) -> String {
    let words: KeyValuePairs<Verdict.Kind, String> =
      subject == .application
      ? [
        .failed: "broken", .known: "known to be broken", .passed: "obeyed", .skipped: "not judged",
      ]
      : [
        .failed: "failed", .broken: "in error", .blocked: "blocked", .known: "known to fail",
        .passed: "passed", .skipped: "skipped", .interrupted: "interrupted",
        .notReached: "not reached",
      ]
    return words.compactMap { kind, word in
      kinds[kind].map { "\(Wording.grouped($0)) \(word)" }
    }
    .joined(separator: ", ")
  }
}
