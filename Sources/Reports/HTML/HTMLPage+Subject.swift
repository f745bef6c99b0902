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
      rows.append(
        ("Cookbook", "\(HTML.text(catalogue.cookbook)), revision \(HTML.code(catalogue.revision))"))
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
    for cookbook in run.coverage.cookbooks {
      let used = RequirementVerdict.allCases.filter { verdict in
        cookbook.phases.contains { $0.rows.contains { $0.verdict == verdict } }
      }
      output.line(
        "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"Phases of "
          + "\(HTML.text(cookbook.cookbook))\"><table><caption>\(HTML.text(cookbook.cookbook))"
          + "</caption><thead><tr><th scope=\"col\">Phase</th>")
      for verdict in used { output.write("<th scope=\"col\">\(verdict.words)</th>") }
      output.line("</tr></thead><tbody>")
      for phase in cookbook.phases {
        output.write(
          "<tr><th scope=\"row\">"
            + HTML.link(
              to: Self.anchor(of: phase, in: cookbook),
              "\(HTML.text(phase.id)): \(HTML.text(phase.title))") + "</th>")
        for verdict in used {
          let count = phase.rows.count { $0.verdict == verdict }
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

  /// The id of a phase's heading.
  static func anchor(of phase: Coverage.Phase, in cookbook: Coverage.Cookbook) -> String {
    anchor(ofRequirement: "phase \(cookbook.cookbook) \(phase.id)")
  }
}
