// SPDX-License-Identifier: Apache-2.0
// Requirement × scenarios × verdict: what suites cover, and what a run proved of it.

import PartnerFramework
import Results
import Runner
import SourceText
import SuiteModel

/// The requirements of the cookbooks, each with what covers it.
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
    let requirement: RequirementRecord
    let standing: Standing
    /// Of the run; nil where there was none.
    let verdict: RequirementVerdict?
    let scenarios: [Covering]
  }

  /// A scenario with steps that cover the requirement.
  struct Covering {
    let suite: String
    let scenario: String
    /// Of the run; nil where the scenario was no part of it.
    let verdict: RequirementVerdict?
  }

  /// How a requirement stands.
  enum Standing {
    /// A scenario covers it and, if there was a run, the run told something of it.
    case covered
    /// It should be proved, and isn't: why.
    case gap(String)
    /// Nothing proves it, and the catalogue says why that has to be so.
    case excused(String)
    /// The harness plays who has to obey it.
    case played(String)
    /// It can't be seen from here: why.
    case unseen(String)
    /// A permission that no scenario makes use of.
    case open
  }

  var cookbooks: [Cookbook]
  /// Whether verdicts of a run are in it.
  let hasRun: Bool
}

extension CoverageTable {
  init(_ collection: SuiteCollection, run: RunRecord?) {
    let covering = CoveringScenarios(collection, run: run)
    let rows = run.map { Coverage($0).rows } ?? []
    let verdicts = Dictionary(
      rows.map { ($0.requirement.id, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    let missing = run.map(Self.missingFacts) ?? [:]
    hasRun = run != nil
    cookbooks = collection.catalogues.keys.sorted().compactMap { name in
      guard let catalogue = collection.catalogues[name] else { return nil }
      let record = CatalogueRecord(catalogue)
      return Cookbook(
        name: record.cookbook, revision: record.revision,
        phases: record.phases.map { phase in
          Phase(
            id: phase.id, title: phase.title,
            rows: phase.requirements.map { requirement in
              Row(
                requirement,
                verdict: run == nil ? nil : verdicts[requirement.id] ?? .unproved,
                scenarios: covering.of(requirement.id),
                reason: catalogue.unproved[requirement.id],
                missingFacts: missing[requirement.id] ?? [])
            })
        })
    }
  }

  /// By requirement, the facts for want of which scenarios that cover it were skipped.
  private static func missingFacts(in run: RunRecord) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for scenario in run.suites.flatMap(\.scenarios) where !scenario.missingFacts.isEmpty {
      for id in scenario.steps.flatMap(\.covers) {
        let known = result[id] ?? []
        result[id] = known + scenario.missingFacts.filter { !known.contains($0) }
      }
    }
    return result
  }

  var rows: [Row] { cookbooks.flatMap { $0.phases.flatMap(\.rows) } }

  var gaps: [Row] { rows.filter(\.standing.isGap) }

  /// The same with those rows only.
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
  fileprivate init(
    _ requirement: RequirementRecord, verdict: RequirementVerdict?,
    scenarios: [CoverageTable.Covering], reason: String?, missingFacts: [String]
  ) {
    self.requirement = requirement
    self.scenarios = scenarios
    let isUncovered = scenarios.isEmpty
    self.verdict = isUncovered ? nil : verdict
    if !isUncovered {
      guard requirement.shouldBeProved, reason == nil, let verdict, !verdict.tells else {
        standing = .covered
        return
      }
      // No gap of the suites: a target without a feature can't be certified for it.
      standing =
        verdict == .skipped && !missingFacts.isEmpty
        ? .excused(
          "not certified on this target, whose profile does not give "
            + missingFacts.joined(separator: ", "))
        : .gap("covered, but the run did not prove it: \(verdict.rawValue)")
    } else if let reason {
      standing = .excused(reason)
    } else if requirement.shouldBeProved {
      standing = .gap("no scenario covers it")
    } else if requirement.testableBy == "emulator" {
      standing = .played(
        CookbookRule.requirements.contains(requirement.id)
          ? "the harness plays application and framework: it obeys in each scenario, and its "
            + "framework refuses a suite that does not"
          : "the harness plays application and framework: it obeys in each scenario")
    } else if let why = requirement.whyNotTestable {
      standing = .unseen(why)
    } else {
      standing = .open
    }
  }
}

extension CoverageTable.Standing {
  var isGap: Bool { if case .gap = self { true } else { false } }

  /// As tables and JSON have it.
  var name: String {
    switch self {
    case .covered: "covered"
    case .gap: "gap"
    case .excused: "excused"
    case .played: "played"
    case .unseen: "unseen"
    case .open: "open"
    }
  }

  var reason: String? {
    switch self {
    case .covered, .open: nil
    case .gap(let why), .excused(let why), .played(let why), .unseen(let why): why
    }
  }
}

extension RequirementRecord {
  /// Whether the answers of a service show it, and it is no mere permission.
  fileprivate var shouldBeProved: Bool {
    testableBy == "service-response" && (isBinding || level == "fact")
  }
}

extension RequirementVerdict {
  /// Whether the run saw an answer and judged it.
  fileprivate var tells: Bool {
    switch self {
    case .passed, .warned, .failed: true
    case .broken, .skipped, .unproved, .notTestable: false
    }
  }
}

/// Which scenarios have steps that cover which requirement, by the suites and by a run.
private struct CoveringScenarios {
  private var byRequirement: [String: [CoverageTable.Covering]] = [:]

  func of(_ id: String) -> [CoverageTable.Covering] { byRequirement[id] ?? [] }

  init(_ collection: SuiteCollection, run: RunRecord?) {
    /// What the run says of a scenario's part of a requirement.
    struct Key: Hashable {
      let requirement: String
      let suite: String
      let scenario: String
    }
    var ran: [Key: RequirementVerdict] = [:]
    /// The rows that a live table had in the run, by the place of the table.
    var liveRows: [SourceLocation: [(suite: Int, scenario: Int)]] = [:]
    if let run {
      for row in Coverage(run).rows {
        for proof in row.proofs {
          let suite = run.suites[proof.suite]
          ran[
            Key(
              requirement: row.requirement.id, suite: suite.name,
              scenario: suite.scenarios[proof.scenario].name)] = proof.verdict
        }
      }
      for (suiteIndex, suite) in run.suites.enumerated() {
        for (index, scenario) in suite.scenarios.enumerated() {
          liveRows[scenario.location, default: []].append((suiteIndex, index))
        }
      }
    }
    for suite in collection.suites {
      for scenario in suite.scenarios {
        let location = SourceLocation(file: suite.file, position: scenario.position)
        let isLive = scenario.name.constant == nil
        let names =
          isLive
          ? run.flatMap { run in
            liveRows[location]?.map { run.suites[$0.suite].scenarios[$0.scenario].name }
          } ?? [scenario.name.text] : [scenario.name.text]
        for id in collection.requirements(coveredBy: scenario) {
          for name in names {
            byRequirement[id, default: []].append(
              CoverageTable.Covering(
                suite: suite.name, scenario: name,
                verdict: ran[Key(requirement: id, suite: suite.name, scenario: name)]))
          }
        }
      }
    }
  }
}

extension SuiteCollection {
  /// The ids that the steps of a scenario and of its fragments cover, each once.
  fileprivate func requirements(coveredBy scenario: Scenario) -> [String] {
    var ids: [String] = []
    var seen: Set<String> = []
    var visited: Set<FragmentID> = []
    var rest = [scenario.steps + scenario.finalSteps]
    while let steps = rest.popLast() {
      for step in steps {
        for id in step.covers where seen.insert(id).inserted { ids.append(id) }
        if case .use(let use) = step.action, visited.insert(use.fragment).inserted,
          let fragment = fragments[use.fragment]
        {
          rest.append(fragment.steps)
        }
      }
    }
    return ids
  }
}
