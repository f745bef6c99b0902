// SPDX-License-Identifier: Apache-2.0
// Where a report contradicts what follows from its record.

package import Formats
import Suites

/// Statements of a report that do not follow from its own scenarios: somebody has changed it.
package struct RecordContradictions: Sendable, Equatable {
  /// A sentence for each; of very many the first.
  package private(set) var sentences: [String] = []
  /// How many there are.
  package private(set) var count = 0

  /// Compares a report, with or without its scenarios, with a new judgement of its record.
  package init(in root: JSONValue, _ judgement: RunJudgement) {
    let own = judgement.observed.head(judgement)
    for name in ["outcome", "totals", "evidence", "catalogues", "known", "audit"] {
      compare(root[name], own[name], name)
    }
    for suite in judgement.observed.suites { for scenario in suite.scenarios { check(scenario) } }
    checkApplications(of: judgement.observed)
  }

  /// A rule that is broken is broken by one of the applications.
  private mutating func checkApplications(of record: RunRecord) {
    guard let applications = record.audit?.applications, !applications.isEmpty else { return }
    let broken = Set(
      applications.flatMap(\.rules).filter { $0.broken != nil }.map { [$0.file, $0.name] })
    for suite in record.suites where suite.subject == .application {
      for rule in suite.scenarios
      where rule.verdict.kind == .failed && !broken.contains([suite.file, rule.name]) {
        add("rule '\(rule.name)': the report says that it is broken, and by no application")
      }
    }
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
