// SPDX-License-Identifier: Apache-2.0
// The steps of the cookbooks of a run, with what each asks of service, application and framework.

import Record
import Suites

/// A step of a cookbook, and how far each side does what it asks.
struct StepCells {
  let number: String
  let title: String
  /// In the order of `sides`; empty where the step asks nothing of that side.
  let cells: [String]

  /// The sides that a step may ask something of, as titles.
  static let sides = ["service", "application", "framework"]
  private static let witnesses: [(side: Requirement.Witness, word: String)] = [
    (.service, "run"), (.application, "audit"), (.framework, "framework log"),
  ]
}

extension StepCells {
  /// The steps of the cookbooks of a run, each with its number. A step that a cookbook lists of one
  /// that it extends stands there, and not in that of the other.
  static func all(_ run: RunJudgement) -> [(cookbook: String, revision: String, steps: [StepCells])]
  {
    let rows = Dictionary(
      run.coverage.rows.map { ($0.requirement.id, $0) }, uniquingKeysWith: { first, _ in first })
    let catalogues = run.record.catalogues
    return catalogues.compactMap { catalogue in
      let extending = catalogues.filter { other in
        other.cookbook != catalogue.cookbook
          && catalogues.byName.names(inChainOf: other.cookbook).contains(catalogue.cookbook)
      }
      // Where one of several cookbooks does not list it, the step is only here.
      let listed = Set(
        extending.first.map { first in
          extending.dropFirst().reduce(into: Set(first.steps.compactMap(\.number))) {
            $0.formIntersection($1.steps.compactMap(\.number))
          }
        } ?? [])
      let steps = catalogue.steps.compactMap { step in
        step.number.flatMap { number in
          listed.contains(number)
            ? nil : StepCells(number, step, step.requirements.compactMap { rows[$0] })
        }
      }
      return steps.isEmpty ? nil : (catalogue.cookbook, catalogue.revision, steps)
    }
  }

  private init(_ number: String, _ step: Catalogue.Step, _ rows: [Coverage.Row]) {
    self.init(
      number: number, title: step.title,
      cells: Self.witnesses.map { side, word in
        Self.cell(
          rows.filter { $0.requirement.isBinding && $0.requirement.shownBy.contains(side) }
            .map(\.verdict), word)
      })
  }

  /// `passed`, `failed`, `2 of 9 open`, or what would show it.
  ///
  /// - Parameter witness: What shows the requirements of the side.
  private static func cell(_ verdicts: [RequirementVerdict], _ witness: String) -> String {
    if verdicts.isEmpty { return "" }
    if verdicts.contains(.failed) { return "**failed**" }
    if verdicts.contains(.known) { return "known to fail" }
    let open = verdicts.filter { !$0.isProof }
    if open.isEmpty { return "passed" }
    if open.allSatisfy(\.isUnseen) { return witness }
    return "\(open.count) of \(verdicts.count) open"
  }
}

extension MarkdownPage {
  /// Writes the steps of the cookbooks. They don't count as lines: a cookbook has as many as it has.
  mutating func writeSteps() {
    for (cookbook, revision, steps) in StepCells.all(run) {
      var text = "\n## Steps of \(Markdown.text(cookbook)), revision \(Markdown.text(revision))\n\n"
      text += "| step | title | \(StepCells.sides.joined(separator: " | ")) |\n"
      text += "|---|---|---|---|---|\n"
      for step in steps {
        let title = Markdown.text(step.title).replacing("|", with: "¦")
        text += "| \(Markdown.text(step.number)) | \(title) "
        text += step.cells.map { "| \($0) " }.joined() + "|\n"
      }
      unlimited(text)
    }
  }
}
