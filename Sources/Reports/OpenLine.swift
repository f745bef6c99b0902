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
      "the target's profile lacks " + Wording.list(missingFacts.map { "the fact `\($0)`" })
    case .skipped(let reason): reason.isEmpty ? "skipped" : reason
    case .blocked(let reason): "blocked: \(reason)"
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

extension HTMLPage {
  /// How many warnings are listed, and requirements of one reason.
  private static let (warningLimit, idLimit) = (200, 60)

  mutating func writeWarnings() {
    guard !warnings.isEmpty else { return }
    beginSection(
      "warnings", "Warnings",
      "<p>Warnings are not failures, except with <code>--strict</code>.</p><ul>")
    for group in warnings.prefix(Self.warningLimit) {
      let ids = group.covers.map { link(toRequirement: $0, HTML.code($0)) }
      let place = group.places.first.map { " \(link(to: $0, "Evidence"))" } ?? ""
      output.line(
        "<li>\(HTML.prose(group.title, limit: 600)) <span class=\"covers\">\(ids.joined(separator: " "))</span>\(place)</li>"
      )
    }
    output.line("</ul>")
    let more = warnings.count + warnings.leftOutCount - Self.warningLimit
    if more > 0 {
      output.line("<p>And \(Wording.grouped(more)) more, below at their scenarios.</p>")
    }
    output.line("</section>")
  }

  /// What the section is about: a service is certified, an application judged.
  var openWord: String { run.record.subject == .application ? "judged" : "certified" }

  mutating func writeOpen() {
    guard !open.isEmpty else { return }
    beginSection("open", "What was not \(openWord)", "<ul>")
    for line in open.flatMap(\.lines) {
      let ids = line.ids.prefix(Self.idLimit).map { link(toRequirement: $0, HTML.code($0)) }
      let more = line.ids.count - ids.count
      output.line(
        "<li>\(HTML.prose(line.text)) <span class=\"covers\">\(ids.joined(separator: " "))"
          + "\(more > 0 ? " and \(more) more" : "")</span></li>")
    }
    output.line("</ul></section>")
  }
}
