// SPDX-License-Identifier: Apache-2.0
// The subject of the certificate, and the phases at a glance, in the HTML page.

import Record
import Suites
import Text

extension HTMLPage {
  mutating func writeSubject() {
    let record = run.record
    var rows: [(String, String)] = []
    if record.subject != .application { rows += serviceRows }
    if record.subject != .service { rows += applicationRows }
    for catalogue in record.catalogues {
      let earlier = catalogue.earlierRevisions.map {
        ". Before, in revision \(HTML.code($0.revision)): \(HTML.prose($0.demanded))"
      }
      rows.append(
        (
          "Cookbook",
          "\(HTML.text(catalogue.cookbook)), revision \(HTML.code(catalogue.revision))"
            + earlier.joined()
        ))
    }
    rows.append(("Date", "\(record.startedAt.isoSeconds.replacing("T", with: " ")) UTC"))
    if let evidence = record.evidence {
      rows.append(
        (
          "Evidence",
          "\(Wording.count(evidence.files.count, "file")) and the tool; SHA-256 of the digests of "
            + "all: \(Self.digest(evidence.digest(record.tool)))"
        ))
    }
    if let selection = record.selection {
      let words = selection.paths + selection.options.map(\.words)
      rows.append(
        (
          "Selected",
          "\(Wording.grouped(selection.selected)) of "
            + "\(Wording.count(selection.total, "scenario")): "
            + words.map { HTML.code($0) }.joined(separator: ", ")
        ))
    }
    if let shard = record.shard {
      let run = shard.run.map { ", of run \(HTML.code($0))" } ?? ""
      rows.append(("Shard", "\(shard.index) of \(shard.count)\(run)"))
    }
    if record.isStrict { rows.append(("Strict", "warnings are failures")) }
    for note in record.notes { rows.append(("Note", HTML.prose(note))) }
    beginSection("subject", "What was certified", "<dl>")
    for (name, value) in rows { output.line("<dt>\(name)</dt><dd>\(value)</dd>") }
    output.line("</dl>")
    writeFiles()
    output.line("</section>")
  }

  /// Lists the suites, and the other files that the verdict rests on, with their digests.
  private mutating func writeFiles() {
    let record = run.record
    let others = (record.evidence?.files ?? []).filter { file in
      !record.suites.contains { $0.digest == file.digest && $0.file == file.path }
    }
    guard !record.suites.isEmpty || !others.isEmpty else { return }
    output.line("<details><summary>Their files, with the SHA-256 of each</summary><ul>")
    for suite in record.suites {
      output.line(
        "<li>\(HTML.text(suite.name)): "
          + "\(Wording.count(suite.scenarios.count, suite.subject.caseWord)), "
          + "\(HTML.code(suite.file)) \(Self.digest(suite.digest))</li>")
    }
    for file in others {
      output.line(
        "<li>\(file.kind.rawValue): \(HTML.code(file.path)) \(Self.digest(file.digest))</li>")
    }
    output.line("</ul></details>")
  }

  private static func digest(_ text: String) -> String {
    "<code class=\"digest\">\(HTML.text(text))</code>"
  }

  private var serviceRows: [(String, String)] {
    let target = run.record.target
    var rows = [("Target", "\(HTML.text(target.name)), \(HTML.code(target.url))")]
    if let provider = target.serviceProvider {
      rows.append(("Service provider", HTML.code(provider)))
    }
    if !target.mvpds.isEmpty {
      rows.append(("MVPDs", target.mvpds.map { HTML.code($0) }.joined(separator: ", ")))
    }
    if run.totals.usesFramework {
      rows.append(("Partner framework", HTML.text(target.framework)))
    }
    return rows
  }

  private static let applicationLimit = 200

  /// The recordings by which the application was judged.
  private var applicationRows: [(String, String)] {
    guard let audit = run.record.audit else { return [] }
    var rows = [
      ("Application", audit.recordings.map { HTML.code($0) }.joined(separator: ", ")),
      ("Service", audit.origins.map { HTML.code($0) }.joined(separator: ", ")),
      ("Traffic", HTML.text(audit.sentence)),
    ]
    for row in run.applications(limit: Self.applicationLimit) {
      rows.append((row.name, HTML.text(row.words)))
    }
    if let span = audit.span {
      let times = [span.lowerBound, span.upperBound].map { $0.isoSeconds.replacing("T", with: " ") }
      rows.append(("Recorded", "\(times[0]) to \(times[1]) UTC"))
    }
    return rows
  }

  mutating func writeMatrix() {
    beginSection("phases", "Phases")
    if let remark = PhaseTable.remark(run) {
      output.line("<p class=\"note\">\(HTML.text(remark))</p>")
    }
    for table in PhaseTable.all(run) {
      output.line(
        "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"Phases of "
          + "\(HTML.text(table.cookbook))\"><table><caption>\(HTML.text(table.cookbook))"
          + "</caption><thead><tr><th scope=\"col\">Phase</th>")
      for verdict in table.verdicts { output.write("<th scope=\"col\">\(verdict.words)</th>") }
      output.line("</tr></thead><tbody>")
      for phase in table.phases {
        let title = HTML.text(PhaseTable.name(phase.id, phase.title))
        let link =
          phase.hasOwn
          ? HTML.link(to: Self.anchor(ofPhase: phase.id, in: table.cookbook), title)
          : link(toSteps: phase.id, in: table.cookbook, title)
        output.write("<tr><th scope=\"row\">\(link)</th>")
        for verdict in table.verdicts {
          let count = phase.count(verdict)
          output.write(
            count == 0
              ? "<td></td>" : "<td class=\"\(verdict.rawValue)\">\(Wording.grouped(count))</td>")
        }
        output.line("</tr>")
      }
      output.line("</tbody></table></div>")
    }
    output.line("</section>")
  }

  /// The id of the requirements of a phase.
  static func anchor(ofPhase id: String, in cookbook: String) -> String {
    anchor(ofRequirement: "phase \(cookbook) \(id)")
  }
}
