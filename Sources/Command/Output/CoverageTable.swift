// SPDX-License-Identifier: Apache-2.0
// Requirement × scenarios × verdict: what suites cover, and what a run proved.

import Audit
import Expectations
import Record
import Suites

/// The requirements of the cookbooks, each with the scenarios that cover it.
struct CoverageTable {
  struct Cookbook {
    let name: String
    let revision: String
    var phases: [Phase]
  }

  struct Phase {
    let id: String
    let title: String
    var rows: [Row]
  }

  struct Row {
    let requirement: Requirement
    let coverage: CoverageStatus
    /// The verdict of the run; nil without a run, or where no scenario covers it.
    let verdict: RequirementVerdict?
    let scenarios: [Covering]
  }

  /// A scenario with steps that cover the requirement, or a rule for applications.
  struct Covering {
    let suite: String
    let scenario: String
    /// The verdict of the run; nil where the scenario was not a part of it.
    let verdict: RequirementVerdict?
  }

  var cookbooks: [Cookbook]
  /// Whether it has the verdicts of a run.
  let hasRun: Bool
}

extension CoverageTable {
  /// - Parameter rules: Those for applications; nil without any.
  init(_ collection: SuiteCollection, _ rules: AuditRules?, run: RunRecord?) {
    let coverage = run.map { Coverage($0) }
    let covering = CoveringScenarios(collection, rules, run: run, coverage: coverage)
    let audited = rules?.cookbooks ?? []
    let proved = Dictionary(
      (coverage?.rows ?? []).map { ($0.requirement.id, $0) },
      uniquingKeysWith: { first, _ in first })
    let hasRun = run != nil
    self.hasRun = hasRun
    cookbooks = collection.catalogues.keys.sorted().compactMap { name in
      guard let catalogue = collection.catalogues[name] else { return nil }
      return Cookbook(
        name: catalogue.cookbook, revision: catalogue.revision,
        phases: catalogue.phases.filter { !$0.requirements.isEmpty }.map { phase in
          Phase(
            id: phase.id, title: phase.title,
            rows: phase.requirements.map { requirement in
              Row(
                requirement, scenarios: covering.of(requirement.id),
                isAudited: audited.contains(catalogue.cookbook), hasRun: hasRun,
                run: proved[requirement.id])
            })
        })
    }
  }

  var rows: [Row] { cookbooks.flatMap { $0.phases.flatMap(\.rows) } }

  var gaps: [Row] { rows.filter(\.coverage.isGap) }

  /// The same table with only these rows.
  func filtered(_ isWanted: (Row) -> Bool) -> CoverageTable {
    var result = self
    result.cookbooks = cookbooks.map { cookbook in
      var cookbook = cookbook
      cookbook.phases = cookbook.phases.compactMap { phase in
        var phase = phase
        phase.rows = phase.rows.filter(isWanted)
        return phase.rows.isEmpty ? nil : phase
      }
      return cookbook
    }
    return result
  }
}

extension CoverageTable.Row {
  /// - Parameters:
  ///   - isAudited: Whether there are rules for applications of its cookbook.
  ///   - run: What the run says of the requirement; nil where its catalogues lack it.
  fileprivate init(
    _ requirement: Requirement, scenarios: [CoverageTable.Covering], isAudited: Bool, hasRun: Bool,
    run: Coverage.Row?
  ) {
    self.requirement = requirement
    self.scenarios = scenarios
    // A run of suites does not show what an audit shows, and the other way round.
    let isOfOtherHalf = run?.verdict.isUnseen ?? false
    verdict = scenarios.isEmpty || !hasRun || isOfOtherHalf ? nil : run?.verdict ?? .unproved
    let why =
      isAudited && requirement.shownBy.contains(.application)
      ? "no rule judges it" : requirement.whyNotShown(by: [.service])
    coverage = CoverageStatus(
      requirement, isCovered: !scenarios.isEmpty, verdict: verdict,
      missingFacts: run?.missingFacts ?? [], whyNotShown: why)
  }

  /// Why it stands so; nil where the status says all.
  var reason: String? {
    switch coverage {
    case .covered, .open: nil
    case .gap(let why), .excused(let why), .unseen(let why): why
    }
  }
}

extension CoverageStatus {
  /// The word in tables and in JSON.
  var name: String {
    switch self {
    case .covered: "covered"
    case .gap: "gap"
    case .excused: "excused"
    case .unseen: "unseen"
    case .open: "open"
    }
  }
}
