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
  /// - Parameter blame: Of the catalogues of the record; made from them where it is not given.
  package init(_ record: RunRecord, blame: Blame? = nil) {
    var collector = CoverageCollector(record, blame ?? Blame(record.catalogues))
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
