// SPDX-License-Identifier: Apache-2.0
// Requirement × scenarios: what the run proves of each requirement, and which steps show it.

/// What a run says of a requirement, the worst first.
package enum RequirementVerdict: String, Sendable, CaseIterable {
  /// A step that covers it failed.
  case failed
  /// A step that covers it got no answer to judge, and none failed.
  case broken = "error"
  /// It is covered, with a warning.
  case warned
  /// At least one step that covers it passed, and none says otherwise.
  case passed
  /// Scenarios cover it, but none of their steps was run.
  case skipped
  /// No scenario of this run covers it.
  case unproved
  /// No scenario covers it, and none can: the answers of the service don't show it.
  case notTestable = "not-testable"
}

extension RequirementVerdict {
  /// From 0, the worst.
  package var rank: Int {
    switch self {
    case .failed: 0
    case .broken: 1
    case .warned: 2
    case .passed: 3
    case .skipped: 4
    case .unproved: 5
    case .notTestable: 6
    }
  }
}

/// The requirements of all catalogues of a run, each with what shows it.
package struct Coverage: Sendable {
  package let catalogues: [Catalogue]
  /// Ids that steps cover and that no catalogue of the record has, in the order met.
  package let unknown: [String]

  package struct Catalogue: Sendable {
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
    package let requirement: RequirementRecord
    package let verdict: RequirementVerdict
    /// Failed first, then in the order of the run.
    package let proofs: [Proof]
  }

  /// A scenario with steps that cover a requirement.
  package struct Proof: Sendable {
    /// Where the scenario stands in `RunRecord.suites`.
    package let suite: Int
    package let scenario: Int
    /// Of its steps that cover the requirement, the worst; the first of several.
    package let step: CoveringStep

    package var verdict: RequirementVerdict { step.verdict }
  }

  package struct CoveringStep: Sendable {
    package let name: String
    package let location: SourceLocation
    package let verdict: RequirementVerdict
  }
}

extension Coverage.Row {
  /// Whether it is missing from what the suites should prove: a `must`, `must-not` or `should` of
  /// the service that no step covers.
  package var isGap: Bool {
    verdict == .unproved && requirement.isBinding && requirement.testableBy == "service-response"
  }
}

extension RequirementRecord {
  /// Whether it demands something: neither a permission nor a statement of fact.
  package var isBinding: Bool { level == "must" || level == "must-not" || level == "should" }

  /// Why no scenario can show it; nil where the service's answers do.
  package var whyNotTestable: String? {
    switch testableBy {
    case "service-response": nil
    case "emulator":
      "it binds the application or the framework, which the harness plays itself"
    case "client-traffic": "only the traffic of the real application shows it"
    default: "nothing that is sent or answered shows it"
    }
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
    catalogues = record.catalogues.map { catalogue in
      Catalogue(
        cookbook: catalogue.cookbook, revision: catalogue.revision,
        phases: catalogue.phases.map { phase in
          Phase(
            id: phase.id, title: phase.title,
            rows: phase.requirements.map { Row($0, proofs: collector.proofs(of: $0.id)) })
        })
    }
  }

  /// All rows, catalogue by catalogue.
  package var rows: [Row] { catalogues.flatMap { $0.phases.flatMap(\.rows) } }
}

extension Coverage.Row {
  fileprivate init(_ requirement: RequirementRecord, proofs: [Coverage.Proof]) {
    self.requirement = requirement
    let worst = proofs.min { $0.verdict.rank < $1.verdict.rank }?.verdict
    verdict = worst ?? (requirement.whyNotTestable == nil ? .unproved : .notTestable)
    // Buckets instead of a sort: stable, and linear in the number of scenarios.
    let isUniform = proofs.allSatisfy { $0.verdict == worst }
    self.proofs =
      isUniform
      ? proofs
      : RequirementVerdict.allCases.flatMap { verdict in
        proofs.filter { $0.verdict == verdict }
      }
  }
}

/// Takes the steps of scenarios one by one and sorts them by what they cover.
private struct CoverageCollector {
  private var numbers: [String: Int] = [:]
  private var proofs: [[Coverage.Proof]] = []
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

  mutating func add(_ scenario: ScenarioRecord, suite: Int, scenario index: Int) {
    var covering: [(number: Int, step: Coverage.CoveringStep)] = []
    var strangers: [String] = []
    func cover(_ visit: StepVisit, isFinal: Bool) {
      guard !visit.step.covers.isEmpty else { return }
      let step = Coverage.CoveringStep(
        name: visit.step.name, location: visit.step.location,
        verdict: visit.step.coveringVerdict(
          isAdvisory: scenario.isAdvisory, isFinal: isFinal, isStrict: isStrict))
      for id in visit.step.covers {
        guard let number = numbers[id] else {
          strangers.append(id)
          continue
        }
        // A scenario covers few, so that looking through them is faster than a dictionary.
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
    }
    for id in strangers where seen.insert(id).inserted { unknown.append(id) }
  }
}

extension StepRecord {
  /// What the step says of a requirement that it covers.
  fileprivate func coveringVerdict(
    isAdvisory: Bool, isFinal: Bool, isStrict: Bool
  ) -> RequirementVerdict {
    switch verdict {
    case .failed: (isAdvisory || isFinal) && !isStrict ? .warned : .failed
    case .broken: isFinal && !isStrict ? .warned : .broken
    case .passed: warnings.isEmpty ? .passed : isStrict ? .failed : .warned
    case .skipped, .notReached: .skipped
    }
  }
}
