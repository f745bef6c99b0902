// SPDX-License-Identifier: Apache-2.0
// Failures with one cause, reported once, and what an entry says in one line.

package import Record
package import Suites
import Text

/// A thing to fix, or a warning, with everything that shows it.
package struct IncidentGroup: Sendable {
  let cause: Cause
  /// As it was first seen; where possible in an answer that no other failure went before.
  package let incident: Incident
  /// Those of its findings that have the cause.
  package let findings: [Finding]
  /// The suite of the case in which it was first seen, and that case: a scenario, or a shared
  /// fragment in the form of one.
  package let suite: SuiteRecord
  package let scenario: ScenarioRecord
  /// The scenarios that it was seen in, in the order of the run.
  package let places: [CasePlace]
  /// The shared fragments that it was seen in.
  package let fragments: [SharedFragmentRecord]
  /// How many scenarios are blocked because of it.
  package let blockedCount: Int
  /// How many answers, or attempts to get one, it was seen in.
  package let count: Int
  /// How many different steps it was seen in.
  package let stepCount: Int
  /// The requirements that it concerns.
  package let covers: [String]
  /// Facts of the profile that each of these scenarios rests on, and that nothing else has tried.
  let facts: [String]
  /// Whether a preflight failed because of it.
  package let isPreflight: Bool
  /// Whether it was only seen after another failure of the same scenario.
  package let isLater: Bool
}

extension IncidentGroup {
  /// Whether all cases met it in the same step; many steps can meet an unreachable target.
  package var isOfOneStep: Bool { stepCount == 1 }

  /// Whether an application broke a rule.
  package var isOfTraffic: Bool { incident.step?.action == .traffic }

  /// Whether there was no answer to judge.
  package var isError: Bool { incident.problem != nil }

  /// The incidents that failed the scenarios and shared fragments of a run, or left them without a
  /// verdict. The most telling come first: those of a preflight, those of shared fragments, then
  /// those that concern the most scenarios.
  package static func failures(of run: RunJudgement) -> IncidentGroups {
    var collection = IncidentCollection(run)
    for (index, item) in run.fragmentCases.enumerated() { collection.add(item, index) }
    collection.addScenarios(\.incidents)
    return collection.groups(isSorted: true)
  }

  package static func warnings(of run: RunJudgement) -> IncidentGroups {
    var collection = IncidentCollection(run)
    collection.addScenarios(\.warnings)
    return collection.groups(isSorted: false)
  }
}

extension RunRecord {
  /// Calls `body` with each step of all shared fragments, and then of all scenarios.
  func visitSteps(_ body: (StepVisit) -> Void) {
    for fragment in sharedFragments { fragment.steps.visit(body) }
    for scenario in suites.flatMap(\.scenarios) { scenario.steps.visit(body) }
  }
}

extension IncidentGroup {
  /// The problem in one line of plain text: the step where it was seen in one only, else the
  /// endpoint or the member that all of them share.
  var plain: String {
    let place = isOfOneStep ? incident.step.map { "\(Visible.name($0.name, limit: 80)): " } : nil
    let event = event({ Visible.line($0, limit: $1) }, prose: { Visible.name($0, limit: $1) })
    return Visible.name("\(place ?? "")\(event)", limit: 320)
  }

  /// The problem without expectation and answer: the step where it was seen in one only,
  /// else what all of them share.
  var subject: String {
    let steps = Wording.count(stepCount, "step")
    if isOfTraffic { return "The application breaks '\(Visible.name(scenario.name))'" }
    switch cause {
    case .everyAnswer(let status): return "The target answers every request with \(status)"
    case .endpoint(let route, let status) where !isOfOneStep:
      return "\(shown(route)) always answers \(status)"
    case .refusal(let route, let status) where !isOfOneStep:
      return "\(shown(route)) answers \(status)"
    case .missing(let member, _) where !isOfOneStep:
      return "\(member) is missing in the answers of \(steps)"
    default: break
    }
    if let step = incident.step, isOfOneStep { return Visible.name(step.name) }
    if incident.problem != nil { return "\(steps) got no answer to judge" }
    guard let first = telling else { return Visible.name(scenario.name) }
    return "\(first.place.subject) is wrong in the answers of \(steps)"
  }

  /// The same in Markdown, without the step.
  func markdown(limit: Int) -> String {
    event({ Markdown.code($0, limit: min(limit, $1)) }, prose: { Markdown.text($0, limit: $1) })
  }

  /// - Parameters:
  ///   - quoted: Makes a text from outside fit for the report, as code, cut to a length.
  ///   - prose: The same for a sentence.
  private func event(
    _ quoted: (_ text: String, _ limit: Int) -> String, prose: (String, Int) -> String
  ) -> String {
    switch cause {
    case .everyAnswer(let status):
      return "the target answers every request with \(status)\(answer(quoted))"
    case .endpoint(let route, let status) where !isOfOneStep:
      return "\(quoted(shown(route), 100)) always answers \(status)\(answer(quoted))"
    case .refusal(let route, let status) where !isOfOneStep:
      return "\(quoted(shown(route), 100)) answers \(quoted(status, 20)), expected "
        + "\(quoted(telling?.expected ?? "success", 40))\(answer(quoted))"
    case .missing(let member, _) where !isOfOneStep:
      return
        "\(quoted(member, 80)) is missing in the answers of \(Wording.count(stepCount, "step"))"
    default: break
    }
    if let problem = incident.problem { return prose(problem.message, 180) }
    guard let first = telling else { return "failed" }
    let expected = quoted(first.expected, 120)
    return "\(quoted(first.place.description, 200)): expected \(expected), "
      + first.outcome(quoted(first.found, 120))
      + (isOfOneStep ? "" : "; in \(Wording.count(stepCount, "step"))")
      + (first.place == .status ? answer(quoted) : "")
  }

