// SPDX-License-Identifier: Apache-2.0
// What a run prints: failures when they happen, and the summary at the end.

package import Record
package import Suites
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

  /// - Parameter columns: Those of the terminal; nil where there is none.
  package init(hasColour: Bool, columns: Int? = nil, amount: Amount = .usual) {
    self.hasColour = hasColour
    self.amount = amount
    layout = TerminalLayout(columns: columns)
  }
}

extension TerminalReport {
  /// The summary, after an empty line; or the verdict alone.
  package func printed(of run: RunJudgement) -> Printed {
    amount == .verdict ? "\(verdict(of: run))\n" : "\n\(summary(of: run))"
  }

  /// The summary, which fits a screen: what to fix first, what else, what was skipped, the numbers,
  /// the verdict.
  package func summary(of run: RunJudgement) -> Printed {
    var summary = TerminalSummary(run: run, report: self)
    summary.write()
    return summary.output
  }

  /// The verdict on one line.
  func verdict(of run: RunJudgement) -> Printed {
    painted("\(Self.safe(run.outcome.sentence, limit: 1000))", of: run)
  }

  /// A text in the colour of the verdict.
  func painted(_ text: Printed, of run: RunJudgement) -> Printed {
    paint(text, run.outcome.status == 0 ? .green : .red)
  }

  /// The text on a scenario that has failed or ended in error: its first incident, and how many
  /// steps failed after that. Empty for other scenarios.
  ///
  /// - Parameter requirements: The requirements of the catalogues by their ids.
  package func failure(
    _ judged: JudgedScenario, requirements: [String: Requirement] = [:]
  ) -> Printed {
    let (scenario, judgement) = (judged.record, judged.judgement)
    guard judgement.kind == .failed || judgement.kind == .broken else { return "" }
    let word = judgement.kind == .failed ? "FAILED" : "ERROR"
    let name = "\(Visible.name(judged.suite)) › \(Visible.name(scenario.name))"
    let room = layout.columns - word.utf8.count - 1
    var text: Printed = "\(paint("\(word)", .red)) \(Columns.cut(name, to: room))\n"
    guard let incident = judgement.incidents.first else { return text }
    let entry = TerminalEntry(
      incident: incident, findings: incident.findings, requirements: requirements, layout: layout)
    if let step = incident.step {
      text += layout.line(
        "step \(incident.visit?.label ?? "") \(Visible.name(step.name))", indent: 2)
    }
    text += entry.demands(indent: 4)
    if let about = incident.step?.about ?? scenario.about {
      text += layout.prose(about, indent: 4, limit: 2)
    }
    text += entry.facts(indent: 4)
    let later = judgement.incidents.count - 1
    if later > 0 {
      text += "    after that, \(Wording.count(later, "further step")) failed as well\n"
    }
    return text
  }
}

extension TerminalReport {
  func paint(_ text: Printed, _ colour: Printed.Colour) -> Printed {
    hasColour ? text.coloured(colour) : text
  }

  /// A text from outside in at most so many characters.
  static func safe(_ text: String, limit: Int = 500) -> String {
    Visible.line(text, limit: limit)
  }
}
