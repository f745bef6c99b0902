// SPDX-License-Identifier: Apache-2.0
// Expectation and answer, side by side, in the HTML page.

import Expectations
import HTTP
import Record
import Text

extension HTMLPage {
  /// Writes what is wrong with a step.
  ///
  /// - Parameter scenario: The scenario of the step, where all is shown: what to do, and what was sent
  ///   and answered. Otherwise each thing that is wrong gets a line, since another scenario shows it
  ///   whole.
  mutating func writeEvidence(_ step: StepRecord, wholeFor scenario: ShownScenario?) {
    let findings = step.verdict.findings + step.warnings
    if scenario != nil {
      if let about = step.about { output.line("<p class=\"about\">\(HTML.prose(about))</p>") }
      if let advice = step.advice {
        output.line("<p class=\"advice\">What to do: \(HTML.prose(advice))</p>")
      }
    }
    if let problem = step.verdict.problem {
      output.line("<p>There was no answer to judge: \(HTML.prose(problem.message))</p>")
    }
    if let reason = step.verdict.reason { output.line("<p>\(HTML.prose(reason))</p>") }
    guard let scenario else { return writeLines(of: findings) }
    if !findings.isEmpty { writeTable(of: findings, in: step.location.file) }
    if let line = TimeLine(findings) { output.line(line.html) }
    if !step.chosen.isEmpty {
      output.line("<p>The service chose \(Wording.list(step.chosen.map { HTML.text($0) })).</p>")
    }
    for note in step.notes { output.line("<p class=\"note\">\(HTML.text(note.description))</p>") }
    if let call = step.call {
      output.line("<div class=\"sides\">")
      writePane("Asked of the framework: \(HTML.text(call.name))", BodyLayout(call.request).lines)
      writePane("It answered", BodyLayout(call.answer).lines)
      output.line("</div>")
    }
    // Rules are about the request, and findings of suites about the answer.
    let ofAnswer = step.action == .traffic ? [] : findings
    if let exchange = step.exchanges.last { write(exchange, ofAnswer, of: step) }
    // A fault below it has commands of its own.
    if step.action != .traffic, !step.steps.contains(where: { $0.verdict.kind.isFault }) {
      writeCommands(for: step, in: scenario)
    }
  }

  private mutating func writeLines(of findings: [Finding]) {
    let shown = findings.prefix(3).map {
      "\(HTML.code($0.place.description, limit: 120)): expected \(HTML.prose($0.words, limit: 80)), "
        + $0.outcome(HTML.found($0, limit: 80))
    }
    let more = findings.count - shown.count
    let others = more > 0 ? ["and \(Wording.grouped(more)) more, in <code>report.json</code>"] : []
    if !shown.isEmpty {
      output.line("<p class=\"where\">\((shown + others).joined(separator: "; "))</p>")
    }
  }

  private mutating func writeTable(of findings: [Finding], in file: String) {
    output.line(
      "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"Expected and found\">"
        + "<table class=\"findings\"><thead><tr><th scope=\"col\">Place</th>"
        + "<th scope=\"col\">Expected</th><th scope=\"col\">Found</th></tr></thead><tbody>")
    for finding in findings.prefix(50) {
      let nearest = finding.nearest.map { "<br><span class=\"why\">\(HTML.prose($0))</span>" } ?? ""
      let place = SourceLocation(file: file, position: finding.position)
      let written =
        finding.words == finding.expected ? "" : ": \(HTML.code(finding.expected, limit: 600))"
      findingCount += 1
      let anchor = "finding-\(findingCount)"
      output.line(
        "<tr id=\"\(anchor)\"><th scope=\"row\">\(HTML.link(to: anchor, HTML.code(finding.place.description, limit: 200)))<br>"
          + "<span class=\"where\">\(HTML.text(place.description))\(written)</span></th>"
          + "<td class=\"expected\">\(HTML.prose(finding.words, limit: 600))</td>"
          + "<td class=\"found\">\(HTML.found(finding, limit: 600))\(nearest)</td></tr>")
    }
    output.line("</tbody></table></div>")
  }

  /// Writes a request and its answer, side by side.
  mutating func write(
    _ exchange: ExchangeRecord, _ findings: [Finding], of step: StepRecord
  ) {
    let others = step.exchanges.count - 1 + step.leftOut.number
    if others > 0 { output.line("<p>The last of \(Wording.count(others + 1, "exchange")):</p>") }
    for note in exchange.notes { output.line("<p class=\"note\">\(HTML.text(note))</p>") }
    guard exchange.detail != nil else { return }
    var shown = exchange
    let folded = exchange.detail?.requestHeaders.filter(Self.isFolded) ?? []
    // It stands among the others all the same, so that one that is missing is seen.
    shown.detail?.requestHeaders = (exchange.detail?.requestHeaders ?? []).map {
      Self.isFolded($0) ? HeaderField($0.name, "… (below)") : $0
    }
    let layout = ExchangeLayout(shown, marking: ExchangeLayout.Marks(findings))
    output.line("<div class=\"sides\">")
    writePane("Request", layout.request, folded)
    let remark = layout.remark.map { [BodyLayout.Line(text: $0)] } ?? []
    writePane("Answer, after \(Wording.duration(exchange.duration))", layout.answer + remark)
    output.line("</div>")
  }

  /// The commands that show a failure again: one sends the request, one runs the scenario.
  private mutating func writeCommands(for step: StepRecord, in scenario: ShownScenario) {
    let request = step.exchanges.last.flatMap {
      run.record.curlCommand(of: $0, in: scenario.record)
    }
    let commands = [
      ("Send the request again", request), ("Run the scenario again", scenario.command),
    ].compactMap { title, command in command.map { (title, $0) } }
    guard !commands.isEmpty else { return }
    output.write("<details class=\"again\"><summary>See it again, in a shell</summary>")
    for (title, command) in commands {
      output.line(
        "<p class=\"pane\">\(title)</p><pre class=\"copy\" tabindex=\"0\" aria-label=\"\(title)\">"
          + "\(HTML.lines(command, limit: .max))</pre>")
    }
    output.line("</details>")
  }

  /// How many lines and characters of a request, or an answer, are shown.
  private static let (lineLimit, characterLimit) = (400, 20_000)

  /// Whether a header says the same in each request, in many lines.
  private static func isFolded(_ field: HeaderField) -> Bool {
    HeaderList.isSame(field.name, "X-Device-Info")
  }

  /// - Parameter folded: The headers that are shown on demand.
  private mutating func writePane(
    _ title: String, _ lines: [BodyLayout.Line], _ folded: [HeaderField] = []
  ) {
    output.write("<div><p class=\"pane\">\(title)</p>")
    writeLines(lines, title)
    for field in folded {
      output.write("<details><summary>\(HTML.code(field.name))</summary>")
      writeLines(BodyLayout.lines(of: [field]), field.name)
      output.write("</details>")
    }
    output.line("</div>")
  }

  private mutating func writeLines(_ lines: [BodyLayout.Line], _ title: String) {
    output.write("<pre tabindex=\"0\" aria-label=\"\(HTML.text(title))\">")
    var left = Self.characterLimit
    for (index, line) in lines.enumerated() {
      guard index < Self.lineLimit, left > 0 else {
        output.line("… \(Wording.count(lines.count - index, "more line")): see report.json")
        break
      }
      let text = HTML.lines(line.text, limit: min(left, 2000))
      left -= text.utf8.count
      output.line(line.isMarked ? "<mark>\(text)</mark>" : text)
    }
    output.line("</pre>")
  }
}
