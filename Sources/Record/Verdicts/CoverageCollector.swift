// SPDX-License-Identifier: Apache-2.0
// Judges by `Blame` the requirements that each step covers.

import Expectations
import Formats
import Suites

/// Sorts the steps of scenarios by the requirements that they cover.
struct CoverageCollector {
  /// The evidence on one requirement.
  struct Proofs {
    /// In the order of the run; of each verdict up to a limit.
    fileprivate(set) var all: [Coverage.Proof] = []
    fileprivate(set) var counts: [RequirementVerdict: Int] = [:]
    fileprivate(set) var skips: [CasePlace] = []
    fileprivate(set) var missingFacts: [String] = []
    fileprivate(set) var subjects: Set<JudgedSide> = []
    /// The parts of every application's walk that its rules are about.
    fileprivate(set) var cores: Set<String> = []
    /// The reasons of `skips`.
    fileprivate var reasons: Set<[String]> = []
  }

  private var numbers: [String: Int] = [:]
  private var proofs: [Proofs] = []
  private let proofLimit: Int
  private(set) var unknown: [String] = []
  /// The parts of every application's walk of which something was judged.
  private(set) var metCores: Set<String> = []
  private var seen: Set<String> = []
  /// The steps of shared fragments that cover something.
  private let shared: [Int: [StepVisit]]
  /// The sides that a missed recommendation fails.
  private let strictSides: Set<JudgedSide>
  private let blame: Blame
  /// The requirements that are only recommended.
  private let advised: Set<String>

  /// - Parameter proofLimit: How many scenarios of each verdict are named for a requirement.
  init(_ record: RunRecord, proofLimit: Int) {
    self.proofLimit = proofLimit
    strictSides = Set([.service, .application].filter { record.isStrict(of: $0) })
    blame = Blame(record.catalogues)
    advised = Set(
      record.catalogues.flatMap { $0.requirements.values }.lazy
        .filter { $0.level == .should }.map(\.id))
    for catalogue in record.catalogues {
      for phase in catalogue.phases {
        for requirement in phase.requirements where numbers[requirement.id] == nil {
          numbers[requirement.id] = proofs.count
          proofs.append(Proofs())
        }
      }
    }
    shared = record.sharedFragments.reduce(into: [:]) { shared, fragment in
      var covering: [StepVisit] = []
      fragment.steps.visit { if !$0.covers.isEmpty { covering.append($0) } }
      shared[fragment.id] = covering
    }
  }
}

extension CoverageCollector {
  func proofs(of id: String) -> Proofs { numbers[id].map { proofs[$0] } ?? Proofs() }

  /// - Parameter known: The known failures that the scenario may be.
  mutating func add(
    _ scenario: ScenarioRecord, at place: CasePlace, subject: JudgedSide, known: CaseFailures
  ) {
    let isStrict = strictSides.contains(subject)
    var covering: [(number: Int, step: Coverage.CoveringStep)] = []
    var strangers: [String] = []
    func add(_ id: String, _ step: StepRecord, _ verdict: RequirementVerdict) {
      guard let number = numbers[id] else {
        strangers.append(id)
        return
      }
      let step = Coverage.CoveringStep(name: step.name, location: step.location, verdict: verdict)
      // A scenario covers few requirements: a search is faster than a dictionary.
      if let known = covering.firstIndex(where: { $0.number == number }) {
        if verdict.rank < covering[known].step.verdict.rank { covering[known].step = step }
      } else {
        covering.append((number, step))
      }
    }
    func cover(
      _ visit: StepVisit, isFinal: Bool, but inner: [StepVisit] = [], isShared: Bool = false
    ) {
      let covers = visit.covers
      if covers.isEmpty { return }
      let own = visit.ownCovers.count
      var verdicts = visit.step.verdicts(on: covers, blame, in: scenario, isFinal, isStrict)
      if subject == .application { downgradeAdvisory(&verdicts, on: covers, isStrict) }
      if !known.isEmpty, !isShared {
        for (index, cover) in covers.enumerated()
        where verdicts[index] == .failed && known.index(ofBroken: cover.id) != nil {
          verdicts[index] = .known
        }
      }
      for (index, cover) in covers.enumerated() {
        // A step of a fragment can only break what its user covers: the user proves it as a whole.
        if index >= own, verdicts[index].rank >= RequirementVerdict.passed.rank { continue }
        if inner.contains(where: { $0.covers.contains { $0.id == cover.id } }) { continue }
        add(cover.id, visit.step, verdicts[index])
      }
    }
    scenario.steps.visit { visit in
      let inner = visit.step.sharedFragment.flatMap { shared[$0] } ?? []
      cover(visit, isFinal: visit.isFinal, but: visit.step.endedInFragment ? inner : [])
      for step in inner { cover(step, isFinal: visit.isFinal, isShared: true) }
    }
    if let core = scenario.core, scenario.verdict.kind != .skipped { metCores.insert(core) }
    for (number, step) in covering {
      if let core = scenario.core { proofs[number].cores.insert(core) }
      proofs[number].add(Coverage.Proof(place: place, step: step), limit: proofLimit)
      proofs[number].subjects.insert(subject)
      for fact in scenario.missingFacts where !proofs[number].missingFacts.contains(fact) {
        proofs[number].missingFacts.append(fact)
      }
      if case .skipped(let reason) = scenario.verdict,
        proofs[number].reasons.insert([reason] + scenario.missingFacts).inserted
      {
        proofs[number].skips.append(place)
      }
    }
    for id in strangers where seen.insert(id).inserted { unknown.append(id) }
  }

