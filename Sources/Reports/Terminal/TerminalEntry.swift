// SPDX-License-Identifier: Apache-2.0
// One failure on a terminal: what the cookbook asks, what was expected, what came, what to do.

import Record
import Suites
import Text

/// A failure, or a thing to fix, in a few lines.
struct TerminalEntry {
  let incident: Incident
  /// Those of its findings that have one cause. One of them is told.
  let findings: [Finding]
  let requirements: [String: Requirement]
  let layout: TerminalLayout

  /// How many requirements are named.
  private static let demandLimit = 3
}

extension TerminalEntry {
  /// The requirements that are broken: the first that binds with its sentence, some with their ids.
  ///
  /// - Parameter covers: Their ids; nil for those of the incident.
  func demands(_ covers: [String]? = nil, indent: Int) -> Printed {
    let covers = covers ?? incident.covers
    let binding = covers.first { [.must, .mustNot].contains(requirements[$0]?.level) }
    guard let first = binding ?? covers.first else { return "" }
    let requirement = requirements[first]
    let sentence = requirement.map { " (\($0.level.text)): \($0.text)" } ?? ""
    var text = layout.prose("\(first)\(sentence)", indent: indent, limit: 2)
    let others = covers.filter { $0 != first }
    guard !others.isEmpty else { return text }
    let named = others.prefix(Self.demandLimit - 1)
    let more = others.count - named.count
    let rest = more > 0 ? " and \(Wording.grouped(more)) more" : ""
    text += layout.line("also \(named.joined(separator: ", "))\(rest)", indent: indent)
    return text
  }

  /// What was sent, what was expected and what came, why that is wrong, where the suite says so, and
  /// what to do: a line each.
  func facts(indent: Int) -> Printed {
    var text = Printed()
    func add(_ label: String, _ value: String, limit: Int = 1) {
      text += layout.field(label, value, indent: indent, limit: limit)
    }
    if let problem = incident.problem { add("error", problem.message, limit: 2) }
    if let exchange = incident.step?.exchanges.last, incident.step?.action != .traffic {
      let answer = exchange.status == 0 ? "no answer" : "\(exchange.status)"
      text += layout.line(
        "sent",
        "\(exchange.method) \(exchange.place(isOfTarget: incident.step?.action == .request))",
        " → \(answer) in \(Wording.duration(exchange.duration))", indent: indent)
    }
    if let finding = telling {
      let others = incident.findings.count - 1
      let more = others > 0 ? " (and \(Wording.count(others, "other difference")))" : ""
      add("at", "\(finding.place.description)\(more)")
      add("expected", finding.expected)
      add("found", finding.found)
      if let nearest = finding.nearest { add("why", nearest, limit: 2) }
      if finding.place == .status, let body = incident.step?.exchanges.last?.detail?.responseBody,
        !body.isEmpty
      {
        add("answer", body)
      }
    }
    if let advice = incident.step?.advice { add("to do", advice, limit: 3) }
    if let location { text += layout.reference("suite", location.visible, indent: indent) }
    return text
  }

  /// The finding that says the most: that of the status, from which the others follow.
  private var telling: Finding? { findings.first { $0.place == .status } ?? findings.first }

  private var location: SourceLocation? { telling.map(incident.location) ?? incident.location }
}

extension ExchangeRecord {
  /// The URL; of a request to the target only the path, because there is no other target.
  fileprivate func place(isOfTarget: Bool) -> Substring {
    guard isOfTarget, let authority = url.firstRange(of: "://") else { return url[...] }
    return url[authority.upperBound...].drop { $0 != "/" }
  }
}
