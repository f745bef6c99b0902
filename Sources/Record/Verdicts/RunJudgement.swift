// SPDX-License-Identifier: Apache-2.0
// Everything that follows from a record, and where a report contradicts it.

package import Formats
package import Suites

/// A record with everything that follows from it.
package struct RunJudgement: Sendable {
  package let record: RunRecord
  /// The shared fragments by their ids.
  package let shared: [Int: SharedFragmentRecord]
  /// The requirements of all catalogues by their ids.
  package let requirements: [String: Requirement]
  package let blame: Blame
  /// Suite by suite, as in the record.
  package let scenarios: [[ScenarioJudgement]]
  /// The shared fragments that failed or got no answer.
  package let fragmentCases: [FragmentCase]
  /// The preflights that failed.
  package let preflights: [CasePlace]
  package let coverage: Coverage
  /// The answers of each endpoint.
  package let answers: RouteAnswers
  package let totals: Totals
  /// How the known failures ended, in the order of the list.
  package let known: [KnownFailureStatus]
  /// The totals of each half that is judged, without their requirements.
  package let halves: [(subject: JudgedSide, totals: Totals)]
  package let outcome: RunOutcome

  /// How many scenarios of each verdict a requirement names; the others are counted.
  private static let proofLimit = 20

  /// Judges a run.
  package init(_ record: RunRecord) {
    self.record = record
    let shared = record.sharedFragments.reduce(into: [:]) { $0[$1.id] = $1 }
    self.shared = shared
    requirements = record.catalogues.requirements
    let blame = Blame(record.catalogues)
    self.blame = blame
    let isStrict = record.isStrict
    let knownFailures = record.knownFailures
    var known = record.known.map { KnownFailureStatus($0, on: CalendarDay(record.startedAt)) }
    var totals = Totals()
    var halves: [JudgedSide: Totals] = [:]
    var answers = RouteAnswers(record.target)
    var scenarios: [[ScenarioJudgement]] = []
    var planned: Set<Int> = []
    for suite in record.suites {
      var judgements: [ScenarioJudgement] = []
      for scenario in suite.scenarios {
        let own = knownFailures.failures(of: suite, case: scenario.name)
        let judgement = ScenarioJudgement(
          scenario, shared: shared, isStrict: isStrict, blame: blame, known: own)
        judgements.append(judgement)
        let isFurther =
          scenario.planIndex > 0 && !suite.isPreflight
          && !planned.insert(scenario.planIndex).inserted
        totals.add(scenario, judgement, isPreflight: suite.isPreflight, isFurther: isFurther)
        halves[suite.subject, default: Totals()]
          .add(scenario, judgement, isPreflight: suite.isPreflight, isFurther: isFurther)
        known.add(own, judgement, name: scenario.name)
        answers.add(scenario.steps)
      }
      scenarios.append(judgements)
    }
    for fragment in record.sharedFragments {
      totals.add(fragment, isStrict: isStrict)
      halves[.service, default: Totals()].add(fragment, isStrict: isStrict)
      answers.add(fragment.steps)
    }
    self.scenarios = scenarios
    self.answers = answers
    fragmentCases = FragmentCase.all(record, shared: shared, blame: blame)
    preflights = record.failedPreflights(scenarios)
    coverage = Coverage(record, proofLimit: Self.proofLimit)
    known.add(coverage, isWhole: record.shard == nil && !(record.selection?.isPartial ?? false))
    self.known = known
    totals.add(coverage)
    self.totals = totals
    self.halves = record.subject.halves.map { ($0, halves[$0] ?? Totals()) }
    outcome = RunOutcome(
      record, judgements: scenarios, totals: totals, preflights: preflights, known: known)
  }
}

extension RunJudgement {
  /// `31 scenarios: 3 failed, 28 passed`; of both halves, `…; 96 rules: 80 obeyed, 16 not judged`.
  package var totalsSentence: String {
    halves.map { $0.totals.sentence(of: $0.subject) }.joined(separator: "; ")
  }
}

