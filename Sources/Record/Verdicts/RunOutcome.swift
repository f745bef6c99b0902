// SPDX-License-Identifier: Apache-2.0
// The verdict on a whole run: one sentence and an exit status.

import Suites
import Text

/// The verdict on a run.
package struct RunOutcome: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Everything ran, and each requirement that the judged side can show was proved.
    case conformant
    /// Nothing failed and nothing was left out, and requirements that the judged side can show were
    /// not proved: facts or occasions are missing, or they are known to fail.
    case conformantAsFarAsJudged = "conformant-as-far-as-judged"
    /// Nothing failed, and the suites have no cookbook: nothing is certified.
    case allPassed = "all-passed"
    /// Nothing failed, and not everything was run.
    case partial
    case notConformant = "not-conformant"
    case nothingProved = "nothing-proved"
    /// Nothing failed, and fewer requirements were proved than were asked for.
    case tooLittleProved = "too-little-proved"
    case noVerdict = "no-verdict"
    case interrupted
  }

  package let kind: Kind
  /// The verdict, the reason for it, and how many requirements were proved; begins in lower case,
  /// without a full stop.
  package let sentence: String
  /// Why no verdict is possible, or not on everything; nil for another verdict.
  package private(set) var reason: Trouble.Reason?
}

extension RunOutcome {
  /// The exit status of the command: 0 conformant, as far as judged, partial, or all passed; 1 not
  /// conformant, or too little proved; 3 no verdict possible; 130 interrupted.
  package var status: Int {
    switch kind {
    case .conformant, .conformantAsFarAsJudged, .allPassed, .partial: 0
    case .notConformant, .nothingProved, .tooLittleProved: 1
    case .noVerdict: 3
    case .interrupted: 130
    }
  }

  /// - Parameters:
  ///   - preflights: The preflights that failed.
  ///   - known: How the known failures ended.
  ///   - trouble: Why there is no verdict on a part of the run.
  ///   - hasSporadicTrouble: Whether a request got a 5xx or no answer, in no order.
  ///   - observed: The record with the findings that trouble explains.
  init(
    _ record: RunRecord, judgements: [[ScenarioJudgement]], totals: Totals,
    preflights: [CasePlace], known: [KnownFailureStatus], trouble: Trouble?,
    hasSporadicTrouble: Bool, observed: RunRecord
  ) {
    switch record.subject {
    case .service:
      let failure = Self.failure(record, judgements, totals, preflights, trouble)
      var (kind, sentence) =
        failure.map { ($0.kind, $0.sentence) }
        ?? Self.service(record, judgements, totals, known, hasSporadicTrouble)
      if !Self.successes.contains(kind) {
        if totals.scenarios > 0, let part = record.part { sentence += "; \(part)" }
        sentence += Self.proofs(totals)
      }
      self = Self.enough(
        record.shard == nil ? record.atLeast : nil, totals,
        RunOutcome(kind: kind, sentence: sentence, reason: failure?.reason))
    case .application:
      let isSpecial = record.isInterrupted || Self.unexpected(known, record) != nil
      if !isSpecial, let worst = Self.worst(of: record) {
        self = worst
        return
      }
      let (kind, sentence) = Self.application(record, judgements, totals, known)
      let isWhole = Self.successes.contains(kind) || kind == .nothingProved
      self = Self.enough(
        record.audit?.atLeast, totals,
        RunOutcome(kind: kind, sentence: sentence + (isWhole ? "" : Self.proofs(totals))))
    case .both: self.init(ofHalves: observed)
    }
  }

  /// The verdict where fewer requirements were proved than `--at-least` asks for, else the one given.
  private static func enough(
    _ wanted: Int?, _ totals: Totals, _ outcome: RunOutcome
  ) -> RunOutcome {
    guard let wanted, successes.contains(outcome.kind), totals.proved < wanted else {
      return outcome
    }
    return RunOutcome(
      kind: .tooLittleProved,
      sentence: "too little was proved, since --at-least asks for \(wanted): \(outcome.sentence)")
  }

