// SPDX-License-Identifier: Apache-2.0
// The summary that a run prints at its end: one screen.

import Record
import Suites
import Text

/// The summary of one run, as far as it is written.
///
/// The first thing to fix stands there with all that is needed to fix it. The others, warnings and
/// what the service chose are in the reports, and counted here.
struct TerminalSummary {
  let run: RunJudgement
  let report: TerminalReport
  var output = Printed()

  /// How many lines a screen has; four are left for the paths of the reports and the shell's prompt.
  private static let lineLimit = 24 - 4
  /// How many further things to fix have a line, reasons to skip, remarks.
  private static let (fixLimit, reasonLimit, remarkLimit) = (4, 2, 2)
}

extension TerminalSummary {
  private var layout: TerminalLayout { report.layout }

  mutating func write() {
    let failures = IncidentGroup.failures(of: run)
    let hasPreflight = !run.preflights.isEmpty
    if hasPreflight { writePreflight(failures.filter(\.isPreflight)) }
    // After a preflight only what was judged all the same can have more to tell.
    guard !hasPreflight || hasVerdict else { return }
    let fixes = failures.filter { !$0.isPreflight }
    let numbers = self.numbers(withVerdict: !hasPreflight)
    let others = max(0, fixes.count + failures.leftOutCount - 1)
    let (remarks, reasons, known) = (self.remarks, self.reasons, self.known)
    // One line counts what is elsewhere, and one is empty.
    var room =
      Self.lineLimit - output.lineCount - remarks.lineCount - reasons.lineCount - known.lineCount
      - numbers.lineCount - 2
    if let first = fixes.first {
      if hasPreflight { output.line() }
      if let likeness = run.record.likeness {
        let text = layout.prose(likeness.sentence, indent: 0, limit: 3)
        output += text
        room -= text.lineCount
      }
      output.line(report.paint(others > 0 ? "To fix first:" : "To fix:", .red))
      let before = output.lineCount
      // The next ones get a line or two.
      write(first, room: room - 1 - min(others, 3))
      room -= output.lineCount - before + 1
    }
    let listed = min(Self.fixLimit, others, max(0, room - 1), max(0, fixes.count - 1))
    if listed > 0 {
      output.line("Then:")
      for group in fixes.dropFirst().prefix(listed) {
        output += layout.line(group.title, indent: 2)
      }
    }
    output += known
    output += reasons
    output += elsewhere(unlisted: others - listed)
    output += remarks
    if !output.isEmpty { output.line() }
    output += numbers
  }

  private func numbers(withVerdict: Bool) -> Printed {
    var text = Printed()
    for line in layout.sentence(run.totalsSentence) { text.line(line) }
    if let audit = run.record.audit {
      for line in layout.sentence(audit.sentence) { text.line(line) }
    }
    if let totals = run.halves.first(where: { $0.subject == .service })?.totals {
      text.line(
        "\(Wording.count(totals.steps, "step")), "
          + "\(Wording.count(totals.requests, "request")), "
          + "\(Wording.duration(run.record.duration))")
    }
    return withVerdict ? text + verdict : text
  }

  private var verdict: Printed {
    layout.sentence(run.outcome.sentence).map { "\(report.painted($0, of: run))\n" as Printed }
      .joined()
  }

  /// Writes the fault of the target, and how to fix it.
  private mutating func writePreflight(_ groups: [IncidentGroup]) {
    output += verdict
    guard let first = groups.first else { return }
    let answer = first.answer.map { ": \($0)" } ?? ""
    output += layout.statement(first.headline + answer, indent: 2, limit: 3)
    // What a headline has no room for often says why.
    if let found = first.telling?.found, found != Finding.nothing, !first.headline.contains(found) {
      output += layout.statement("found \(found)", indent: 2)
    }
    if let nearest = first.telling?.nearest { output += layout.statement(nearest, indent: 2) }
    if let exchange = first.incident.step?.exchanges.last {
      output += layout.statement(exchange.summary, indent: 2)
    }
    writeAdvice(first.incident)
    if let location = first.incident.location { output += layout.line(location.visible, indent: 2) }
    // A fact that is wrong for one API is mostly wrong for the other one as well.
    guard let second = groups.dropFirst().first else { return }
    let place = second.incident.location.map { "  \($0.visible)" } ?? ""
    output += layout.statement("also: \(second.headline)\(place)", indent: 2)
    if second.incident.step?.advice != first.incident.step?.advice { writeAdvice(second.incident) }
    let more = groups.count - 2
    if more > 0 { output.line("  and \(Wording.grouped(more)) more: see the report") }
  }

