// SPDX-License-Identifier: Apache-2.0
// The summary that a run prints at its end: one screen.

import Expectations
import Record
import Text

/// The summary of one run, as far as it is written.
///
/// The first thing to fix stands there with all that is needed to fix it. The others, warnings and
/// what the service chose are in the reports, and counted here.
struct TerminalSummary {
  let run: RunJudgement
  let report: TerminalReport
  var output = Printed()

  /// The lines for the paths of the reports and the shell's prompt.
  private static let reservedLines = 3
  /// How many further things to fix have a line, reasons to skip, remarks.
  private static let (fixLimit, reasonLimit, remarkLimit) = (4, 2, 2)
  /// How many lines tell what was judged.
  private static let subjectLimit = 3
}

extension TerminalSummary {
  var layout: TerminalLayout { report.layout }

  mutating func write() {
    output += verdict
    output += subject
    let failures = IncidentGroup.failures(of: run)
    let hasPreflight = !run.preflights.isEmpty
    if !hasPreflight { output.line() }
    let begin = output.lineCount
    if let sporadic = run.sporadic {
      for line in layout.sentence(sporadic, limit: 3) { output.line(report.paint(line, .yellow)) }
    }
    if hasPreflight { writePreflight(failures.filter(\.isPreflight)) }
    defer {
      if hasPreflight { output += Letter(about: run.record, on: report, faultLimit: 1).text }
    }
    // After a preflight only what was judged all the same can have more to tell.
    let judged = run.record.suites.filter { !$0.isPreflight }.flatMap(\.scenarios)
    guard !hasPreflight || judged.contains(where: { $0.verdict.kind.wasRun }) else { return }
    let fixes = failures.filter { !$0.isPreflight }
    let numbers = self.numbers(isShort: !fixes.isEmpty)
    let others = max(0, fixes.count + failures.leftOutCount - 1)
    let (remarks, reasons, known) = (self.remarks, self.reasons, self.known)
    // One line counts what is elsewhere, and one is empty.
    var room = layout.rows - Self.reservedLines - 2
    let briefReasons = fixes.isEmpty ? Printed() : self.briefReasons
    for text in [output, remarks, known, numbers, briefReasons] { room -= text.lineCount }
    var repeated = 0
    var listed: [IncidentGroup] = []
    if let cause = run.clockFinding {
      output.line(report.paint("To fix first:", .red))
      output += layout.statement(cause, indent: 2, limit: 3)
    } else if let first = fixes.first {
      if hasPreflight { output.line() }
      output.line(report.paint(others > 0 ? "To fix first:" : "To fix:", .red))
      let before = output.lineCount
      // The next ones get a line.
      write(first, room: room - 1 - min(others, 2))
      room -= output.lineCount - before + 1
      // One that reads the same says nothing more.
      var told: Set<String> = [first.headline]
      let others = fixes.filter { told.insert($0.headline).inserted }
      repeated = fixes.count - 1 - others.count
      listed = Array(others.prefix(min(Self.fixLimit, max(0, room - 1))))
    }
    if !listed.isEmpty {
      output.line("Then:")
      for group in listed {
        output += layout.prose(group.title, indent: 2, limit: layout.breaksSentences ? 1 : 3)
      }
      room -= listed.count + 1
    }
    output += known
    room += briefReasons.lineCount
    output += fixes.isEmpty || reasons.lineCount <= room ? reasons : briefReasons
    let untold = others - listed.count + (run.clockFinding == nil ? 0 : 1)
    output += elsewhere(unlisted: untold, repeated: repeated, isShort: !fixes.isEmpty)
    output += remarks
    if output.lineCount > begin { output.line() }
    let walks = self.walks
    output += walks
    if !walks.isEmpty { output.line() }
    output += numbers
  }

  /// - Parameter isShort: Whether to leave out what the verdict says.
  private func numbers(isShort: Bool) -> Printed {
    var text = Printed()
    let short = run.halves.map { subject, totals in
      "\(totals.size(of: subject)): \(totals.counts(of: subject))"
    }.joined(separator: "; ")
    let counts = [isShort ? short : run.totalsSentence, run.totals.openSentence]
    for line in layout.sentence(counts.compactMap(\.self).joined(separator: "; ")) {
      text.line(line)
    }
    if let audit = run.record.audit {
      for line in layout.sentence(audit.sentence) { text.line(line) }
    }
    if let totals = run.halves.first(where: { $0.subject == .service })?.totals {
      text.line(
        "\(Wording.count(totals.requests, "request")), \(Wording.duration(run.record.duration))")
    }
    return text
  }

  /// What was judged, by what and when.
  private var subject: Printed {
    let sentence = SubjectPart.all(of: run).map(\.sentence).joined(separator: " · ")
    return layout.sentence(sentence, limit: Self.subjectLimit).map { "\($0)\n" as Printed }.joined()
  }

  private var verdict: Printed {
    layout.sentence(run.outcome.sentence).map { "\(report.painted($0, of: run))\n" as Printed }
      .joined()
  }