  /// Why there is no verdict, or what failed: the first that fits; nil where nothing failed.
  private static func failure(
    _ record: RunRecord, _ judgements: [[ScenarioJudgement]], _ totals: Totals,
    _ preflights: [CasePlace], _ trouble: Trouble?
  ) -> RunOutcome? {
    func noVerdict(_ sentence: String, _ reason: Trouble.Reason) -> RunOutcome {
      RunOutcome(
        kind: .noVerdict, sentence: "no verdict possible: \(sentence)", reason: reason)
    }
    func notConformant(_ sentence: String) -> RunOutcome {
      RunOutcome(kind: .notConformant, sentence: "not conformant: \(sentence)")
    }
    if record.isInterrupted {
      let why = record.interruption.map { " by \($0)" } ?? ""
      let counts = totals.counts(of: .service)
      return RunOutcome(
        kind: .interrupted,
        sentence: "interrupted\(why): \(counts.isEmpty ? totals.sentence(of: .service) : counts)")
    }
    let silence = silence(record, judgements, totals)
    if let silence, silence.reason == .unreachable {
      return noVerdict(silence.sentence, .unreachable)
    }
    if !preflights.isEmpty {
      let others = others(record, preflights)
      let sentence = ([Self.preflights(preflights, record)] + others.map(\.sentence))
        .joined(separator: "; ")
      if others.contains(where: { $0.kind == .notConformant }) { return notConformant(sentence) }
      let reasons =
        [trouble, silence].compactMap(\.self?.reason)
        + preflights.map { record.scenario(at: $0).troubleTold }
      return noVerdict(sentence, reasons.min() ?? .preflight)
    }
    if let silence { return noVerdict(silence.sentence, silence.reason) }
    // Each scenario that compares or sends a time may have failed for that.
    if let trouble, trouble.reason == .clock { return noVerdict(trouble.sentence, .clock) }
    let faults = faults(record, totals)
    if !faults.isEmpty, totals[.failed] + totals.failedFragments > 0 || !areOurs(judgements, record)
    {
      let rest = trouble.map { "; there is no verdict on the rest: \($0.sentence)" } ?? ""
      let cause =
        record.clockFinding.map { "\($0.prefix(1).lowercased() + $0.dropFirst()); " } ?? ""
      return notConformant(cause + faults + rest)
    }
    if let trouble { return noVerdict(trouble.sentence, trouble.reason) }
    return faults.isEmpty ? nil : noVerdict(faults, .harness)
  }

  private static func service(
    _ record: RunRecord, _ judgements: [[ScenarioJudgement]], _ totals: Totals,
    _ known: [KnownFailureStatus], _ hasSporadicTrouble: Bool
  ) -> (kind: Kind, sentence: String) {
    if hasSporadicTrouble, record.isStrict {
      return (.notConformant, "not conformant: there was sporadic trouble, which --strict counts")
    }
    if totals[.notReached] > 0 {
      let missing = Wording.count(totals[.notReached], "scenario")
      let verb = totals[.notReached] == 1 ? "was" : "were"
      return (.notConformant, "not conformant: \(missing) \(verb) not reached")
    }
    if let unexpected = unexpected(known, record) {
      return (.notConformant, "not conformant: \(unexpected)")
    }
    let provesSomething = zip(record.suites, judgements).contains { suite, own in
      !suite.isPreflight && own.contains(where: \.provesSomething)
    }
    if !provesSomething, let shard = record.shard, shard.count > 1 {
      // What a part can't prove, another one may: the merge judges.
      let isEmpty = totals.scenarios == 0
      let what = isEmpty ? "nothing in this part" : emptiness(record, totals)
      return (.partial, "partial: \(what); part \(shard.index) of \(shard.count)")
    }
    if !provesSomething {
      return (.nothingProved, "nothing was proved: \(emptiness(record, totals))")
    }
    if !record.catalogues.isEmpty, totals.proved == 0, (record.shard?.count ?? 1) == 1 {
      return (
        .nothingProved,
        "nothing was proved: no scenario that ran shows a requirement of "
          + "\(Wording.list(record.catalogues.map(\.cookbook)))"
      )
    }
    if let part = record.part { return (.partial, success("partial", record, totals, part)) }
    if record.catalogues.isEmpty {
      let text = success("all passed", record, totals, nil)
      return (.allPassed, "\(text); no cookbook, so nothing is certified")
    }
    return totals.proved < totals.provable
      ? (
        .conformantAsFarAsJudged, success("conformant as far as judged", record, totals, nil)
      ) : (.conformant, success("conformant", record, totals, nil))
  }

  /// The verdicts of a run in which nothing failed that was not known.
  private static let successes: Set<Kind> = [
    .conformant, .conformantAsFarAsJudged, .allPassed, .partial,
  ]

  /// The known failures that no longer fail, where that fails the run: under `--strict`. Those that
  /// name cases fail these cases; about the others only the whole run can tell.
  static func unexpected(_ known: [KnownFailureStatus], _ record: RunRecord) -> String? {
    let names = known.filter(\.failure.cases.isEmpty).flatMap(\.unexpected)
    guard record.isStrict, let first = names.first else { return nil }
    let more = names.count == 1 ? "" : " and \(Wording.grouped(names.count - 1)) more"
    let verb = names.count == 1 ? "no longer fails; remove it" : "no longer fail; remove them"
    return "\(first)\(more) \(verb) from the list of known failures"
  }

