// SPDX-License-Identifier: Apache-2.0
// One failure on a terminal, laid out in its columns.

import Expectations
import Record
import Suites
package import Text

/// A failure, or a thing to fix, in a few lines.
struct TerminalEntry {
  let group: IncidentGroup
  let run: RunJudgement
  let layout: TerminalLayout
}

extension TerminalEntry {
  /// A part of an entry. Where a screen has no room for all, those with the least weight go first.
  private struct Part {
    let weight: Int
    let text: Printed
  }

  /// The first requirement that is broken, what to do, the expectation, the answer, why that is wrong,
  /// the request, the call that passed beside it, the step of the cookbook, the situation, where the
  /// suite says so.
  ///
  /// - Parameters:
  ///   - room: How many lines it may take.
  ///   - seen: The cases in which it was seen.
  func lines(room: Int, seen: Printed) -> Printed {
    var text = Printed()
    for (least, long) in [
      (0, 4), (3, 4), (4, 4), (5, 4), (5, 3), (5, 2), (6, 2), (6, 1), (7, 1),
    ] {
      text = parts(seen, long).filter { $0.weight >= least }.map(\.text).joined()
      if text.lineCount <= room { break }
    }
    return text
  }

  private func parts(_ seen: Printed, _ long: Int) -> [Part] {
    var parts: [Part] = []
    func add(_ weight: Int, _ text: Printed) {
      if !text.isEmpty { parts.append(Part(weight: weight, text: text)) }
    }
    func field(
      _ label: String, _ value: String?, _ weight: Int, limit: Int = 1,
      _ colour: Printed.Colour? = nil
    ) {
      guard let value else { return }
      add(weight, layout.field(label, value, indent: 4, limit: limit, colour))
    }
    if let first = group.covers.first {
      let requirement = run.requirements[first]
      let sentence = requirement.map { " (\($0.standingInWords)): \($0.text)" } ?? ""
      add(9, layout.prose("\(first)\(sentence)", indent: 4, limit: min(3, max(2, long))))
    }
    field("breaks", group.alsoBroken.map { "\($0) as well" }, 7)
    let step = group.incident.step
    let remedy = group.remedy(in: run).map {
      layout.sentences($0, to: layout.columns - 14, limit: max(3, long))
    }
    field("to do", remedy, 8, limit: max(3, long))
    let exchange = TerminalExchange(group, columns: layout.columns - 14)
    if let finding = group.telling {
      let others = group.incident.findings.count - 1
      let more = others > 0 ? ", and \(Wording.count(others, "other difference"))" : ""
      let isTold = if case .saved = finding.place { true } else { group.isOfOnePlace }
      // The title says the rest of a finding about the order of calls.
      let isTitled = finding.isToldInWords
      if !isTitled, !isTold { field("at", finding.place.noun ?? finding.place.description, 5) }
      field("expected", finding.words, 7, limit: min(3, long), .green)
      if !isTitled {
        let found = finding.isOfEmptySelection ? "nothing" : finding.found
        let around = group.surroundings.map { ": \($0)" } ?? ""
        field("found", (exchange.found ?? found) + around + more, 7, limit: min(3, long), .red)
        // Of what must not be there, the expectation says all.
        field("why", finding.excess == .unwanted ? nil : finding.nearest, 3, limit: 2)
      }
    }
    if let exchange = group.judgedExchange, step?.action != .traffic {
      let answer = exchange.status == 0 ? "no answer" : "\(exchange.status)"
      add(
        7,
        layout.line(
          "sent",
          "\(exchange.method) \(step?.action == .request ? exchange.url.withoutOrigin : exchange.url[...])",
          " → \(answer) in \(Wording.duration(exchange.duration))", indent: 4))
    }
    field("with", exchange.headers, 6, limit: min(3, long))
    field("body", exchange.body, 6, limit: min(2, long))
    field("answer", exchange.answer, 6, limit: 4)
    field("but", group.contrast?.sentence, 7, limit: 2)
    field("before", group.signedIn, 6, limit: 2)
    field("also at", group.otherCalls, 7, limit: 2)
    field("cookbook", group.incident.cookbookStep(in: run), 4)
    // What happened before is left out where it would be cut.
    let situation = [2, 1].lazy.compactMap(group.situation).first {
      long > 2 && layout.fitted($0, to: layout.columns - 14, .max).count <= 2
    }
    field("step", situation ?? group.incident.stepName, 5, limit: min(2, long))
    // The title has one case that tells the occasion.
    add(group.circumstanceNamesCases ? 2 : 5, seen)
    if let line = group.timeLine { add(7, line.printed(layout, indent: 4)) }
    field("trace", group.incident.traceID, 4)
    if let doubt = group.doubt { add(8, layout.statement(doubt, indent: 4, limit: 3)) }
    // The closest of several answers need not be the one that the service meant.
    let other = group.telling == nil ? nil : step?.notes.first { $0.kind == .alternative }
    // A half of it would be another answer.
    let isWhole = other.map {
      layout.fitted($0.text.description, to: layout.columns - 16, .max).count <= long
    }
    field("also right", isWhole ?? false ? other?.text.description : nil, 5, limit: long)
    if let location = group.telling.map(group.incident.location) ?? group.incident.location {
      add(8, layout.reference("suite", location.visible, indent: 4))
    }
    if exchange.isMasked {
      let sentence =
        "‹…› stands for a secret, which no report shows; two of one name may differ."
      add(6, layout.prose(sentence, indent: 4))
    }
    return parts
  }
}

