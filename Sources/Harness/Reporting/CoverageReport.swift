// SPDX-License-Identifier: Apache-2.0
// Requirement × scenarios, for a terminal and for tools.

package import JSON
package import Results

/// What the scenarios prove of each requirement.
package enum CoverageReport {
  /// A line for each requirement: verdict, number, level, how many scenarios, sentence.
  ///
  /// - Parameter onlyGaps: Only what the suites should prove and no scenario covers.
  package static func text(_ coverage: Coverage, onlyGaps: Bool = false) -> String {
    var text = ""
    var gaps = 0
    var count = 0
    for catalogue in coverage.catalogues {
      for phase in catalogue.phases {
        let rows = onlyGaps ? phase.rows.filter(\.isGap) : phase.rows
        gaps += phase.rows.count(where: \.isGap)
        count += phase.rows.count
        guard !rows.isEmpty else { continue }
        text += "\(Visible.name(catalogue.cookbook)), phase \(Visible.name(phase.id)): "
        text += "\(Visible.name(phase.title))\n"
        let width = rows.map { $0.requirement.id.unicodeScalars.count }.max() ?? 0
        for row in rows { text += line(row, width: min(width, 20)) }
      }
    }
    let sum = gaps == 1 ? "1 gap" : "\(Wording.grouped(gaps)) gaps"
    return text + "\(Wording.count(count, "requirement")), \(sum)\n"
  }

  private static func line(_ row: Coverage.Row, width: Int) -> String {
    let requirement = row.requirement
    let scenarios =
      row.proofs.isEmpty
      ? row.requirement.whyNotTestable ?? "no scenario"
      : Wording.count(row.proofs.count, "scenario")
    let verdict = padded(row.verdict.words, 12)
    let id = padded(Visible.name(requirement.id), width)
    let level = padded(Visible.name(requirement.level), 8)
    return "  \(verdict) \(id) \(level) \(Visible.name(requirement.text)) (\(scenarios))\n"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }

  /// All requirements with their verdicts and the scenarios that show them.
  package static func json(_ run: RunJudgement) -> JSONValue {
    let catalogues = run.coverage.catalogues.map { catalogue -> JSONValue in
      let rows = catalogue.phases.flatMap { phase in
        phase.rows.map { json($0, phase: phase.id, run) }
      }
      return [
        "cookbook": .string(catalogue.cookbook), "revision": .string(catalogue.revision),
        "requirements": .array(rows),
      ]
    }
    return ["catalogues": .array(catalogues)]
  }

  private static func json(_ row: Coverage.Row, phase: String, _ run: RunJudgement) -> JSONValue {
    let proofs = row.proofs.map { proof -> JSONValue in
      let suite = run.record.suites[proof.suite]
      return [
        "suite": .string(suite.name), "scenario": .string(suite.scenarios[proof.scenario].name),
        "step": .string(proof.step.name), "at": .string(proof.step.location.description),
        "verdict": .string(proof.verdict.rawValue),
      ]
    }
    return [
      "id": .string(row.requirement.id), "phase": .string(phase),
      "level": .string(row.requirement.level), "testableBy": .string(row.requirement.testableBy),
      "text": .string(row.requirement.text), "verdict": .string(row.verdict.rawValue),
      "isGap": .boolean(row.isGap), "scenarios": .array(proofs),
    ]
  }
}
