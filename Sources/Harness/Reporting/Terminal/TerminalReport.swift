// SPDX-License-Identifier: Apache-2.0
// What a run prints: failures when they happen, and the summary at the end.

package import Catalogues
import Findings
package import Results
package import SourceText

/// The run on a terminal, or in the log of a CI.
package struct TerminalReport: Report {
  /// Whether the text is coloured by the escapes of ANSI terminals.
  package let hasColour: Bool

  package init(hasColour: Bool) {
    self.hasColour = hasColour
  }
}

extension TerminalReport {
  /// The summary, after an empty line.
  package func printed(of run: RunJudgement) -> Printed { "\n\(summary(of: run))" }

  /// The summary: failures in short, warnings, what was skipped, the numbers, the verdict.
  package func summary(of run: RunJudgement) -> Printed {
    var summary = TerminalSummary(run: run, report: self)
    summary.write()
    return summary.output
  }

  /// The text on a scenario that has failed or ended in error; empty for other scenarios.
  ///
  /// - Parameter requirements: The requirements of the catalogues by their ids.
  package func failure(
    _ judged: JudgedScenario, requirements: [String: Requirement] = [:]
  ) -> Printed {
    let (suite, scenario, judgement) = (judged.suite, judged.record, judged.judgement)
    guard judgement.kind == .failed || judgement.kind == .broken else { return "" }
    let word: Printed = judgement.kind == .failed ? "FAILED" : "ERROR"
    var text: Printed = "\(paint(word, .red)) \(Self.safe(suite)) › \(Self.safe(scenario.name))\n"
    for (index, incident) in judgement.incidents.enumerated() {
      if let step = incident.step {
        text +=
          "  \(index > 0 ? "after that, " : "")step \(incident.visit?.label ?? "") \(Self.safe(step.name))\n"
        for id in incident.covers {
          let requirement = requirements[id]
          let sentence =
            requirement.map { " (\(Self.safe($0.level.text))) \(Self.safe($0.text))" } ?? ""
          text += "    \(Self.safe(id))\(sentence)\n"
        }
      }
      for about in [scenario.about, incident.step?.about] {
        if let about { text += "    \(Self.safe(about))\n" }
      }
      text += lines(incident)
      if let problem = incident.problem {
        text += "    \(Self.safe(problem.message))\n"
        if let location = incident.location { text += "    \(location.visible)\n" }
      }
      if let exchange = incident.step?.exchanges.last {
        text += "    \(Self.safe(exchange.summary)) in \(Wording.duration(exchange.duration))\n"
      }
      if let advice = incident.step?.advice { text += "    What to do: \(Self.safe(advice))\n" }
      for name in incident.step?.chosen ?? [] {
        text += "    the service chose '\(Self.safe(name))'\n"
      }
    }
    return text
  }

  /// All findings; of an answer with another status only that, because the rest follows from it.
  private func lines(_ incident: Incident) -> Printed {
    guard let status = incident.findings.first(where: { $0.place == .status }) else {
      return incident.findings.map { lines($0, of: incident) }.joined()
    }
    let others = incident.findings.count - 1
    return lines(status, of: incident)
      + (others > 0
        ? "    and \(Wording.count(others, "other difference")) in the same answer\n" : "")
  }

  private func lines(_ finding: Finding, of incident: Incident) -> Printed {
    let location = incident.location(of: finding).visible
    var text: Printed = "    \(location): \(Self.safe(finding.place.description))\n"
    text += "      expected \(Self.safe(finding.expected, limit: 300))\n"
    text +=
      finding.found == Finding.nothing
      ? "      missing\n" : "      found    \(Self.safe(finding.found, limit: 300))\n"
    if let nearest = finding.nearest {
      text += "      nearest  \(Self.safe(nearest, limit: 300))\n"
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
