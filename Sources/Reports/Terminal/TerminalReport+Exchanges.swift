// SPDX-License-Identifier: Apache-2.0
// The exchanges of a scenario on a terminal, as `--verbose` shows them.

package import Record
package import Text

extension TerminalReport {
  /// How many lines of a body are shown, and characters of a line: a log should stay readable.
  private static let (bodyLines, lineCharacters) = (200, 2000)

  /// A scenario that has ended, with all that its steps sent and got: the secrets are masked, the
  /// headers decoded, the bodies indented.
  package func exchanges(of judged: JudgedScenario) -> Printed {
    exchanges(of: judged.record, judged.judgement.kind, suite: judged.suite)
  }

  /// - Parameters:
  ///   - kind: How the scenario counts.
  ///   - suite: The name of its suite.
  package func exchanges(
    of scenario: ScenarioRecord, _ kind: Verdict.Kind, suite: String
  ) -> Printed {
    var text: Printed =
      "\(kind.rawValue) \(Visible.name(suite)) › \(Visible.name(scenario.name))"
    text += " in \(Wording.duration(scenario.duration))\n"
    return text + exchanges(of: scenario.steps)
  }

  /// The same of a shared fragment.
  package func exchanges(of fragment: SharedFragmentRecord) -> Printed {
    let given = fragment.given.isEmpty ? "" : " \(Visible.line(fragment.given, limit: 200))"
    return
      "\(fragment.verdict.kind.rawValue) shared fragment › \(Visible.name(fragment.name))\(given)\n"
      + exchanges(of: fragment.steps)
  }

  private func exchanges(of steps: [StepRecord]) -> Printed {
    var text = Printed()
    steps.visit { visit in
      let step = visit.step
      text += "  \(visit.label) \(Visible.name(step.name)): \(step.verdict.kind.rawValue)\n"
      for name in step.chosen { text += "    the service chose \(Visible.name(name))\n" }
      if let call = step.call {
        text += "    asked of the framework: \(Visible.name(call.name))\n"
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
        ? "    \(mark)\n" : "    \(mark) \(Visible.line(line.text, limit: lineCharacters))\n"
    }
    let more = lines.count - shown.count
    let rest: Printed =
      more > 0 ? "    \(mark) … \(Wording.count(more, "further line")): see report.json\n" : ""
    return shown.joined() + rest
  }
}
