// SPDX-License-Identifier: Apache-2.0
// The evidence of each failure in the Markdown report: what was expected, what came, where.

import Expectations
import Formats
import HTTP
import Record
import Suites
import Text

extension MarkdownPage {
  /// How many findings are shown for one failure, and how many lines of its exchange.
  private static let (findingLimit, exchangeLimit) = (5, 26)
  /// A longer command stands only in the page.
  private static let commandLimitBytes = 8_000

  /// - Parameter limit: How many lines there is room for.
  mutating func writeEvidence(of failures: IncidentGroups, limit: Int) {
    guard !failures.isEmpty else { return }
    line()
    line("## Evidence")
    var left = limit - 2
    for (index, group) in failures.prefix(IncidentGroup.fixLimit).enumerated() {
      // The last ones may have no room for their exchange, but always a place to link to.
      let remaining = min(IncidentGroup.fixLimit, failures.count) - index - 1
      var lines = head(of: group, number: index + 1)
      for part in [exchange(of: group), repeating(group)]
      where !part.isEmpty && lines.count + part.count + 18 * remaining <= left { lines += part }
      for text in lines { line(text) }
      left -= lines.count
    }
  }

  private func head(of group: IncidentGroup, number: Int) -> [String] {
    let incident = group.incident
    var lines = [
      "", "<a id=\"evidence-\(number)\"></a>", "",
      "### \(number). \(Markdown.text(group.headline))", "",
    ]
    var place =
      group.fragments.first.map { "Shared fragment “\(Markdown.text($0.name))”" }
      ?? "\(group.isOfTraffic ? "Rule" : "Scenario") “\(Markdown.text(group.scenario.name))” of "
      + "“\(Markdown.text(group.suite.name))”"
    if let visit = incident.visit, !group.isOfTraffic {
      place += ", step \(visit.label), “\(Markdown.text(visit.step.name))”"
    }
    if let location = incident.location { place += ", \(location.markdown)" }
    if let finding = group.telling, finding.words != finding.expected {
      place += ", written as \(Markdown.code(finding.expected, limit: 120))"
    }
    lines.append("\(place).")
    if let problem = incident.problem {
      return lines + ["", "There was no answer to judge: \(Markdown.text(problem.message))"]
    }
    if let about = incident.step?.about ?? group.scenario.about {
      lines += ["", "> \(Markdown.text(about, limit: 600))"]
    }
    let findings = group.findings
    if !findings.isEmpty {
      lines += ["", "| place | expected | found |", "|---|---|---|"]
      for finding in findings.prefix(Self.findingLimit) {
        var cells = [
          Markdown.code(finding.place.description, limit: 200),
          Markdown.text(finding.words, limit: 200),
          finding.isToldInWords
            ? Markdown.text(finding.found, limit: 300) : Markdown.code(finding.found, limit: 200),
        ]
        if let nearest = finding.nearest { cells[2] += "; \(Markdown.text(nearest, limit: 300))" }
        cells = cells.map { $0.replacing("|", with: "¦") }
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
    }
    let others = incident.findings.count - min(Self.findingLimit, findings.count)
    if others > 0 {
      lines += ["", "And \(Wording.count(others, "other difference")) in the same answer."]
    }
    if let line = group.timeLine { lines += line.markdown }
    for note in incident.step?.notes.prefix(group.isOfTraffic ? 3 : 1) ?? [] {
      lines += ["", "Note: \(Markdown.text(note.description, limit: 300))"]
    }
    if !group.isOfTraffic, group.places.count > 1 {
      let names = group.places.dropFirst().map {
        "“\(Markdown.text(run.record.scenario(at: $0).name))”"
      }
      lines += ["", "The same in \(Self.named(names, limit: 3))."]
    }
    return lines
  }

  /// The exchange that was judged, as far as it matters: the lines of the answer around those that
  /// findings are about.
  private func exchange(of group: IncidentGroup) -> [String] {
    guard let step = group.incident.step else { return [] }
    if let call = step.call {
      return [
        "",
        "Asked of the framework: \(Markdown.code(call.name)) "
          + "\(Markdown.code(call.request, limit: 300)); it answered "
          + Markdown.code(call.answer, limit: 600),
      ]
    }
    guard let exchange = step.exchanges.last, let detail = exchange.detail else { return [] }
    // Rules are about the request.
    let findings = group.isOfTraffic ? [] : group.incident.findings
    var request = ["\(exchange.method) \(exchange.url)"]
    // All of them, so that one that is missing is seen.
    for field in detail.requestHeaders {
      guard let decoded = BodyLayout(header: field.value) else {
        request.append("\(field.name): \(field.value)")
        continue
      }
      let text = decoded.lines.map { $0.text.trimmingPrefix { $0 == " " } }.joined(separator: " ")
      request.append("\(field.name), decoded: \(text)")
    }
    let head = request.count
    if !detail.requestBody.isEmpty {
      request += [""] + BodyLayout(requestOf: detail).lines.map(\.text)
    }
    let body = BodyLayout(detail.responseBody, marked: findings.compactMap { $0.place.bodyPointer })
    var answer = [exchange.statusLine]
    answer += detail.responseHeaders.filter { field in
      HeaderList.isSame(field.name, "Content-Type")
        || findings.contains { $0.place == .header(field.name) }
    }.map { "\($0.name): \($0.value)" }
    if !detail.responseBody.isEmpty {
      answer += [""] + Self.window(of: body.lines, size: Self.exchangeLimit - 10)
    }
    let room = max(head + 2, Self.exchangeLimit - answer.count - 1)
    let shown = Self.cut(request, to: room) + [""] + answer
    let text = shown.map { Sanitized.line($0, limit: 300) }.joined(separator: "\n")
    let trace = group.incident.traceID.map { " of the trace \(Markdown.code($0))" } ?? ""
    return ["", "The exchange\(trace), \(Wording.duration(exchange.duration)):", ""]
      + Self.block(text, language: "http") + sending(exchange, of: group)
  }

  /// The command that sends the request of an exchange again; empty without one.
  private func sending(_ exchange: ExchangeRecord, of group: IncidentGroup) -> [String] {
    guard !group.isOfTraffic,
      let command = run.record.curlCommand(of: exchange, in: group.scenario)
    else { return [] }
    guard command.utf8.count <= Self.commandLimitBytes else {
      return ["", "The request is long: `report.html` has the command that sends it again."]
    }
    return ["", "To send the request again:", ""] + Self.block(command, language: "sh")
  }

  /// The command line that runs the scenario again; empty without one.
  private func repeating(_ group: IncidentGroup) -> [String] {
    let record = run.record
    let command =
      group.fragments.first.map { record.repeatCommand(of: $0) }
      ?? record.repeatCommand(of: group.scenario, in: group.suite)
    guard !group.isOfTraffic, let command else { return [] }
    return ["", "To run the scenario again:", ""] + Self.block(command, language: "sh")
  }

  private static func block(_ text: String, language: String) -> [String] {
    Markdown.block(text, language: language).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }

  private static func cut(_ lines: [String], to limit: Int) -> [String] {
    let limit = max(4, limit)
    return lines.count <= limit
      ? lines : lines.prefix(limit - 1) + ["… (\(lines.count - limit + 1) lines more)"]
  }

  /// The lines around the first that is marked.
  private static func window(of lines: [BodyLayout.Line], size: Int) -> [String] {
    let first = lines.firstIndex(where: \.isMarked) ?? 0
    let begin = max(0, min(first - size / 2, lines.count - size))
    let end = min(lines.count, begin + size)
    var shown = lines[begin..<end].map { $0.isMarked ? "\($0.text)   ← here" : $0.text }
    if begin > 0 { shown.insert("… (\(begin) lines before)", at: 0) }
    if end < lines.count { shown.append("… (\(lines.count - end) lines more)") }
    return shown
  }
}

extension Place {
  /// The place in the body as JSON; nil for one elsewhere.
  var bodyPointer: JSONPointer? {
    switch self {
    case .body(let pointer): pointer
    case .inside(let outer, _): outer.bodyPointer
    default: nil
    }
  }
}