  /// Writes the fault of the target, and how to fix it.
  private mutating func writePreflight(_ groups: [IncidentGroup]) {
    var advice: String?
    // A fact that is wrong for one API is mostly wrong for the other one as well.
    for (number, group) in groups.prefix(2).enumerated() {
      let answer = group.answer.map { ": \($0)" } ?? ""
      output += layout.statement(
        "\(number == 0 ? "" : "also: ")\(group.headline)\(answer)", indent: 2, limit: 3)
      // What a headline has no room for often says why.
      let found = group.untoldFound.map { "found \($0)" }
      let exchange = group.incident.step?.exchanges.last?.summary
      for detail in [found, group.telling?.nearest, exchange] {
        if let detail, number == 0 { output += layout.statement(detail, indent: 2) }
      }
      if let own = group.incident.step?.advice, own != advice {
        output += layout.statement("What to do: \(own)", indent: 2, limit: 4)
        advice = own
      }
      if let place = group.incident.location { output += layout.line(place.visible, indent: 2) }
    }
    let more = groups.count - 2
    if more > 0 { output.line("  and \(Wording.grouped(more)) more: see the report") }
  }

  /// Writes what is wrong, the demand of the cookbook, the expectation, the answer, the place.
  private mutating func write(_ group: IncidentGroup, room: Int) {
    let title = layout.prose(group.title, indent: 2, limit: 3)
    let seen: Printed
    if group.isOfTraffic {
      seen = layout.reference("seen in", group.occasions, indent: 4)
    } else {
      let later = group.isLater ? ", each time after another failure" : ""
      let cases = cases(of: group)
      seen = layout.field("seen in", cases + later, indent: 4, limit: 2)
    }
    output += title
    let entry = TerminalEntry(group: group, run: run, layout: layout)
    output += entry.lines(room: room - title.lineCount, seen: seen)
  }

  /// Up to three scenarios by their names, where these tell them apart.
  private func cases(of group: IncidentGroup) -> String {
    func quoted(_ name: String) -> String { "'\(Sanitized.name(name, limit: 160))'" }
    let names = group.places.prefix(4).map { quoted(run.record.scenario(at: $0).name) }.unique
    let isWhole = names.count == group.places.count && 1...3 ~= names.count
    return isWhole && group.fragments.isEmpty ? Wording.list(names) : group.cases(quoted)
  }

  /// Counts the things that only the reports tell.
  ///
  /// - Parameters:
  ///   - unlisted: How many things to fix there are besides those that are told.
  ///   - repeated: How many of these read like one that is told.
  private func elsewhere(unlisted: Int, repeated: Int, isShort: Bool) -> Printed {
    var parts: [String] = []
    if unlisted > 0 {
      let alike = repeated < unlisted ? "\(Wording.grouped(repeated)) of which read" : "which read"
      parts.append(
        "\(Wording.grouped(unlisted)) more to fix"
          + (repeated == 0 ? "" : ", \(alike)\(repeated == 1 ? "s" : "") like those above"))
    }
    let warnings = run.totals.warnings
    if isShort, warnings > 0 { parts.append(Wording.count(warnings, "warning")) }
    if run.totals.wireIssues > 0 {
      parts.append("\(Wording.count(run.totals.wireIssues, "violation")) of HTTP")
    }
    let rest = parts.isEmpty ? "" : layout.line("In the report: \(Wording.list(parts))", indent: 0)
    let groups = IncidentGroup.warnings(of: run)
    guard !isShort, let first = groups.first else { return rest }
    let kinds = Wording.count(groups.count + groups.leftOutCount, "kind")
    let text = "\(kinds) of warnings (\(Wording.count(warnings, "place"))): \(first.title)"
    return layout.line(text, indent: 0) + rest
  }

  /// Reasons to trust the run less.
  private var remarks: Printed {
    var text = Printed()
    let all = run.record.notes
    for remark in all.prefix(Self.remarkLimit) {
      for line in layout.sentence("Note: \(remark)", limit: 2) {
        text.line(report.paint(line, .yellow))
      }
    }
    if all.count > Self.remarkLimit {
      text.line(
        "and \(Wording.count(all.count - Self.remarkLimit, "further note")): see the report")
    }
    return text
  }

  /// Why scenarios were skipped, or rules not judged.
  private var reasons: Printed { run.record.subject.halves.map { reasons(of: $0) }.joined() }

  /// The same in a line.
  private var briefReasons: Printed {
    run.record.subject.halves.map { subject in
      let lines = run.openLines(of: subject) { $0 == .skipped }
      guard let first = lines.first else { return "" as Printed }
      let more = lines.count - 1
      let rest = more > 0 ? "; \(Wording.count(more, "further reason"))" : ""
      return layout.prose("\(Self.heading(of: subject)): \(first.text)\(rest)", indent: 0, limit: 2)
    }.joined()
  }

  private static func heading(of subject: JudgedSide) -> String {
    subject == .application ? "Not judged" : "Skipped, and not certified"
  }

  private func reasons(of subject: JudgedSide) -> Printed {
    let lines = run.openLines(of: subject) { $0 == .skipped }
    if lines.isEmpty { return "" }
    let text: Printed = "\(Self.heading(of: subject)):\n"
    let shown = lines.count > Self.reasonLimit ? Self.reasonLimit - 1 : Self.reasonLimit
    let rest = lines.count - shown
    return text + lines.prefix(shown).map { layout.line($0.text, indent: 2) }.joined()
      + (rest > 0 ? "  \(Wording.count(rest, "further reason")): see the report\n" : "")
  }
}
