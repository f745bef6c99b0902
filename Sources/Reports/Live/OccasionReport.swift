// SPDX-License-Identifier: Apache-2.0
// What the report says of one occasion on which a rule was broken, for the page of a live audit.

import Expectations
package import Formats
package import Record
import Suites
import Text

/// What the report says of one occasion on which an application broke a rule, as JSON for the script
/// of the live page. All texts are plain: the script never reads them as HTML.
package struct OccasionReport {
  private let run: RunJudgement
  private let group: IncidentGroup

  /// How many lines and characters of a request, or an answer, are shown.
  private static let (lineLimit, characterLimit) = (400, 2000)
  private static let findingLimit = 50

  /// - Parameter record: Of an audit with one broken rule, masked.
  /// - Returns: nil where nothing in it is broken.
  package init?(_ record: RunRecord) {
    run = RunJudgement(record)
    let groups = [IncidentGroup.failures(of: run), IncidentGroup.warnings(of: run)]
    guard let group = groups.lazy.compactMap(\.first).first else { return nil }
    self.group = group
  }

  /// The parts in the order in which they are shown; those that there are not are missing.
  package var json: JSONValue {
    let step = group.incident.step
    let findings = (step?.verdict.findings ?? []) + (step?.warnings ?? [])
    var object = JSONObject([
      (name: "title", value: .string(Sanitized.name(group.title, limit: 600))),
      (name: "occasions", value: .string(group.occasions)),
    ])
    func add(_ name: String, _ text: String?) {
      if let text { object.append(name, .string(Sanitized.name(text, limit: 4000))) }
    }
    add("about", group.scenario.about)
    add("advice", group.remedy(in: run))
    object.append("demands", .array(group.broken.map(demand)))
    object.append("findings", .array(findings.prefix(Self.findingLimit).map(Self.json)))
    if let line = TimeLine(findings) {
      object.append("order", .array(line.text.split(separator: "\n").map { .string(String($0)) }))
    }
    add("effect", group.effect(in: run))
    if let exchange = step?.exchanges.last, exchange.detail != nil {
      let layout = ExchangeLayout(exchange)
      let remark = layout.remark.map { [BodyLayout.Line(text: $0)] } ?? []
      object.append(
        "sides",
        .array([
          Self.pane("Request", layout.request),
          Self.pane("Answer, after \(Wording.duration(exchange.duration))", layout.answer + remark),
        ]))
    }
    return .object(object)
  }

  /// What the report says of a call of the framework: both sides.
  ///
  /// - Parameters:
  ///   - request: JSON, masked.
  ///   - answer: JSON, masked; nil for a call that got none.
  package static func call(_ name: String, _ request: String, _ answer: String?) -> JSONValue {
    [
      "sides": .array([
        pane("Asked of the framework: \(Sanitized.name(name))", BodyLayout(request).lines),
        pane("It answered", answer.map { BodyLayout($0).lines } ?? []),
      ])
    ]
  }

  private func demand(_ id: String) -> JSONValue {
    var object = JSONObject([(name: "id", value: .string(Sanitized.name(id)))])
    guard let requirement = run.requirements[id] else { return .object(object) }
    object.append("standing", .string(requirement.standing))
    object.append("text", .string(Sanitized.name(requirement.text, limit: 4000)))
    if let url = requirement.url { object.append("url", .string(url.text)) }
    return .object(object)
  }

  private static func json(_ finding: Finding) -> JSONValue {
    var object = JSONObject([
      (name: "place", value: .string(Sanitized.line(finding.place.description, limit: 200))),
      (name: "expected", value: .string(Sanitized.name(finding.words, limit: 600))),
      (name: "found", value: .string(Sanitized.line(finding.found, limit: 600))),
      (name: "isProse", value: .boolean(finding.isToldInWords)),
    ])
    if let nearest = finding.nearest {
      object.append("nearest", .string(Sanitized.name(nearest, limit: 600)))
    }
    return .object(object)
  }

  private static func pane(_ title: String, _ lines: [BodyLayout.Line]) -> JSONValue {
    let texts = lines.prefix(lineLimit).map { Sanitized.lines($0.text, limit: characterLimit) }
    let more = lines.count - texts.count
    let rest = more > 0 ? ["… \(Wording.count(more, "more line"))"] : []
    return ["title": .string(title), "text": .string((texts + rest).joined(separator: "\n"))]
  }
}
