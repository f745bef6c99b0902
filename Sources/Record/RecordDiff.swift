// SPDX-License-Identifier: Apache-2.0
// The scenarios and requirements that changed between two runs.

import Suites

/// The scenarios and requirements whose verdicts differ between two runs.
package struct RecordDiff: Sendable, Equatable {
  /// A scenario of both runs, or of one of them.
  package struct Change: Sendable, Equatable {
    package let suite: String
    package let scenario: String
    /// nil for a scenario that is new or gone.
    package let before: Verdict.Kind?
    package let after: Verdict.Kind?
  }

  package struct RequirementChange: Sendable, Equatable {
    package let id: String
    package let before: RequirementVerdict
    package let after: RequirementVerdict
  }

  /// The selections of two runs; nil for everything.
  package struct SelectionChange: Sendable, Equatable {
    package let before: SelectionRecord?
    package let after: SelectionRecord?
  }

  /// Scenarios that are failed or in error now and were neither before.
  package private(set) var regressions: [Change] = []
  /// Scenarios that were failed or in error before and passed now.
  package private(set) var fixed: [Change] = []
  /// Scenarios with another change, for example skipped now.
  package private(set) var others: [Change] = []
  package private(set) var new: [Change] = []
  package private(set) var gone: [Change] = []
  /// Requirements that were proved before and are not any more.
  package private(set) var unproved: [RequirementChange] = []
  /// Requirements of both runs with another change of their verdict.
  package private(set) var requirements: [RequirementChange] = []
  /// The selection of each run; nil where both selected the same.
  package private(set) var selections: SelectionChange?
  /// The indices of the scenarios of the later run that fail, or are in error, and did not in the earlier one.
  package private(set) var newFailures: [CasePlace] = []
}

extension RecordDiff {
  package var isEmpty: Bool {
    regressions.isEmpty && fixed.isEmpty && others.isEmpty && new.isEmpty && gone.isEmpty
      && unproved.isEmpty && requirements.isEmpty && selections == nil
  }

  /// Whether something got worse: a scenario fails now, or a requirement is not proved any more.
  package var hasRegression: Bool { !regressions.isEmpty || !unproved.isEmpty }

  /// Compares two runs. Scenarios are the same if cookbook, suite and scenario have the same names.
  package init(from before: RunJudgement, to after: RunJudgement) {
    let old = Self.scenarios(before)
    let now = Self.scenarios(after)
    let kinds = old.reduce(into: [[String]: Verdict.Kind]()) { $0[$1.key] = $1.kind }
    for item in now {
      let previous = kinds[item.key]
      let change = Change(
        suite: item.suite, scenario: item.scenario, before: previous, after: item.kind)
      if item.kind.isFault, !(previous?.isFault ?? false), let place = item.place {
        newFailures.append(place)
      }
      switch previous {
      case nil: new.append(change)
      case item.kind?: break
      case .failed?, .broken?:
        if item.kind == .passed { fixed.append(change) } else { others.append(change) }
      case .passed?, .known?, .skipped?, .blocked?, .interrupted?, .notReached?:
        if item.kind == .failed || item.kind == .broken {
          regressions.append(change)
        } else if previous == .known, item.kind == .passed {
          fixed.append(change)
        } else {
          others.append(change)
        }
      }
    }
    let keys = Set(now.map(\.key))
    for item in old where !keys.contains(item.key) {
      gone.append(Change(suite: item.suite, scenario: item.scenario, before: item.kind, after: nil))
    }
    var left = Self.verdicts(before)
    let verdicts = Self.verdicts(after)
    for row in after.coverage.rows {
      let id = row.requirement.id
      // Removed, so that an id which a report has twice is compared once.
      guard let verdict = left.removeValue(forKey: id), let now = verdicts[id], verdict != now
      else { continue }
      let change = RequirementChange(id: id, before: verdict, after: now)
      // A known failure is accepted as long as it is known.
      if verdict.isProof, !now.isProof, now != .known {
        unproved.append(change)
      } else {
        requirements.append(change)
      }
    }
    // The second run need not have each cookbook of the first.
    for row in before.coverage.rows where row.verdict.isProof {
      guard let verdict = left.removeValue(forKey: row.requirement.id) else { continue }
      unproved.append(RequirementChange(id: row.requirement.id, before: verdict, after: .unproved))
    }
    if before.record.selection != after.record.selection {
      selections = SelectionChange(before: before.record.selection, after: after.record.selection)
    }
  }

  /// The verdict of each requirement; of an id that a report has twice, the last.
  private static func verdicts(_ run: RunJudgement) -> [String: RequirementVerdict] {
    run.coverage.rows.reduce(into: [:]) { $0[$1.requirement.id] = $1.verdict }
  }

  private struct Item {
    /// The names of cookbook, suite and scenario, and how many had the same before: what makes it the
    /// same in another run.
    var key: [String]
    let suite: String
    let kind: Verdict.Kind
    /// nil for a shared fragment.
    var place: CasePlace?

    var scenario: String { key[key.count - 2] }
  }

  private static func scenarios(_ run: RunJudgement) -> [Item] {
    var items: [Item] = []
    for (number, suite) in run.record.suites.enumerated() {
      for (index, judgement) in run.scenarios[number].enumerated() {
        items.append(
          Item(
            key: [suite.cookbook ?? "", suite.name, suite.scenarios[index].name], suite: suite.name,
            kind: judgement.kind, place: CasePlace(suite: number, scenario: index)))
      }
    }
    items += run.record.sharedFragments.map { fragment in
      let suite = "shared fragments of \(fragment.location.file)"
      return Item(
        key: ["", suite, fragment.given, fragment.name], suite: suite, kind: fragment.verdict.kind)
    }
    var seen: [[String]: Int] = [:]
    return items.map { item in
      var item = item
      seen[item.key, default: 0] += 1
      item.key.append("\(seen[item.key, default: 0])")
      return item
    }
  }
}
