// SPDX-License-Identifier: Apache-2.0
// What a run did not judge, and why.

import Record
import Suites
import Text

/// A reason why something was not judged.
struct OpenLine {
  /// Prose with code in backticks: the reason, and how many cases it concerns.
  let text: String
  /// The requirements that are open for it.
  let ids: [String]
}

extension RunJudgement {
  /// Why cases were not run or rules not judged, each reason once, the most frequent first, and, of
  /// all, what no case covers.
  ///
  /// - Parameter isWanted: Says of which cases the reasons are given; nil for all.
  func openLines(
    of subject: JudgedSide, _ isWanted: ((Verdict.Kind) -> Bool)? = nil
  ) -> [OpenLine] {
    var reasons = Tally()
    var uncertified: [String: [String]] = [:]
    let missing = coverage.skippedRequirements
    for (suiteIndex, suite) in record.suites.enumerated() where suite.subject == subject {
      for (index, judgement) in scenarios[suiteIndex].enumerated()
      where isWanted?(judgement.kind) ?? !judgement.kind.wasRun {
        guard let reason = suite.scenarios[index].whySkipped else { continue }
        reasons.add(reason)
        let place = CasePlace(suite: suiteIndex, scenario: index)
        uncertified[reason, default: []] += missing[place] ?? []
      }
    }
    let lines = reasons.entries.sorted { $0.count > $1.count }.map { entry in
      OpenLine(
        text: "\(entry.text) (\(Wording.count(entry.count, subject.caseWord)))",
        ids: (uncertified[entry.text] ?? []).unique)
    }
    let gaps = subject == .service && isWanted == nil ? coverage.gaps.filter(\.proofs.isEmpty) : []
    return gaps.isEmpty
      ? lines
      : lines + [OpenLine(text: "no scenario of this run covers", ids: gaps.map(\.requirement.id))]
  }
}

extension ScenarioRecord {
  /// Why the scenario was not run; nil for a scenario that was run.
  var whySkipped: String? {
    switch verdict {
    case .skipped where !missingFacts.isEmpty:
      "\(Wording.list(missingFacts.map { "`\($0)`" })) \(missingFacts.count == 1 ? "is" : "are") not set"
        + ": see 'explain \(missingFacts[0])'"
    case .skipped(let reason): reason.isEmpty ? "skipped" : reason
    case .blocked(let reason, _): "blocked: \(reason)"
    case .interrupted: "interrupted: the run was stopped while it was under way"
    case .notReached: "not reached, because the run ended first"
    case .passed, .failed, .broken: nil
    }
  }
}

extension Coverage {
  /// The requirements that no scenario shows, by the skipped scenarios that would have shown them: of
  /// those with one reason by the first.
  fileprivate var skippedRequirements: [CasePlace: [String]] {
    var ids: [CasePlace: [String]] = [:]
    for row in rows
    where row.verdict == .skipped
      || row.verdict == .notJudged && row.subjects.contains(.application)
    {
      for skip in row.skips { ids[skip, default: []].append(row.requirement.id) }
    }
    return ids
  }
}
