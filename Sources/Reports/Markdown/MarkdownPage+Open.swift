// SPDX-License-Identifier: Apache-2.0
// Open requirements, choices of the service, warnings and violations of HTTP in the Markdown
// report.

import HTTP
import Record
import Suites
import Text

extension MarkdownPage {
  /// How many lines each of these sections has at most.
  private static let lineLimit = 12

  mutating func writeOpen() {
    for subject in run.record.subject.halves { writeOpen(of: subject) }
  }

  /// Writes why cases were not run or rules not judged, and the requirements that are open for it.
  private mutating func writeOpen(of subject: JudgedSide) {
    let lines = run.openLines(of: subject)
    guard !lines.isEmpty else { return }
    heading(subject == .application ? "What was not judged" : "What was not certified")
    let limit = room(for: Self.lineLimit)
    for open in lines.prefix(limit) {
      let ids = open.ids.map { Markdown.code($0) }
      line("- \(Markdown.text(open.text))\(ids.isEmpty ? "" : ": \(Self.named(ids))")")
    }
    let more = lines.count - limit
    if more > 0 { line("- and \(Wording.count(more, "further reason")), in `report.html`") }
  }

  /// Writes what the service chose where the documents contradict themselves: an application has to
  /// cope with it.
  mutating func writeChoices() {
    var chosen: [String: [String: Int]] = [:]
    run.record.visitSteps { visit in
      for name in visit.step.chosen {
        // What a step covers that uses a fragment need not be decided by the fragment's call.
        for cover in visit.step.covers {
          guard let ambiguity = run.requirements[cover.id]?.ambiguity else { continue }
          chosen[ambiguity, default: [:]][name, default: 0] += 1
        }
      }
    }
    let known = chosen.filter { choice($0.key) != nil }.sorted { $0.key < $1.key }
    guard !known.isEmpty else { return }
    heading("What the service chose where the documents disagree")
    let limit = room(for: 2 * Self.lineLimit)
    for (id, names) in known.prefix(limit) {
      let words = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "“\(Markdown.text($0.key))”" }
      line("- \(ambiguity(id)): \(Self.named(words, limit: 3)). " + Markdown.text(choice(id) ?? ""))
    }
    if known.count > limit {
      line("- and \(Wording.count(known.count - limit, "further one")), in `report.html`")
    }
  }

  mutating func writeWarnings() {
    let groups = IncidentGroup.warnings(of: run)
    guard !groups.isEmpty else { return }
    heading("Warnings")
    line("Warnings are not failures, except with `--strict`.")
    line()
    let limit = room(for: Self.lineLimit)
    for group in groups.prefix(limit) {
      let ids = group.covers.map { Markdown.code($0) }
      let about = ids.isEmpty ? "" : " (\(Self.named(ids, limit: 4)))"
      line("- \(Markdown.text(group.title))\(about)")
    }
    let more = groups.count + groups.leftOutCount - limit
    if more > 0 { line("- and \(Wording.grouped(more)) more, in `report.html`") }
  }

  mutating func writeWireIssues() {
    var issues = Tally()
    run.record.visitSteps { visit in
      for exchange in visit.step.exchanges {
        for issue in exchange.issues {
          issues.add(
            "\(Markdown.text(issue.message)) (\(Markdown.text(issue.rule)))",
            Markdown.code("\(exchange.method) \(exchange.url) → \(exchange.status)"))
        }
      }
    }
    guard !issues.entries.isEmpty else { return }
    heading("Violations of HTTP")
    line("These answers could still be read; the verdict does not depend on them.")
    line()
    for entry in issues.entries.prefix(Self.lineLimit) {
      line(
        "- \(entry.text): \(Wording.count(entry.count, "answer")), such as \(entry.example)")
    }
  }
}
