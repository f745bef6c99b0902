// SPDX-License-Identifier: Apache-2.0
// The verdict on an application, and on a service and an application together.

import Suites
import Text

extension RunOutcome {
  /// The verdict on an application by its recorded traffic.
  static func application(
    _ record: RunRecord, _ judgements: [[ScenarioJudgement]], _ totals: Totals,
    _ known: [KnownFailureStatus]
  ) -> (kind: Kind, sentence: String) {
    if record.isInterrupted {
      return (.interrupted, "interrupted: \(totals.counts(of: .application))")
    }
    if totals[.failed] > 0 {
      let rules = Wording.count(totals.scenarios, "rule")
      let verb = totals[.failed] == 1 ? "is" : "are"
      return (
        .notConformant,
        "not conformant: \(Wording.grouped(totals[.failed])) of \(rules) \(verb) broken"
      )
    }
    if let unexpected = unexpected(known, record) {
      return (.notConformant, "not conformant: \(unexpected)")
    }
    let provesSomething = judgements.joined().contains(where: \.provesSomething)
    if !provesSomething, totals.warned == 0, totals[.known] == 0 {
      return (.nothingProved, "nothing was judged: \(silenceOfTraffic(record, totals))")
    }
    let missing = record.requirementsWithoutRule
    let kind: Kind =
      missing > 0
      ? .partial
      : record.catalogues.isEmpty
        ? .allPassed : totals.proved < totals.provable ? .conformantAsFarAsJudged : .conformant
    var parts = [totals.sentence(of: .application)]
    if missing > 0 {
      let verb = missing == 1 ? "has" : "have"
      parts.insert(
        "\(Wording.count(missing, "requirement")) that traffic shows \(verb) no rule here", at: 0)
    }
    if totals.provable > 0 { parts.insert(proofCount(totals), at: 0) }
    if kind == .allPassed { parts.append("no cookbook, so nothing is certified") }
    let head = kind.words + exception(totals)
    let warnings =
      totals.warned > 0 ? " with \(Wording.count(totals.warnings, "warning"))" : ""
    return (kind, "\(head)\(warnings): \(parts.joined(separator: "; "))")
  }

  /// The worst verdict on one of several applications, and which it is; nil where there is one alone.
  static func worst(of record: RunRecord) -> RunOutcome? {
    guard let applications = record.audit?.applications, applications.count > 1 else { return nil }
    let outcomes = applications.indices.map { RunJudgement(record.ofApplication($0)) }
    let ranks = outcomes.map { judgement in
      let rank = severity.firstIndex(of: judgement.outcome.kind) ?? severity.count
      return (rank, judgement.totals.proved - judgement.totals.provable)
    }
    guard let number = ranks.indices.min(by: { ranks[$0] < ranks[$1] }) else { return nil }
    let outcome = outcomes[number].outcome
    return RunOutcome(
      kind: outcome.kind,
      sentence: "\(outcome.sentence); the worst of \(Wording.grouped(applications.count)) "
        + "applications is number \(number + 1), \(applications[number].place)")
  }

  /// The verdicts from the worst to the best.
  private static let severity: [Kind] = [
    .interrupted, .notConformant, .noVerdict, .nothingProved, .tooLittleProved, .partial,
    .conformantAsFarAsJudged, .allPassed, .conformant,
  ]

  private static func silenceOfTraffic(_ record: RunRecord, _ totals: Totals) -> String {
    guard let audit = record.audit, audit.judged == 0 else {
      return totals.scenarios == 0 ? "there is no rule" : "no rule had an occasion"
    }
    let ignored = audit.ignoredCount
    if ignored == 0 { return "the recordings have no entry" }
    return "no entry of the recordings belongs to the service; "
      + "\(Wording.count(ignored, "entry is", "entries are")) of other hosts or paths"
  }

  /// The verdict on a service and an application: the worse of both, and what is said of each.
  init(ofHalves record: RunRecord) {
    let outcomes = record.subject.halves.map { ($0, RunJudgement(record.half($0)).outcome) }
    let kinds = outcomes.map(\.1.kind)
    let order: [Kind] = [
      .notConformant, .interrupted, .noVerdict, .nothingProved, .tooLittleProved, .partial,
      .conformantAsFarAsJudged, .allPassed,
    ]
    let worst = order.first { kinds.contains($0) } ?? .conformant
    let parts = outcomes.map { "\($0.rawValue): \($1.sentence)" }
    self.init(
      kind: worst, sentence: "\(worst.words) as a whole; the \(parts.joined(separator: "; the "))")
  }
}

extension RunRecord {
  /// How many requirements traffic shows, and none of the rules covers: others were named, or none is
  /// written.
  fileprivate var requirementsWithoutRule: Int {
    let covered = Set(suites.flatMap(\.scenarios).flatMap(\.steps).flatMap(\.covers).map(\.id))
    return catalogues.flatMap { $0.requirements.values }.count {
      $0.shownBy.contains(.application) && !covered.contains($0.id)
    }
  }

  /// The part of a record of both that is about the service alone, or the application alone.
  package func half(_ subject: JudgedSide) -> RunRecord {
    guard self.subject == .both else { return self }
    var half = self
    half.subject = subject
    half.isStrict = isStrict(of: subject)
    half.suites = suites.filter { $0.subject == subject }
    let cookbooks = catalogues.byName.names(chosenBy: half.suites.compactMap(\.cookbook))
    half.catalogues = catalogues.filter { cookbooks.contains($0.cookbook) }
    if subject == .application {
      half.sharedFragments = []
      half.selection = nil
      half.earlierFailures = []
    } else {
      half.audit = nil
    }
    return half
  }
}