/// How many scenarios, steps, requests and warnings a run had.
package struct Totals: Sendable, Equatable {
  /// Scenarios, by how they count.
  private var kinds: [Verdict.Kind: Int] = [:]
  /// Scenarios of preflights, which nothing selects.
  package private(set) var preflights = 0
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
  /// Requirements that the answers of the service can show, or rules judge.
  package private(set) var provable = 0
  /// How many of these the run proved.
  package private(set) var proved = 0

  package var scenarios: Int { kinds.values.reduce(0, +) }

  /// How many scenarios count so.
  package subscript(kind: Verdict.Kind) -> Int { kinds[kind] ?? 0 }
}

extension Totals {
  /// - Parameters:
  ///   - isPreflight: Whether its suite is a preflight.
  ///   - isFurther: Whether a scenario of the same number in the plan was added before.
  mutating func add(
    _ scenario: ScenarioRecord, _ judgement: ScenarioJudgement, isPreflight: Bool = false,
    isFurther: Bool = false
  ) {
    if isPreflight { preflights += 1 } else if isFurther { further += 1 }
    kinds[judgement.kind, default: 0] += 1
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

  mutating func add(_ coverage: Coverage) {
    for row in coverage.rows {
      requirements[row.verdict, default: 0] += 1
      guard row.isProvable else { continue }
      provable += 1
      if row.verdict.isProof { proved += 1 }
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

  /// `1 shared fragment failed; 31 scenarios: 2 failed, 29 passed`; `96 rules: 80 obeyed, 16 not
  /// judged`.
  package func sentence(of subject: JudgedSide) -> String {
    let faults = failedFragments + brokenFragments
    let head = faults == 0 ? "" : "\(Wording.count(faults, "shared fragment")) failed; "
    return "\(head)\(size(of: subject))\(scenarios == 0 ? "" : ": \(counts(of: subject))")"
  }

  /// `697 scenarios, 23 more from tables that the service fills, and 12 preflights`.
  package func size(of subject: JudgedSide) -> String {
    let planned = scenarios - preflights - further
    return Wording.size(planned, of: subject, further: further, preflights: preflights)
  }

  /// `2 failed, 28 passed, 1 skipped`, what is to be fixed first; empty for a run without scenarios.
  package func counts(of subject: JudgedSide) -> String {
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
    return words.filter { self[$0.key] > 0 }.map { "\(Wording.grouped(self[$0.key])) \($0.value)" }
      .joined(separator: ", ")
  }
}

/// Statements of a report that do not follow from its own scenarios: somebody has changed it.
package struct RecordContradictions: Sendable, Equatable {
  /// A sentence for each; of very many the first.
  package private(set) var sentences: [String] = []
  /// How many there are.
  package private(set) var count = 0

  /// Compares a report, with or without its scenarios, with a new judgement of its record.
  package init(in root: JSONValue, _ judgement: RunJudgement) {
    let own = judgement.record.head(judgement)
    for name in ["outcome", "totals", "evidence", "catalogues", "known"] {
      compare(root[name], own[name], name)
    }
    for suite in judgement.record.suites { for scenario in suite.scenarios { check(scenario) } }
  }

  private mutating func add(_ sentence: String) {
    count += 1
    if count <= 50 { sentences.append(sentence) }
  }

  /// Compares what is stored with what follows from the scenarios. A member that an earlier version
  /// did not write is not missed. What has an id is named by it.
  private mutating func compare(_ stored: JSONValue?, _ own: JSONValue?, _ place: String) {
    guard let stored, let own, stored != own else { return }
    switch (stored, own) {
    case (.object, .object(let members)):
      for member in members.members {
        compare(stored[member.name], member.value, "\(place).\(member.name)")
      }
    case (.array(let items), .array(let others))
    where items.count == others.count && others.allSatisfy { $0.object != nil }:
      for (index, (item, other)) in zip(items, others).enumerated() {
        compare(item, other, other["id"]?.string ?? "\(place).\(index)")
      }
    default:
      add(
        "\(place): the report says \(JSONWriter.text(stored)), its scenarios say "
          + JSONWriter.text(own))
    }
  }

  /// A scenario can't be better than its steps.
  private mutating func check(_ scenario: ScenarioRecord) {
    guard scenario.verdict.kind == .passed, !scenario.isAdvisory,
      let step = scenario.steps.first(where: { step in
        !step.isFinal && (step.verdict.kind.isFault || step.verdict.kind == .blocked)
      })
    else { return }
    add(
      "scenario '\(scenario.name)': the report says that it passed, and its step '\(step.name)' "
        + "did not")
  }
}
