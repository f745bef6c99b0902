// SPDX-License-Identifier: Apache-2.0
// The steps of the cookbooks in the HTML page.

import Record
import Suites
import Text

extension HTMLPage {
  mutating func writeStepTables() {
    guard !stepTables.isEmpty else { return }
    let legend = "<p class=\"note\">\(HTML.prose(StepCells.Table.legend(stepTables)))</p>"
    beginSection("steps", "Steps of the cookbooks", legend)
    let shown = placesWithEvidence
    for table in stepTables {
      let name = HTML.text(table.cookbook)
      output.line(
        "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"Steps of \(name)\">"
          + "<table class=\"step-table\"><caption>\(name), revision \(HTML.text(table.revision))"
          + "</caption><thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Title</th>")
      for side in StepCells.sides { output.write("<th scope=\"col\">\(side)</th>") }
      output.line("</tr></thead>")
      for phase in table.phases {
        output.line(
          "<tbody><tr id=\"\(Self.anchor(ofSteps: phase.id, in: table.cookbook))\">"
            + "<th scope=\"rowgroup\" colspan=\"\(StepCells.sides.count + 2)\">"
            + "\(HTML.text(PhaseTable.name(phase.id, phase.title)))</th></tr>")
        for step in phase.steps { write(step, of: table.cookbook, shown) }
        output.line("</tbody>")
      }
      output.line("</table></div>")
    }
    output.line("</section>")
  }

  private mutating func write(
    _ step: StepCells, of cookbook: String, _ shown: Set<CasePlace>
  ) {
    // A row has one head: the number, or the title of a part that has no number.
    if step.number.isEmpty {
      output.write("<tr><td></td><th scope=\"row\">\(HTML.text(step.title))</th>")
    } else {
      output.write(
        "<tr id=\"\(Self.anchor(ofStep: step.number, in: cookbook))\">"
          + "<th scope=\"row\">\(HTML.text(step.number))</th><td>\(HTML.text(step.title))</td>")
    }
    for (cell, side) in zip(step.cells, StepCells.sides) {
      output.write(
        "<td class=\"\(Self.colour(of: cell.parts.first?.verdict))\" data-side=\"\(side)\">"
          + "\(cell.parts.map { html(of: $0, shown) }.joined(separator: ", "))</td>")
    }
    output.line("</tr>")
  }

  /// The words of a part of a cell, as a link to a scenario that shows its verdict, or else to the first
  /// requirement that it is about.
  private func html(of part: StepCells.Part, _ shown: Set<CasePlace>) -> String {
    let proofs = part.rows.flatMap(\.proofs).filter { proof in
      switch part.verdict {
      case .passed: proof.verdict.isProof
      case .failed: proof.verdict == .failed
      case .known: proof.verdict == .known
      case .warned: proof.verdict == .warned
      case .open, .shownBy, .attested: false
      }
    }
    // A scenario with its exchanges tells the most of a failure, and a walk of the cookbook.
    let proof =
      proofs.first { shown.contains($0.place) }
      ?? proofs.first { run.record.suites[$0.place.suite].isWalk } ?? proofs.first
    let words = HTML.text(part.words)
    return proof.map { link(to: $0.place, words) }
      ?? part.rows.first.map { link(toRequirement: $0.requirement.id, words) } ?? words
  }

  private static func colour(of verdict: StepCells.Part.Verdict?) -> String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .known: "known"
    case .warned: "warned"
    case .open, .shownBy, .attested, nil: "unjudged"
    }
  }

  /// A link to a step of a cookbook; its text alone where no table has it.
  func link(toStep step: CookbookStep, _ inner: String) -> String {
    stepNumbers.contains(step)
      ? HTML.link(to: Self.anchor(ofStep: step.number, in: step.cookbook), inner) : inner
  }

  /// A link to the steps of a phase; its text alone where no table has them.
  func link(toSteps id: String, in cookbook: String, _ inner: String) -> String {
    stepTables.contains { $0.cookbook == cookbook && $0.phases.contains { $0.id == id } }
      ? HTML.link(to: Self.anchor(ofSteps: id, in: cookbook), inner) : inner
  }
}