  /// ` but for 3 known failures`; empty without these.
  static func exception(_ totals: Totals) -> String {
    totals[.known] == 0 ? "" : " but for \(Wording.count(totals[.known], "known failure"))"
  }

  /// `; 375 of 401 requirements proved`; empty without these.
  private static func proofs(_ totals: Totals) -> String {
    totals.provable == 0 ? "" : "; \(proofCount(totals))"
  }

  /// `375 of 401 requirements proved`.
  static func proofCount(_ totals: Totals) -> String {
    "\(Wording.grouped(totals.proved)) of \(Wording.count(totals.provable, "requirement")) proved"
  }

  /// `2 of 31 scenarios failed, 1 ended in error, 5 are blocked`; empty where nothing went wrong.
  private static func faults(_ record: RunRecord, _ totals: Totals) -> String {
    guard totals[.failed] + totals[.broken] + totals.failedFragments + totals.brokenFragments > 0
    else { return "" }
    var parts: [String] = []
    let fragments = record.sharedFragments.filter(\.verdict.kind.isFault)
    if let first = fragments.first {
      let word = first.verdict.kind == .failed ? "failed" : "ended in error"
      parts.append(
        fragments.count == 1
          ? "the preparation '\(first.name)' \(word)"
          : "\(Wording.count(fragments.count, "preparation")) failed")
    }
    let counts = [
      (totals[.failed], "failed"), (totals[.broken], "ended in error"),
      (totals[.blocked], totals[.blocked] == 1 ? "is blocked" : "are blocked"),
    ].filter { $0.0 > 0 }
    // With those of live tables, all would be another number than was planned.
    let isPlanned = totals.further == 0
    for (index, (number, word)) in counts.enumerated() {
      let isBare = index > 0 || isPlanned
      let size = isBare ? Wording.grouped(number) : Wording.count(number, "scenario")
      let all = index == 0 && isPlanned ? " of \(Wording.count(totals.scenarios, "scenario"))" : ""
      parts.append("\(size)\(all) \(word)")
    }
    return parts.joined(separator: ", ")
  }

  /// Whether all that ended in error did for a reason that is not the service's: a fault of the suite,
  /// the partner's framework, the time that a scenario has.
  private static func areOurs(
    _ judgements: [[ScenarioJudgement]], _ record: RunRecord
  ) -> Bool {
    let problems =
      judgements.joined().flatMap(\.incidents).compactMap(\.problem)
      + record.sharedFragments.compactMap(\.verdict.problem)
    return problems.allSatisfy { $0.kind != .transport }
  }

  /// Why there was no answer at all to judge; nil where there was one.
  private static func silence(
    _ record: RunRecord, _ judgements: [[ScenarioJudgement]], _ totals: Totals
  ) -> Trouble? {
    let steps =
      record.suites.flatMap(\.scenarios).map(\.steps) + record.sharedFragments.map(\.steps)
    guard totals.cases(.failed) + totals.failedFragments == 0,
      totals.cases(.broken) + totals.brokenFragments > 0
    else { return nil }
    let problems =
      judgements.joined().flatMap(\.incidents).compactMap(\.problem).filter { $0.kind != .fragment }
      + record.sharedFragments.compactMap(\.verdict.problem)
    // The service is not to blame for what the partner's framework could not do.
    if let first = problems.first, problems.allSatisfy({ $0.kind == .partner }) {
      let count = Wording.count(totals.cases(.broken), "scenario")
      return Trouble(
        reason: .harness,
        sentence: "the partner's framework gave no answer in \(count): \(first.message)")
    }
    if steps.contains(where: \.haveAnswer) { return nil }
    let isUnreachable = !problems.isEmpty && problems.allSatisfy(\.isUnreachable)
    return isUnreachable
      ? Trouble(reason: .unreachable, sentence: "the target could not be reached")
      : Trouble(reason: .harness, sentence: "not one scenario got an answer from the target")
  }

  private static func emptiness(_ record: RunRecord, _ totals: Totals) -> String {
    let scenarios = totals.scenarios
    if scenarios == 0 { return "no scenario was selected" }
    if totals[.skipped] == scenarios {
      return scenarios == 1
        ? "the only scenario was skipped"
        : "all \(Wording.grouped(scenarios)) scenarios were skipped"
    }
    if totals[.skipped] + totals[.blocked] == scenarios {
      return "all \(Wording.grouped(scenarios)) scenarios were skipped or blocked"
    }
    return totals[.known] > 0 ? "all that was judged is known to fail" : "no step saw an answer"
  }

