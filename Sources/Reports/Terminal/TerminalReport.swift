// SPDX-License-Identifier: Apache-2.0
// Prints a run on a terminal, as much of it as is asked for.

package import Record
import Suites
package import Text

/// The run on a terminal, or in the log of a CI.
package struct TerminalReport: Report {
  /// How much is told.
  package enum Amount: Sendable {
    /// The verdict alone, on one line.
    case verdict
    case usual
    /// Also every scenario with its exchanges.
    case exchanges
  }

  /// Whether the text is coloured by the escapes of ANSI terminals.
  package let hasColour: Bool
  package let layout: TerminalLayout
  package let amount: Amount

  /// - Parameters:
  ///   - columns: Those of the terminal; nil without one.
  ///   - rows: Those of the terminal; nil where they are not known.
  package init(
    hasColour: Bool, columns: Int? = nil, rows: Int? = nil, amount: Amount = .usual
  ) {
    self.hasColour = hasColour
    self.amount = amount
    layout = TerminalLayout(columns: columns, rows: rows, hasColour: hasColour)
  }
}

extension TerminalReport {
  /// How many lines the names of suite and scenario may take: what tells scenarios apart often stands
  /// at the end.
  private static let nameLines = 3

  /// The summary, after an empty line; or the verdict alone.
  package func printed(of run: RunJudgement) -> Printed {
    amount == .verdict ? "\(verdict(of: run))\n" : "\n\(summary(of: run))"
  }

  /// The summary, which fits a screen: the verdict, what was judged, what to fix first, what else,
  /// what was skipped, the numbers.
  package func summary(of run: RunJudgement) -> Printed {
    var summary = TerminalSummary(run: run, report: self)
    summary.write()
    return summary.output
  }

  /// The verdict on one line.
  func verdict(of run: RunJudgement) -> Printed {
    painted("\(Sanitized.line(run.outcome.sentence, limit: 1000))", of: run)
  }

  /// A text in the colour of the verdict.
  func painted(_ text: Printed, of run: RunJudgement) -> Printed {
    paint(
      text,
      run.outcome.kind.isIncomplete ? .yellow : run.outcome.status == 0 ? .green : .red)
  }

  /// The text on a scenario that has failed or ended in error. Empty for other scenarios.
  ///
  /// - Parameter calls: The calls as the documents write them.
  func failure(
    _ judged: JudgedScenario, _ shown: JudgedScenario.Shown, _ calls: CallNames
  ) -> Printed {
    let (scenario, judgement) = (shown.record, shown.judgement)
    guard judged.kind.isFault else { return "" }
    let word = judged.kind == .failed ? "FAILED" : "ERROR"
    let name = "\(Sanitized.name(judged.suite)) › \(Sanitized.name(scenario.name))"
    let room = layout.columns - word.utf8.count - 1
    let blank = String(repeating: " ", count: word.utf8.count)
    let lines = layout.fitted(name, to: room, Self.nameLines).enumerated()
    let text = lines.map { index, line in
      "\(index == 0 ? paint("\(word)", .red) : "\(blank)") \(line)\n" as Printed
    }.joined()
    guard let incident = judgement.incidents.first else { return text }
    return text + layout.prose(incident.headline(calls), indent: 2, limit: 2)
  }

  func paint(_ text: Printed, _ colour: Printed.Colour) -> Printed {
    hasColour ? text.coloured(colour) : text
  }
}

extension TerminalReport {
  /// How many lines of a body are shown, and characters of a line: a log should stay readable.
  private static let (bodyLines, lineCharacters) = (200, 2000)

  /// A scenario that has ended, with all that its steps sent and got: the secrets are masked, the
  /// headers decoded, the bodies indented.
  package func exchanges(of judged: JudgedScenario) -> Printed {
    exchanges(of: judged.shown.record, judged.kind, suite: judged.suite)
  }

  /// - Parameters:
  ///   - kind: How the scenario counts.
  ///   - suite: The name of its suite.
  package func exchanges(
    of scenario: ScenarioRecord, _ kind: Verdict.Kind, suite: String
  ) -> Printed {
    var text: Printed =
      "\(kind.rawValue) \(Sanitized.name(suite)) › \(Sanitized.name(scenario.name))"
    text += " in \(Wording.duration(scenario.duration))\n"
    return text + exchanges(of: scenario.steps)
  }

  /// The same of a shared fragment.
  package func exchanges(of fragment: SharedFragmentRecord) -> Printed {
    let given = fragment.given.isEmpty ? "" : " \(Sanitized.line(fragment.given, limit: 200))"
    return
      "\(fragment.verdict.kind.rawValue) preparation › \(Sanitized.name(fragment.name))\(given)\n"
      + exchanges(of: fragment.steps)
  }

  private func exchanges(of steps: [StepRecord]) -> Printed {
    var text = Printed()
    steps.visit { visit in
      let step = visit.step
      text += "  \(visit.label) \(Sanitized.name(step.name)): \(step.verdict.kind.rawValue)\n"
      for name in step.chosen { text += "    the service chose \(Sanitized.name(name))\n" }
      if let call = step.call {
        text += "    asked of the framework: \(Sanitized.name(call.name))\n"
        text += Self.lines(BodyLayout(call.request).lines, mark: ">")
        text += Self.lines(BodyLayout(call.answer).lines, mark: "<")
      }
      for exchange in step.exchanges { text += Self.text(of: exchange) }
      if step.leftOut.number > 0 {
        text += "    and \(Wording.count(step.leftOut.number, "further exchange"))\n"
      }
    }
    return text
  }

  private static func text(of exchange: ExchangeRecord) -> Printed {
    let time = " in \(Wording.duration(exchange.duration))"
    guard exchange.detail != nil else { return "    \(exchange.summary)\(time)\n" }
    let layout = ExchangeLayout(exchange)
    var answer = layout.answer
    answer[0].text += time
    if let remark = layout.remark { answer.append(BodyLayout.Line(text: remark)) }
    return lines(layout.request, mark: ">") + lines(answer, mark: "<")
  }

  /// - Parameter mark: Stands before each line: `>` for what was sent, `<` for what came.
  private static func lines(_ lines: [BodyLayout.Line], mark: String) -> Printed {
    let shown = lines.prefix(bodyLines).map { line -> Printed in
      line.text.isEmpty
        ? "    \(mark)\n" : "    \(mark) \(Sanitized.line(line.text, limit: lineCharacters))\n"
    }
    let more = lines.count - shown.count
    let rest: Printed =
      more > 0 ? "    \(mark) … \(Wording.count(more, "further line")): see report.json\n" : ""
    return shown.joined() + rest
  }
}
