// SPDX-License-Identifier: Apache-2.0
// The subject of the certificate in the Markdown report, phase by phase.

import Record
import Suites
import Text

extension MarkdownPage {
  /// How many recordings, origins, hosts, MVPDs or selections are named.
  private static let nameLimit = 20

  mutating func writeSubject() {
    let record = run.record
    heading("What was certified")
    if record.subject != .service { writeApplication() }
    if record.subject != .application { writeService() }
    for catalogue in record.catalogues {
      line(
        "- Cookbook: \(Markdown.text(catalogue.cookbook)), revision "
          + Markdown.code(catalogue.revision)
          + catalogue.earlierRevisions.map {
            ". Before, in revision \(Markdown.code($0.revision)): \(Markdown.text($0.demanded))"
          }.joined())
    }
    for (subject, totals) in run.halves {
      let suites = record.suites.filter { $0.subject == subject }
      let digest = SHA256.hexadecimal(Array(suites.map(\.digest).sorted().joined().utf8))
      let own = "; SHA-256 of the digests of all: \(Markdown.code(digest))"
      line(
        "- \(subject == .application ? "Rules" : "Suites"): "
          + "\(totals.size(of: subject)) in \(Wording.count(suites.count, "file"))"
          + (record.evidence == nil ? own : ""))
    }
    if let evidence = record.evidence {
      line(
        "- Evidence: \(Wording.count(evidence.files.count, "file")) and the tool; SHA-256 of the "
          + "digests of all: \(Markdown.code(evidence.digest(record.tool))); "
          + "`sso-conformance report verify` compares them")
    }
    line(
      "- Tool: \(Markdown.text(record.tool.name)) \(Markdown.text(record.tool.version)), "
        + "\(record.startedAt.isoSeconds.replacing("T", with: " ")) UTC"
        + (record.isStrict ? "; strict: warnings are failures" : ""))
    if let selection = record.selection {
      let words =
        selection.paths.map { Markdown.code($0) }
        + selection.options.map {
          $0.value.isEmpty ? "`\($0.name)`" : "`\($0.name)` \(Markdown.code($0.value))"
        }
      line(
        "- Selected: \(Wording.grouped(selection.selected)) of "
          + "\(Wording.count(selection.total, "scenario")): \(Self.named(words))")
    }
    if let shard = record.shard {
      let run = shard.run.map { ", of run \(Markdown.code($0))" } ?? ""
      line("- Shard: \(shard.index) of \(shard.count)\(run)")
    }
    for note in record.notes.prefix(record.earlierFailures.count + Self.nameLimit) {
      line("- **Note:** \(Markdown.text(note))")
    }
  }

  /// The recordings by which the application was judged.
  private mutating func writeApplication() {
    guard let audit = run.record.audit else { return }
    line(
      "- Application, by its traffic in: \(Self.named(audit.recordings.map { Markdown.code($0) }))")
    if !audit.origins.isEmpty {
      line("- Service that it talks to: \(Self.named(audit.origins.map { Markdown.code($0) }))")
    }
    line("- Traffic: \(Markdown.text(audit.sentence))")
    for row in run.applications(limit: Self.nameLimit) {
      line("- \(row.name): \(Markdown.text(row.words))")
    }
    if let span = audit.span {
      let times = [span.lowerBound, span.upperBound].map { $0.isoSeconds.replacing("T", with: " ") }
      line("- Recorded: \(times[0]) to \(times[1]) UTC")
    }
    if !audit.ignored.isEmpty {
      let hosts = audit.ignored.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let words = hosts.map { "\(Markdown.code($0.key)) (\(Wording.grouped($0.value)))" }
      line("- Ignored, with their entries: \(Self.named(words))")
    }
  }

  private mutating func writeService() {
    let target = run.record.target
    line("- Target: \(Markdown.text(target.name)), \(Markdown.code(target.url))")
    if let provider = target.serviceProvider {
      line("- Service provider: \(Markdown.code(provider))")
    }
    if !target.mvpds.isEmpty {
      line("- MVPDs: \(Self.named(target.mvpds.map { Markdown.code($0) }))")
    }
    if run.totals.usesFramework {
      line("- Partner framework: \(Markdown.text(target.framework))")
    }
  }

  /// The first of the names, and how many more there are.
  static func named(_ names: [String], limit: Int = nameLimit) -> String {
    let more = names.count - limit
    return names.prefix(limit).joined(separator: ", ")
      + (more > 0 ? " and \(Wording.grouped(more)) more" : "")
  }

  mutating func writePhases() {
    guard !run.coverage.cookbooks.isEmpty else { return }
    line()
    line("## Requirements")
    if let remark = PhaseTable.remark(run) {
      line()
      line(Markdown.text(remark))
    }
    for table in PhaseTable.all(run) {
      line()
      let names = table.verdicts.map(\.words).joined(separator: " | ")
      line("| \(Markdown.text(table.cookbook)) | \(names) |")
      line("|---|\(String(repeating: "--:|", count: table.verdicts.count))")
      for phase in table.phases {
        let counts = table.verdicts.map { phase.count($0) }.map { $0 == 0 ? "" : "\($0)" }
        let name = Markdown.text(PhaseTable.name(phase.id, phase.title))
        line("| \(name) | \(counts.joined(separator: " | ")) |")
      }
    }
    let failed = run.coverage.rows.filter { $0.verdict == .failed }
    if !failed.isEmpty {
      line()
      let ids = failed.map { Markdown.code($0.requirement.id) }
      line("Failed: \(Self.named(ids, limit: 60)).")
    }
    if !run.coverage.unknown.isEmpty {
      let ids = run.coverage.unknown.map { Markdown.code($0) }
      line()
      line("Covered, but in no catalogue: \(Self.named(ids, limit: 50)).")
    }
  }
}
