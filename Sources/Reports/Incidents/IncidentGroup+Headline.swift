// SPDX-License-Identifier: Apache-2.0
// What an entry says in one line, and what it counts.

import Record
import Suites
import Text

extension IncidentGroup {
  /// What is wrong, in one line of plain text: the step where it was seen in one only, else the
  /// endpoint or the member that all of them share.
  var plain: String {
    let place = isOfOneStep ? incident.step.map { "\(Visible.name($0.name, limit: 80)): " } : nil
    return Visible.name("\(place ?? "")\(event { Visible.line($0, limit: $1) })", limit: 320)
  }

  /// What is wrong, without what was expected and what came: the step where it was seen in one only,
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
    event { text, length in Markdown.code(text, limit: min(limit, length)) }
  }

  /// - Parameter quoted: Makes a text from outside fit for the report, cut to a length.
  private func event(_ quoted: (_ text: String, _ limit: Int) -> String) -> String {
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
    if let problem = incident.problem { return Visible.name(problem.message, limit: 180) }
    guard let first = telling else { return "failed" }
    let expected = quoted(first.expected, 120)
    return "\(quoted(first.place.description, 200)): expected \(expected), "
      + first.outcome(quoted(first.found, 120))
      + (isOfOneStep ? "" : "; in \(Wording.count(stepCount, "step"))")
      + (first.place == .status ? answer(quoted) : "")
  }

  /// The finding that says the most: that of the status, from which the others follow.
  var telling: Finding? {
    let own = findings.isEmpty ? incident.findings : findings
    return own.first { $0.place == .status } ?? own.first
  }

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

  /// How many other differences the answer has.
  var furtherFindings: Int { incident.problem == nil ? max(0, findings.count - 1) : 0 }

  /// What it was seen in: `the shared fragment 'access-token', which blocks 512 scenarios`,
  /// `'The user signs in' and 4 others`.
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

extension Place {
  /// The place as the subject of a sentence.
  fileprivate var subject: String { self == .status ? "The status" : description }
}