  private mutating func writeAdvice(_ incident: Incident) {
    guard let advice = incident.step?.advice else { return }
    output += layout.statement("What to do: \(advice)", indent: 2, limit: 4)
  }

  /// Writes what is wrong, the demand of the cookbook, the expectation, the answer, the place.
  private mutating func write(_ group: IncidentGroup, room: Int) {
    let findings = group.findings.isEmpty ? group.incident.findings : group.findings
    let entry = TerminalEntry(
      incident: group.incident, findings: findings, requirements: run.requirements, layout: layout)
    let title = layout.prose(group.title, indent: 2, limit: 3)
    let seen: Printed
    if group.isOfTraffic {
      seen = layout.reference("seen in", group.occasions, indent: 4)
    } else {
      let later = group.isLater ? ", each time after another failure" : ""
      let cases = group.cases { "'\(Sanitized.name($0, limit: 80))'" }
      seen = layout.field("seen in", cases + later, indent: 4, limit: 2)
    }
    output += title
    output += entry.lines(group, room: room - title.lineCount, seen: seen)
  }

  /// Counts the things that only the reports tell.
  private func elsewhere(unlisted: Int) -> Printed {
    var parts: [String] = []
    if unlisted > 0 { parts.append("\(Wording.grouped(unlisted)) more to fix") }
    let choices = choiceCount
    if choices > 0 { parts.append("\(Wording.count(choices, "choice")) of the service") }
    if run.totals.wireIssues > 0 {
      parts.append("\(Wording.count(run.totals.wireIssues, "violation")) of HTTP")
    }
    let rest = parts.isEmpty ? "" : layout.line("In the report: \(Wording.list(parts))", indent: 0)
    return warnings + rest
  }

  /// How many kinds of warnings there are, in how many places, and the first.
  private var warnings: Printed {
    let groups = IncidentGroup.warnings(of: run)
    guard let first = groups.first else { return "" }
    let kinds = Wording.count(groups.count + groups.leftOutCount, "kind")
    let places = Wording.count(run.totals.warnings, "place")
    return layout.line("\(kinds) of warnings (\(places)): \(first.title)", indent: 0)
  }

  /// How many alternatives the service chose, each counted once for each step that offers it.
  private var choiceCount: Int {
    var seen: Set<[String]> = []
    run.record.visitSteps { visit in
      // The rows of a step have one place, and so have its uses in a fragment.
      let place = "\(visit.step.location)"
      for name in visit.step.chosen { seen.insert([place, name]) }
    }
    return seen.count
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

  /// Why scenarios were not run, or rules not judged.
  private var reasons: Printed { run.record.subject.halves.map { reasons(of: $0) }.joined() }

  private func reasons(of subject: JudgedParty) -> Printed {
    var counts: [String: Int] = [:]
    var reasons: [String] = []
    for (suite, judgements) in zip(run.record.suites, run.scenarios)
    where suite.subject == subject {
      for (index, judgement) in judgements.enumerated() where judgement.kind == .skipped {
        guard case .skipped(let reason) = suite.scenarios[index].verdict else { continue }
        if counts[reason] == nil { reasons.append(reason) }
        counts[reason, default: 0] += 1
      }
    }
    guard !reasons.isEmpty else { return "" }
    var text: Printed = subject == .application ? "Not judged:\n" : "Skipped, and not certified:\n"
    // The reason for the most comes first.
    let sorted = reasons.enumerated()
      .sorted { (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset) }
      .map(\.element)
    let shown = sorted.count > Self.reasonLimit ? Self.reasonLimit - 1 : Self.reasonLimit
    for reason in sorted.prefix(shown) {
      text += layout.line(
        "\(Wording.count(counts[reason] ?? 0, subject.caseWord)): \(reason)", indent: 2)
    }
    let rest = sorted.dropFirst(shown)
    if !rest.isEmpty {
      let cases = rest.reduce(0) { $0 + (counts[$1] ?? 0) }
      text.line(
        "  \(Wording.count(cases, subject.caseWord)) for "
          + "\(Wording.count(rest.count, "further reason")): see the report")
    }
    return text
  }

  /// Whether a scenario passed or failed that is not one of a preflight.
  private var hasVerdict: Bool {
    zip(run.record.suites, run.scenarios).contains { suite, judgements in
      !suite.isPreflight && judgements.contains { $0.kind == .passed || $0.kind.isFault }
    }
  }
}