  /// The verdict, how many requirements were proved, and how many scenarios passed.
  ///
  /// - Parameter part: Why it is not one run of everything; nil where it is.
  private static func success(
    _ verdict: String, _ record: RunRecord, _ totals: Totals, _ part: String?
  ) -> String {
    var head = verdict + exception(totals)
    if totals.warnings > 0 { head += " with \(Wording.count(totals.warnings, "warning"))" }
    var parts: [String] = []
    if totals.provable > 0 { parts.append(proofCount(totals)) }
    if let part { parts.append(part) }
    if part != nil, totals[.skipped] == 0, totals[.known] == 0 {
      parts.append("all passed")
    } else {
      let skipped =
        totals[.skipped] > 0 ? ", \(Wording.grouped(totals[.skipped])) skipped" : ""
      let passed = record.catalogues.isEmpty ? "" : " passed"
      parts.append("\(Wording.count(totals[.passed], "scenario"))\(passed)\(skipped)")
    }
    return "\(head): \(parts.joined(separator: "; "))"
  }

  /// Which preflights failed.
  private static func preflights(_ failures: [CasePlace], _ record: RunRecord) -> String {
    let names = failures.map { failure in
      let suite = record.suites[failure.suite]
      if suite.scenarios[failure.scenario].troubleTold == .notTheAPI {
        return "the target is not the API of the cookbooks"
      }
      let book = suite.cookbook.map { " of \($0)" } ?? ""
      return "the preflight\(book) failed at '\(suite.scenarios[failure.scenario].name)'"
    }
    return Wording.list(names)
  }

  /// The verdicts on the cookbooks whose preflight did not fail.
  private static func others(
    _ record: RunRecord, _ failures: [CasePlace]
  ) -> [(kind: Kind, sentence: String)] {
    let failed = failures.map { record.suites[$0.suite].cookbook }
    let catalogues = record.catalogues.byName
    func chain(_ cookbook: String?) -> [String?] {
      cookbook.map(catalogues.names(inChainOf:)) ?? [nil]
    }
    let cookbooks = record.suites.map(\.cookbook).unique.filter { cookbook in
      !chain(cookbook).contains(where: failed.contains)
    }
    return cookbooks.compactMap { cookbook in
      var part = record
      part.atLeast = nil
      part.suites = record.suites.filter { $0.cookbook == cookbook && !$0.isPreflight }
      let kinds = part.suites.flatMap(\.scenarios).map(\.verdict.kind)
      guard kinds.contains(where: { $0.wasRun || $0 == .interrupted }) else { return nil }
      let used = part.suites.usedFragments(of: record.sharedFragments)
      part.sharedFragments = record.sharedFragments.filter { used.contains($0.id) }
      part.catalogues = record.catalogues.filter { chain(cookbook).contains($0.cookbook) }
      let outcome = RunJudgement(part).outcome
      return (outcome.kind, "\(cookbook ?? "the other suites"): \(outcome.sentence)")
    }
  }
}

extension ScenarioRecord {
  /// The trouble that the failure of a preflight tells.
  fileprivate var troubleTold: Trouble.Reason {
    if steps.troubleMet != nil { return .outage }
    return verdict.kind == .failed ? trouble ?? .preflight : .preflight
  }
}

extension RunRecord {
  /// Why it is not one run of everything: `rerun of what failed before: …`; nil where it is.
  fileprivate var part: String? {
    let again =
      earlierFailures.isEmpty
      ? [] : ["rerun of what failed before: \(earlierFailures.titles)"]
    let parts =
      again
      + [selection].compactMap(\.self).filter(\.isPartial).map(\.sentence)
      + [shard].compactMap(\.self).filter { $0.count > 1 }
      .map { "part \($0.index) of \($0.count)" }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension SelectionRecord {
  /// Whether there are scenarios that were not selected; a walk is never the whole.
  package var isPartial: Bool { selected < total || isWalk }

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
    visit { visit in found = found || visit.step.exchanges.contains { $0.status > 0 } }
    return found
  }
}

extension RunOutcome.Kind {
  /// As people read it: `not conformant`.
  package var words: String {
    switch self {
    case .nothingProved: "not proved"
    case .noVerdict: "no verdict possible"
    default: rawValue.replacing("-", with: " ")
    }
  }

  /// Whether nothing failed, but less than everything was proved: no reason to fail a build, and no
  /// certificate of the whole.
  package var isIncomplete: Bool {
    self == .partial || self == .conformantAsFarAsJudged || self == .allPassed
  }
}
