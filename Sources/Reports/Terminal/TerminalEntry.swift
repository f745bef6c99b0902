// SPDX-License-Identifier: Apache-2.0
// One failure on a terminal, laid out in its columns.

import Record
import Suites
package import Text

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

  /// The request, the expectation, the answer, why that is wrong, where the suite says so, and
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
    if let id = incident.traceID { add("trace", id) }
    if let finding = findings.telling {
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

  private var location: SourceLocation? {
    findings.telling.map(incident.location) ?? incident.location
  }
}

extension ExchangeRecord {
  /// The URL; of a request to the target only the path, because there is no other target.
  fileprivate func place(isOfTarget: Bool) -> Substring {
    guard isOfTarget, let authority = url.firstRange(of: "://") else { return url[...] }
    return url[authority.upperBound...].drop { $0 != "/" }
  }
}

/// The columns of a terminal, and how text is fitted to them.
package struct TerminalLayout: Sendable, Equatable {
  /// In a narrower terminal nothing would be left of most lines, and it breaks them by itself.
  private static let leastColumns = 40
  /// The width that a page of a CI has room for, and a person reads.
  private static let usualColumns = 100
  /// How far behind a label its text begins.
  private static let labelColumns = 10

  /// How many columns a line has.
  package let columns: Int
  /// Whether sentences that tools search for, such as the verdict, are broken as well.
  package let breaksSentences: Bool

  /// - Parameter columns: Those of the terminal; nil without one.
  package init(columns: Int?) {
    self.columns = max(Self.leastColumns, columns ?? Self.usualColumns)
    breaksSentences = columns != nil
  }
}

extension TerminalLayout {
  /// A text from outside on one line, cut where it is too long.
  func line(_ text: String, indent: Int) -> Printed {
    "\(Self.blank(indent))\(Columns.cut(Visible.line(text), to: columns - indent))\n"
  }

  /// A text from outside, broken between words.
  ///
  /// - Parameter limit: How many lines it may take; the last of them is cut.
  func prose(_ text: String, indent: Int, limit: Int = .max) -> Printed {
    fitted(text, to: columns - indent, limit).map { "\(Self.blank(indent))\($0)\n" as Printed }
      .joined()
  }

  /// `expected  200`: a label, and a text from outside that goes on below itself.
  ///
  /// - Parameter limit: How many lines it may take; the last of them is cut.
  func field(_ label: String, _ text: String, indent: Int, limit: Int = 1) -> Printed {
    let (head, start) = head(label, indent)
    return fitted(text, to: columns - start, limit).enumerated()
      .map { "\($0.offset == 0 ? head : Self.blank(start))\($0.element)\n" as Printed }.joined()
  }

  /// A text whose end matters most: where it is too long, its beginning is cut before that.
  func line(_ label: String, _ beginning: String, _ end: String, indent: Int) -> Printed {
    let (head, start) = head(label, indent)
    let end = Visible.line(end)
    let room = columns - start - Columns.width(of: end)
    return "\(head)\(Columns.cut(Visible.line(beginning), to: room))\(end)\n"
  }

  /// A sentence that tools search for, on lines of its own. Only a terminal has it broken, with what
  /// follows the first line indented.
  ///
  /// - Parameter limit: How many lines it may take there; the last of them is cut.
  package func sentence(_ text: String, limit: Int = .max) -> [Printed] {
    guard breaksSentences else { return ["\(Visible.line(text))"] }
    if Columns.width(of: Visible.line(text)) <= columns { return ["\(Visible.line(text))"] }
    return fitted(text, to: columns - 2, limit).enumerated()
      .map { "\($0.offset == 0 ? "" : "  ")\($0.element)" }
  }

  /// A label and where something is: never cut, and whole where there is no terminal.
  func reference(_ label: String, _ text: String, indent: Int) -> Printed {
    if breaksSentences { return field(label, text, indent: indent, limit: .max) }
    return "\(head(label, indent).text)\(Visible.line(text))\n"
  }

  /// A text on which a person has to act: whole where there is no terminal, else on a few lines.
  ///
  /// - Parameter limit: How many lines it may take there; the last of them is cut.
  func statement(_ text: String, indent: Int, limit: Int = 2) -> Printed {
    breaksSentences
      ? prose(text, indent: indent, limit: limit) : "\(Self.blank(indent))\(Visible.line(text))\n"
  }

  private func head(_ label: String, _ indent: Int) -> (text: String, columns: Int) {
    let start = indent + max(Self.labelColumns, label.utf8.count + 2)
    return (Self.blank(indent) + label + Self.blank(start - indent - label.utf8.count), start)
  }

  private func fitted(_ text: String, to room: Int, _ limit: Int) -> [String] {
    let lines = Columns.wrapped(Visible.line(text), to: room)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1)
      + [Columns.cut(lines[(limit - 1)...].joined(separator: " "), to: room)]
  }

  private static func blank(_ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns))
  }
}
