// SPDX-License-Identifier: Apache-2.0
// Annotations on a suite's lines, as GitHub reads them from the log.

import Catalogues
import Findings
package import Results
import SourceText

/// Workflow commands of GitHub Actions: one for each failure at the suite's file and line.
///
/// GitHub shows ten of a kind for each step of a job and loses the rest, so where there are more
/// there is one for each suite, with their number.
package struct AnnotationReport: Report {
  /// How many of a kind GitHub shows.
  private static let limit = 10

  package init() {}

  package func write(_ run: RunJudgement, to output: inout ReportOutput) {
    write(IncidentGroup.failures(of: run), "error", run, to: &output)
    write(IncidentGroup.warnings(of: run), "warning", run, to: &output)
  }

  private func write(
    _ groups: [IncidentGroup], _ kind: String, _ run: RunJudgement, to output: inout ReportOutput
  ) {
    if groups.count <= Self.limit {
      for group in groups { write(group, kind, run, count: nil, to: &output) }
      return
    }
    // The suite with the most comes first.
    let bySuite = Dictionary(grouping: groups) { $0.places[0].suite }
    let suites = bySuite.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let shown = suites.count <= Self.limit ? suites.count : Self.limit - 1
    for (_, groups) in suites.prefix(shown) {
      write(groups[0], kind, run, count: groups.count, to: &output)
    }
    if suites.count > shown {
      let left = suites.dropFirst(shown)
      let number = left.reduce(0) { $0 + $1.value.count }
      let title = "\(Wording.count(number, kind)) in \(Wording.count(left.count, "other suite"))"
      output.line("::\(kind) title=\(Self.property(title))::\(Self.message("see the report"))")
    }
  }

  private func write(
    _ group: IncidentGroup, _ kind: String, _ run: RunJudgement, count: Int?,
    to output: inout ReportOutput
  ) {
    let suite = run.record.suites[group.places[0].suite]
    let scenario = run.record.scenario(at: group.places[0])
    let location = group.incident.location ?? scenario.location
    var title = Visible.name(scenario.name, limit: 120)
    if group.places.count > 1 {
      title += " and \(Wording.count(group.places.count - 1, "other scenario"))"
    }
    if let count, count > 1 {
      title = "\(Visible.name(suite.name, limit: 120)): \(Wording.count(count, kind))"
    }
    var lines = [JUnitCase.message(group.incident)]
    for id in group.incident.covers {
      let sentence =
        run.requirements[id].map { " (\($0.level.text)): \(Visible.name($0.text))" } ?? ""
      lines.append("\(Visible.line(id))\(sentence)")
    }
    for about in [suite.about, scenario.about, group.incident.step?.about] {
      if let about { lines.append(Visible.name(about)) }
    }
    for name in group.incident.step?.chosen ?? [] {
      lines.append("the service chose '\(Visible.line(name))'")
    }
    let place = "file=\(Self.property(location.file)),line=\(location.position.line)"
    let column = "col=\(location.position.column),title=\(Self.property(title))"
    output.line("::\(kind) \(place),\(column)::\(Self.message(lines.joined(separator: "\n")))")
  }

  /// A value before the `::`.
  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// What follows the `::`. Line breaks are those that were put in here.
  private static func message(_ text: String) -> String {
    Visible.lines(text, limit: 4000).replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }
}