  var telling: Finding? { (findings.isEmpty ? incident.findings : findings).telling }

  /// The endpoint as the suite writes it, where the record has that.
  private func shown(_ route: String) -> String { incident.step?.route ?? route }

  /// The beginning of the answer's body, which often says why; empty where it was not kept.
  private func answer(_ quoted: (String, Int) -> String) -> String {
    guard let body = incident.step?.exchanges.last?.detail?.responseBody, !body.isEmpty else {
      return ""
    }
    return ": \(quoted(body, 120))"
  }

  /// Which entry of a recording shows it, and on how many other occasions it was seen: `entry 17 of
  /// a.har, sent at …, and 3 further occasions`. Empty for what no recording shows.
  var occasions: String {
    guard isOfTraffic, let note = incident.step?.notes.first else { return "" }
    return Visible.line(note.description)
  }

  /// The doubt about the profile: `Perhaps picker_mvpd in staging.yaml:42 is wrong: …`; nil where the
  /// failure rests on no fact that may be wrong.
  var doubt: String? {
    guard !facts.isEmpty else { return nil }
    let (verb, object) = facts.count == 1 ? ("is", "it") : ("are", "them")
    return "Perhaps \(Visible.line(Wording.list(facts))) \(verb) wrong: 'sso-conformance doctor' "
      + "tries \(object)"
  }

  /// How many other differences the answer has.
  var furtherFindings: Int { incident.problem == nil ? max(0, findings.count - 1) : 0 }

  /// The cases in which it was seen: `the shared fragment 'access-token', which blocks 512
  /// scenarios`, `'The user signs in' and 4 others`.
  ///
  /// - Parameter quoted: Puts a name in quotation marks.
  func cases(_ quoted: (String) -> String) -> String {
    var parts: [String] = []
    if let first = fragments.first {
      var text = "the shared fragment \(quoted(first.name))"
      if fragments.count > 1 { text += " and \(Wording.count(fragments.count - 1, "other"))" }
      if blockedCount > 0 {
        let verb = fragments.count == 1 ? "blocks" : "block"
        text += ", which \(verb) \(Wording.count(blockedCount, "scenario"))"
      }
      parts.append(text)
      if !places.isEmpty { parts.append("\(Wording.count(places.count, "scenario"))") }
      return parts.joined(separator: "; and ")
    }
    let others = places.count - 1
    return quoted(scenario.name) + (others > 0 ? " and \(Wording.count(others, "other"))" : "")
  }
}

extension [Finding] {
  /// The finding that says the most: that of the status, from which the others follow.
  var telling: Finding? { first { $0.place == .status } ?? first }
}

extension Place {
  /// The place as the subject of a sentence.
  fileprivate var subject: String { self == .status ? "The status" : description }
}

/// The entries of a run, the most telling first. Beyond a limit they are only counted, since each
/// holds a scenario, and nobody reads thousands of them.
package struct IncidentGroups: Sendable {
  /// How many entries a report shows.
  static let limit = 1000

  let groups: [IncidentGroup]
  /// How many further entries there are.
  package let leftOutCount: Int
}

extension IncidentGroups: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { groups.count }
  package subscript(index: Int) -> IncidentGroup { groups[index] }
}

extension Incident {
  /// The headline has at most so many characters: readers of JUnit cut messages at 300.
  private static let headlineLimit = 280

  /// `Create the profile: status: expected 200, found 500`: the first difference between the answer
  /// and what the suite expects, or why there was no answer to judge.
  var headline: String {
    let step = step.map { "\(Visible.name($0.name, limit: 80)): " } ?? ""
    return Visible.name(step + event, limit: Self.headlineLimit)
  }

  private var event: String {
    if let problem { return Visible.name(problem.message, limit: 180) }
    guard let finding = findings.first else { return "failed" }
    return "\(Visible.line(finding.place.description, limit: 60)): "
      + "expected \(Visible.line(finding.expected, limit: 50)), "
      + finding.outcome(Visible.line(finding.found, limit: 50))
  }
}

/// A known failure as reports show it.
struct KnownEntry {
  let failure: KnownFailure
  /// How many cases fail with it, or that it excuses nothing any more: `known failure of 2 scenarios`.
  let headline: String
  /// The reason, the last day and the link.
  let reason: String

  /// Those that excuse something, now pass or have expired; not those of which nothing was judged.
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
          "known failure that now passes; remove it from the list: "
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
    beginSection("known", "Known failures", "<ul>")
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
    heading("Known failures")
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
