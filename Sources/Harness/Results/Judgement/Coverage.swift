// SPDX-License-Identifier: Apache-2.0
// Requirement × scenarios: what a run proves of each requirement, and which steps show it.

package import Catalogues

/// The requirements of all catalogues of a run, each with the scenarios that show it.
package struct Coverage: Sendable {
  package let cookbooks: [Cookbook]
  /// Ids that steps cover but no catalogue of the record has, in the order in which they are met.
  package let unknown: [String]

  package struct Cookbook: Sendable {
    package let cookbook: String
    package let revision: String
    package let phases: [Phase]
  }

  package struct Phase: Sendable {
    package let id: String
    package let title: String
    /// In the order of the catalogue.
    package let rows: [Row]
  }

  package struct Row: Sendable {
    package let requirement: Requirement
    package let verdict: RequirementVerdict
    /// Facts that the target's profile lacks, so that scenarios that cover it were skipped.
    package let missingFacts: [String]
    /// The failed first, then in the order of the run.
    package let proofs: [Proof]
  }

  /// A scenario with steps that cover a requirement.
  package struct Proof: Sendable {
    /// The index of the suite in `RunRecord.suites`, and of the scenario in the suite.
    package let suite: Int
    package let scenario: Int
    /// The step that covers the requirement; of several the worst, and of these the first.
    package let step: CoveringStep

    package var verdict: RequirementVerdict { step.verdict }
  }

  package struct CoveringStep: Sendable {
    package let name: String
    package let location: SourceLocation
    package let verdict: RequirementVerdict
  }
}

extension Coverage {
  package init(_ record: RunRecord) {
    var collector = CoverageCollector(record)
    for (suiteIndex, suite) in record.suites.enumerated() {
      for (scenarioIndex, scenario) in suite.scenarios.enumerated() {
        collector.add(scenario, suite: suiteIndex, scenario: scenarioIndex)
      }
    }
    unknown = collector.unknown
    cookbooks = record.catalogues.map { catalogue in
      Cookbook(
        cookbook: catalogue.cookbook, revision: catalogue.revision,
        phases: catalogue.phases.map { phase in
          Phase(
            id: phase.id, title: phase.title,
            rows: phase.requirements.map { requirement in
              Row(
                requirement, proofs: collector.proofs(of: requirement.id),
                missingFacts: collector.missingFacts(of: requirement.id))
            })
        })
    }
  }

  /// All rows, cookbook by cookbook.
  package var rows: [Row] { cookbooks.flatMap { $0.phases.flatMap(\.rows) } }

  /// The rows of the requirements that should be proved and are not.
  package var gaps: [Row] { rows.filter(\.standing.isGap) }
}

extension Coverage.Row {
  package var standing: Standing {
    Standing(
      requirement, isCovered: !proofs.isEmpty, verdict: verdict, missingFacts: missingFacts)
  }
}

extension Coverage.Row {
  fileprivate init(
    _ requirement: Requirement, proofs: [Coverage.Proof], missingFacts: [String]
  ) {
    self.requirement = requirement
    self.missingFacts = missingFacts
    let worst = proofs.min { $0.verdict.rank < $1.verdict.rank }?.verdict
    verdict = worst ?? (requirement.whyNotTestable == nil ? .unproved : .notTestable)
    // Buckets instead of a sort keep the order and take linear time.
    let isUniform = proofs.allSatisfy { $0.verdict == worst }
    self.proofs =
      isUniform
      ? proofs
      : RequirementVerdict.allCases.flatMap { verdict in
        proofs.filter { $0.verdict == verdict }
      }
  }
}

/// Sorts the steps of scenarios by the requirements that they cover.
private struct CoverageCollector {
  private var numbers: [String: Int] = [:]
  private var proofs: [[Coverage.Proof]] = []
  /// The missing facts by the numbers of requirements.
  private var missing: [Int: [String]] = [:]
  private(set) var unknown: [String] = []
  private var seen: Set<String> = []
  private let shared: [Int: [StepVisit]]
  private let isStrict: Bool

  init(_ record: RunRecord) {
    isStrict = record.isStrict
    for catalogue in record.catalogues {
      for phase in catalogue.phases {
        for requirement in phase.requirements where numbers[requirement.id] == nil {
          numbers[requirement.id] = proofs.count
          proofs.append([])
        }
      }
    }
    shared = record.sharedFragments.reduce(into: [:]) { shared, fragment in
      var covering: [StepVisit] = []
      fragment.steps.visit { if !$0.step.covers.isEmpty { covering.append($0) } }
      shared[fragment.id] = covering
    }
  }

  func proofs(of id: String) -> [Coverage.Proof] { numbers[id].map { proofs[$0] } ?? [] }

  func missingFacts(of id: String) -> [String] { numbers[id].flatMap { missing[$0] } ?? [] }

  mutating func add(_ scenario: ScenarioRecord, suite: Int, scenario index: Int) {
    var covering: [(number: Int, step: Coverage.CoveringStep)] = []
    var strangers: [String] = []
    func cover(_ visit: StepVisit, isFinal: Bool) {
      guard !visit.step.covers.isEmpty else { return }
      let step = Coverage.CoveringStep(
        name: visit.step.name, location: visit.step.location,
        verdict: visit.step.coveringVerdict(
          isAdvisory: scenario.isAdvisory, isFinal: isFinal, isStrict: isStrict))
      for id in visit.step.covers.map(\.id) {
        guard let number = numbers[id] else {
          strangers.append(id)
          continue
        }
        // A scenario covers few requirements: a search is faster than a dictionary.
        if let known = covering.firstIndex(where: { $0.number == number }) {
          if step.verdict.rank < covering[known].step.verdict.rank { covering[known].step = step }
        } else {
          covering.append((number, step))
        }
      }
    }
    scenario.steps.visit { visit in
      cover(visit, isFinal: visit.isFinal)
      guard let id = visit.step.sharedFragment else { return }
      for inner in shared[id] ?? [] { cover(inner, isFinal: visit.isFinal) }
    }
    for (number, step) in covering {
      proofs[number].append(Coverage.Proof(suite: suite, scenario: index, step: step))
      for fact in scenario.missingFacts where !missing[number, default: []].contains(fact) {
        missing[number, default: []].append(fact)
      }
    }
    for id in strangers where seen.insert(id).inserted { unknown.append(id) }
  }
}

extension StepRecord {
  /// The verdict on the requirements that the step covers.
  fileprivate func coveringVerdict(
    isAdvisory: Bool, isFinal: Bool, isStrict: Bool
  ) -> RequirementVerdict {
    switch verdict {
    case .failed: (isAdvisory || isFinal) && !isStrict ? .warned : .failed
    case .broken: isFinal && !isStrict ? .warned : .broken
    case .passed: warnings.isEmpty ? .passed : isStrict ? .failed : .warned
    case .skipped, .blocked, .interrupted, .notReached: .skipped
    }
  }
}