extension Requirement {
  /// Its level, for readers who know no catalogue.
  fileprivate var standingInWords: String {
    isInferred ? "\(level.text), as the documents imply" : level.text
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
  /// How many lines a screen has.
  let rows: Int
  /// Whether labels and values are coloured.
  private let hasColour: Bool
  /// Whether sentences that tools search for, such as the verdict, are broken as well.
  package let breaksSentences: Bool

  /// The rows of a log, which people scroll, and those that a terminal has at least.
  private static let (logRows, leastRows) = (36, 24)

  /// - Parameters:
  ///   - columns: Those of the terminal; nil without one.
  ///   - rows: Those of the terminal; nil where they are not known.
  package init(columns: Int?, rows: Int? = nil, hasColour: Bool = false) {
    self.hasColour = hasColour
    let known = rows ?? (columns == nil ? Self.logRows : Self.leastRows)
    self.rows = min(Self.logRows, max(Self.leastRows, known))
    self.columns = max(Self.leastColumns, columns ?? Self.usualColumns)
    breaksSentences = columns != nil
  }
}

extension TerminalLayout {
  /// A text from outside on one line, cut where it is too long.
  func line(_ text: String, indent: Int) -> Printed {
    "\(Self.blank(indent))\(Columns.cut(Sanitized.line(text), to: columns - indent))\n"
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
  /// - Parameters:
  ///   - limit: How many lines it may take; the last of them is cut.
  ///   - colour: That of the text.
  func field(
    _ label: String, _ text: String, indent: Int, limit: Int = 1, _ colour: Printed.Colour? = nil
  ) -> Printed {
    let (head, start) = head(label, indent)
    return fitted(text, to: columns - start, limit).enumerated().map { index, line in
      let begin = index == 0 ? head : "\(Self.blank(start))"
      return "\(begin)\(painted("\(line)", colour))\n"
    }.joined()
  }

  private func painted(_ text: Printed, _ colour: Printed.Colour?) -> Printed {
    colour.map { hasColour ? text.coloured($0) : text } ?? text
  }

  /// A text whose end matters most: where it is too long, its beginning is cut before that.
  func line(_ label: String, _ beginning: String, _ end: String, indent: Int) -> Printed {
    let (head, start) = head(label, indent)
    let end = Sanitized.line(end)
    let room = columns - start - Columns.width(of: end)
    return "\(head)\(Columns.cut(Sanitized.line(beginning), to: room))\(end)\n"
  }

  /// A sentence that tools search for, on lines of its own. Only a terminal has it broken, with what
  /// follows the first line indented.
  ///
  /// - Parameter limit: How many lines it may take there; the last of them is cut.
  package func sentence(_ text: String, limit: Int = .max) -> [Printed] {
    guard breaksSentences else { return ["\(Sanitized.line(text))"] }
    if Columns.width(of: Sanitized.line(text)) <= columns { return ["\(Sanitized.line(text))"] }
    return fitted(text, to: columns - 2, limit).enumerated()
      .map { "\($0.offset == 0 ? "" : "  ")\($0.element)" }
  }

  /// A label and where something is: never cut, and whole where there is no terminal.
  ///
  /// - Parameter also: A text that stands behind it as far as it fits.
  func reference(_ label: String, _ text: String, indent: Int, also: String? = nil) -> Printed {
    let (head, start) = head(label, indent)
    let room = columns - start - Columns.width(of: Sanitized.line(text)) - 2
    let rest = also.map { room < 8 ? "" : "  \(Columns.cut(Sanitized.line($0), to: room))" } ?? ""
    if breaksSentences, rest.isEmpty { return field(label, text, indent: indent, limit: .max) }
    return "\(head)\(Sanitized.line(text))\(painted("\(rest)", .dim))\n"
  }

  /// A text on which a person has to act: whole where there is no terminal, else on a few lines.
  ///
  /// - Parameter limit: How many lines it may take there; the last of them is cut.
  func statement(_ text: String, indent: Int, limit: Int = 2) -> Printed {
    breaksSentences
      ? prose(text, indent: indent, limit: limit) : "\(Self.blank(indent))\(Sanitized.line(text))\n"
  }

  private func head(_ label: String, _ indent: Int) -> (text: Printed, columns: Int) {
    let start = indent + max(Self.labelColumns, label.utf8.count + 2)
    let gap = Self.blank(start - indent - label.utf8.count)
    return ("\(Self.blank(indent))\(painted("\(label)", .dim))\(gap)", start)
  }

  /// As many sentences of a text as a few lines have room for, and at least one.
  func sentences(_ text: String, to room: Int, limit: Int) -> String {
    let sentences = Sanitized.line(text).split(separator: ". ", omittingEmptySubsequences: false)
    for count in stride(from: sentences.count, to: 1, by: -1) {
      let shown = sentences.prefix(count).joined(separator: ". ")
      let whole = count == sentences.count ? shown : "\(shown)."
      if fitted(whole, to: room, .max).count <= limit { return whole }
    }
    return sentences.count > 1 ? "\(sentences[0])." : text
  }

  /// The lines of a text from outside, broken between words; the last that it may have is cut.
  func fitted(_ text: String, to room: Int, _ limit: Int) -> [String] {
    let lines = Columns.wrapped(Sanitized.line(text), to: room)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1)
      + [Columns.cut(lines[(limit - 1)...].joined(separator: " "), to: room)]
  }

  private static func blank(_ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns))
  }
}