  /// Downgrades the verdicts of a rule: a recommendation is missed, not broken, and a rule without an
  /// occasion was not skipped by anybody.
  private func downgradeAdvisory(
    _ verdicts: inout [RequirementVerdict], on covers: [Cover], _ isStrict: Bool
  ) {
    for (index, cover) in covers.enumerated() {
      switch verdicts[index] {
      case .failed where !isStrict && advised.contains(cover.id): verdicts[index] = .warned
      case .skipped: verdicts[index] = .notJudged
      default: break
      }
    }
  }
}

extension CoverageCollector.Proofs {
  fileprivate mutating func add(_ proof: Coverage.Proof, limit: Int) {
    let count = counts[proof.verdict, default: 0]
    counts[proof.verdict] = count + 1
    if count < limit { all.append(proof) }
  }
}

extension StepRecord {
  /// The verdicts on requirements that the step, or a step that uses it, covers.
  fileprivate func verdicts(
    on covers: [Cover], _ blame: Blame, in scenario: ScenarioRecord, _ isFinal: Bool,
    _ isStrict: Bool
  ) -> [RequirementVerdict] {
    let isFailed = verdict.kind == .failed
    switch verdict {
    case .passed where warnings.isEmpty: return covers.map { _ in .passed }
    case .passed, .failed: break
    case .broken: return covers.map { _ in isFinal && !isStrict ? .warned : .broken }
    case .skipped: return covers.map { _ in .skipped }
    case .blocked, .interrupted, .notReached:
      return covers.map { _ in scenario.verdict.kind == .skipped ? .skipped : .notJudged }
    }
    let failure: RequirementVerdict =
      (scenario.isAdvisory || isFinal) && !isStrict ? .warned : .failed
    let effects = blame.effects(of: covers, findings: verdict.findings, verdict: verdict)
    let advised =
      warnings.isEmpty ? [] : blame.effects(of: covers, findings: warnings, verdict: verdict)
    // A fragment whose steps were not all judged does not show what its user covers.
    let isIncomplete = isFailed && steps.contains { !$0.isJudged }
    return covers.indices.map { index in
      switch effects[index] {
      case .broken: failure
      case .held where !advised.isEmpty && advised[index] == .broken: isStrict ? .failed : .warned
      case .held: isIncomplete ? .notJudged : .passed
      case .notJudged: .notJudged
      }
    }
  }

  /// Whether its whole answer was judged, and those of the steps of its fragment.
  private var isJudged: Bool {
    switch verdict {
    case .passed, .skipped: true
    case .failed(let findings):
      !findings.contains { $0.place == .status || $0.isOfUnreadableBody }
        && steps.allSatisfy(\.isJudged)
    case .broken, .blocked, .interrupted, .notReached: false
    }
  }
}
