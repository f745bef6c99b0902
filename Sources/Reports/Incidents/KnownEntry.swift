// SPDX-License-Identifier: Apache-2.0
// What reports say of known failures: the page, the certificate and the summary of a run.

import Record
import Text

/// A known failure as reports show it.
struct KnownEntry {
  let failure: KnownFailure
  /// How many cases fail with it, or that it excuses nothing any more: `known failure of 2 scenarios`.
  let headline: String
  /// The reason, the last day and the link.
  let reason: String

  /// Those that excuse something, are none any more or have expired; not those of which nothing was
  /// judged.
  static func all(of run: RunJudgement) -> [KnownEntry] {
    run.known.flatMap { standing -> [KnownEntry] in
      let failure = standing.failure
      let reason = Visible.line(failure.sentence, limit: 500)
      var headlines: [String] = []
      if standing.failingCount > 0 {
        let word = failure.subject?.caseWord ?? run.record.subject.halves[0].caseWord
        headlines.append("known failure of \(Wording.count(standing.failingCount, word))")
      }
      if standing.isExpired {
        headlines.append("known failure that expired on \(failure.expires)")
      } else if let first = standing.passing.first {
        let more = standing.passing.count - 1
        let others = more == 0 ? "" : " and \(Wording.grouped(more)) more"
        headlines.append(
          "known failure that is none any more, to be taken from the list: "
            + "\(Visible.name(first))\(others)")
      }
      return headlines.map { KnownEntry(failure: failure, headline: $0, reason: reason) }
    }
  }
}

extension HTMLPage {
  /// How many are listed; the record has all.
  private static let knownLimit = 500

  mutating func writeKnown() {
    let entries = KnownEntry.all(of: run)
    guard !entries.isEmpty else { return }
    output.line(
      "<section id=\"known\" aria-labelledby=\"known-title\">"
        + "<h2 id=\"known-title\">Known failures</h2><ul>")
    for entry in entries.prefix(Self.knownLimit) {
      output.line(
        "<li><strong>\(HTML.text(entry.headline))</strong>: \(HTML.text(entry.reason)) "
          + "(\(HTML.code(entry.failure.location.description)))</li>")
    }
    output.line("</ul>")
    if entries.count > Self.knownLimit {
      output.line("<p>And \(Wording.grouped(entries.count - Self.knownLimit)) more.</p>")
    }
    output.line("</section>")
  }
}

extension MarkdownPage {
  /// How many are listed.
  private static let knownLimit = 15

  mutating func writeKnown() {
    let entries = KnownEntry.all(of: run)
    guard !entries.isEmpty else { return }
    line()
    line("## Known failures")
    line()
    for entry in entries.prefix(Self.knownLimit) {
      line(
        "- **\(Markdown.text(entry.headline))**: \(Markdown.text(entry.reason)) "
          + "(\(Markdown.code(entry.failure.location.description)))")
    }
    let more = entries.count - Self.knownLimit
    if more > 0 { line("- and \(Wording.grouped(more)) more, in `report.html`") }
  }
}

extension TerminalSummary {
  /// How many are listed.
  private static let knownLimit = 3

  /// The known failures that failed, are right now, or have expired, each in a line.
  var known: Printed {
    let entries = KnownEntry.all(of: run)
    var text = Printed()
    guard !entries.isEmpty else { return text }
    text.line(report.paint("Known failures:", .yellow))
    for entry in entries.prefix(Self.knownLimit) {
      text += report.layout.line("\(entry.headline): \(entry.reason)", indent: 2)
    }
    let more = entries.count - Self.knownLimit
    if more > 0 { text.line("  and \(Wording.grouped(more)) more: see the report") }
    return text
  }
}
