// SPDX-License-Identifier: Apache-2.0
// What a report says of itself that does not follow from its own scenarios.

package import JSON

/// What a report says of itself that does not follow from its own scenarios: somebody has changed it.
package struct RecordContradictions: Sendable, Equatable {
  /// A sentence for each; of very many the first.
  package private(set) var sentences: [String] = []
  /// How many there are.
  package private(set) var count = 0

  private static let limit = 50

  /// Judges a record anew, and compares.
  ///
  /// - Parameters:
  ///   - root: The report, with or without its scenarios.
  ///   - judgement: That of the record which was read from it.
  package init(in root: JSONValue, _ judgement: RunJudgement) {
    let record = judgement.record
    let own = record.head(judgement)
    let report = Self.object(root)
    compare(report["outcome"], own["outcome"], "outcome")
    compare(report["totals"], own["totals"], "totals")
    compare(
      Self.object(report["evidence"])["digest"], Self.object(own["evidence"])["digest"],
      "evidence.digest")
    compareVerdicts(report["catalogues"], own["catalogues"])
    for (index, known) in Self.items(own["known"]).enumerated() {
      let stored = Self.items(report["known"])
      for name in ["isExpired", "failingCount", "passing"] where index < stored.count {
        compare(
          Self.object(stored[index])[name], Self.object(known)[name], "known.\(index).\(name)")
      }
    }
    for suite in record.suites { for scenario in suite.scenarios { check(scenario) } }
  }

  private mutating func add(_ sentence: String) {
    count += 1
    if sentences.count < Self.limit { sentences.append(sentence) }
  }

  /// Compares what is stored with what follows from the scenarios. A member that an earlier version
  /// did not write is not missed.
  private mutating func compare(_ stored: JSONValue?, _ own: JSONValue?, _ place: String) {
    guard let stored, let own else { return }
    if case .object(let members) = own {
      for member in members.members {
        compare(Self.object(stored)[member.name], member.value, "\(place).\(member.name)")
      }
    } else if stored != own {
      add(
        "\(place): the report says \(JSONWriter.text(stored)), its scenarios say "
          + JSONWriter.text(own))
    }
  }

  private mutating func compareVerdicts(_ stored: JSONValue?, _ own: JSONValue?) {
    let verdicts = Self.verdicts(stored)
    for (id, verdict) in Self.verdicts(own).sorted(by: { $0.key < $1.key }) {
      guard let said = verdicts[id], said != verdict else { continue }
      add("requirement \(id): the report says '\(said)', its scenarios say '\(verdict)'")
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

  /// By the ids of requirements.
  private static func verdicts(_ catalogues: JSONValue?) -> [String: String] {
    var verdicts: [String: String] = [:]
    for catalogue in items(catalogues) {
      for phase in items(object(catalogue)["phases"]) {
        for requirement in items(object(phase)["requirements"]) {
          let members = object(requirement)
          guard let id = members["id"]?.string, verdicts[id] == nil else { continue }
          verdicts[id] = members["verdict"]?.string
        }
      }
    }
    return verdicts
  }

  private static func object(_ value: JSONValue?) -> JSONObject {
    if case .object(let object)? = value { object } else { JSONObject() }
  }

  private static func items(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let items)? = value { items } else { [] }
  }
}
