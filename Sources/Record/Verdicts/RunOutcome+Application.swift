// SPDX-License-Identifier: Apache-2.0
// The verdict on an application, and on a service and an application together.

import Suites

extension RunOutcome {
  /// The verdict on an application by its recorded traffic.
  ///
  /// - Parameter known: What became of the known failures.
  init(
    ofApplication record: RunRecord, judgements: [[ScenarioJudgement]], totals: Totals,
    known: [KnownStanding]
  ) {
    let provesSomething = judgements.contains { $0.contains(where: \.provesSomething) }
    if record.isInterrupted {
      self.init(
        kind: .interrupted,
        sentence: "interrupted: \(totals.counts(of: .application))\(Self.proofs(totals))")
    } else if totals.failed > 0 {
      let verb = totals.failed == 1 ? "is" : "are"
      self.init(
        kind: .notConformant,
        sentence: "not conformant: \(Wording.grouped(totals.failed)) of "
          + "\(Wording.count(totals.scenarios, "rule")) \(verb) broken\(Self.proofs(totals))")
    } else if let unexpected = Self.unexpected(known, record) {
      self.init(
        kind: .notConformant, sentence: "not conformant: \(unexpected)\(Self.proofs(totals))")
    } else if !provesSomething, totals.warned == 0, totals.known == 0 {
      self.init(
        kind: .nothingProved, sentence: "nothing was judged: \(Self.emptiness(record, totals))")
    } else {
      let missing = record.requirementsWithoutRule
      var sentence = (missing == 0 ? "conformant" : "partial") + Self.exception(totals)
      if totals.warned > 0 { sentence += " with \(Wording.count(totals.warnings, "warning"))" }
      if missing > 0 {
        let verb = missing == 1 ? "has" : "have"
        sentence +=
          ": \(Wording.count(missing, "requirement")) that traffic shows \(verb) no rule here"
      }
      self.init(
        kind: missing > 0 ? .partial : totals.known > 0 ? .conformantButKnown : .conformant,
        sentence: "\(sentence): \(totals.sentence(of: .application))\(Self.proofs(totals))")
    }
  }

  private static func emptiness(_ record: RunRecord, _ totals: Totals) -> String {
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
      .notConformant, .interrupted, .noVerdict, .nothingProved, .partial, .conformantButKnown,
    ]
    let worst = order.first { kinds.contains($0) } ?? .conformant
    let parts = outcomes.map { "\($0.rawValue): \($1.sentence)" }
    self.init(
      kind: worst, sentence: "\(worst.words) as a whole; the \(parts.joined(separator: "; the "))")
  }
}

extension RunOutcome.Kind {
  fileprivate var words: String {
    switch self {
    case .conformant: "conformant"
    case .conformantButKnown: "conformant but for known failures"
    case .partial: "partial"
    case .notConformant: "not conformant"
    case .nothingProved: "not proved"
    case .noVerdict: "no verdict possible"
    case .interrupted: "interrupted"
    }
  }
}

extension RunRecord {
  /// How many requirements traffic shows, and none of the rules covers: others were named, or none is
  /// written.
  fileprivate var requirementsWithoutRule: Int {
    let covered = Set(
      suites.flatMap(\.scenarios).flatMap(\.steps).flatMap(\.covers).map(\.id))
    return catalogues.flatMap { $0.requirements.values }.count {
      $0.testableBy == .clientTraffic && $0.unrecorded == nil && !covered.contains($0.id)
    }
  }

  /// What a record of both says of the service alone, or of the application alone.
  package func half(_ subject: JudgedParty) -> RunRecord {
    guard self.subject == .both else { return self }
    var half = self
    half.subject = subject
    half.suites = suites.filter { $0.subject == subject }
    let cookbooks = Set(half.suites.compactMap(\.cookbook))
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
