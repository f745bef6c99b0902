// SPDX-License-Identifier: Apache-2.0
// The text to send to whoever can mend what a preflight asked for.

import Expectations
import Formats
import HTTP
package import Record
import Suites
package import Text

/// What to ask of the service's owner, or of the MVPD, where a preflight got a wrong answer: the ids,
/// the facts, the request and the answer, and when. Nothing in a record is secret.
package struct Letter: Sendable {
  private let checklist: Checklist
  /// How many failures it tells of.
  private let faultLimit: Int

  /// How many lines of a body, characters of a line, and findings are shown.
  private static let (lineLimit, lineCharacters, findingLimit) = (16, 160, 3)

  /// - Parameters:
  ///   - record: Of a run whose preflight failed.
  ///   - faultLimit: How many failures it tells of.
  package init(about record: RunRecord, on report: TerminalReport, faultLimit: Int = 3) {
    checklist = Checklist(record, on: report)
    self.faultLimit = faultLimit
  }
}

extension Letter {
  private var record: RunRecord { checklist.record }

  /// The failures that somebody else may mend: those in which an answer came. One is told once.
  private var faults: [(scenario: ScenarioRecord, cause: Checklist.Cause)] {
    checklist.faults.filter { ($0.cause.exchange?.status ?? 0) > 0 }
      .unique { "\($0.cause.step ?? "") \($0.cause.exchange?.summary ?? "")" }
  }

  /// The text after an empty line; empty where no answer came, so that there is nothing to ask.
  package var text: Printed {
    let all = faults
    guard !all.isEmpty else { return "" }
    var text: Printed = "\nA text to send to the owner of the service (Adobe), or to the MVPD:\n\n"
    let target = record.target
    text += prose(
      "By the published cookbook we can't go on with the service \(target.url). Could you please "
        + "look at what follows, and tell us what has to change: our request, the account, or the "
        + "service?")
    text += "\n"
    var ids = [("Service", "\(target.name), \(target.url)")]
    if let provider = target.serviceProvider { ids.append(("Service provider", provider)) }
    let cookbooks = record.catalogues.map { "\($0.cookbook), revision \($0.revision)" }
    if !cookbooks.isEmpty { ids.append(("Cookbook", Wording.list(cookbooks))) }
    ids += facts(of: all)
    for (name, value) in ids { text += line("\(name): \(value)") }
    for (scenario, cause) in all.prefix(faultLimit) { text += lines(on: scenario, cause) }
    let more = all.count - faultLimit
    if more > 0 { text += "\n" + line("and \(Wording.count(more, "further check")) that failed") }
    return text + "\n" + line("Found by \(record.tool.name) \(record.tool.version).")
  }

  /// The facts that are in the requests, and those that the advice names.
  private func facts(
    of faults: [(scenario: ScenarioRecord, cause: Checklist.Cause)]
  ) -> [(String, String)] {
    let told = faults.prefix(faultLimit).map { scenario, cause in
      let exchange = cause.exchange
      return [
        scenario.name, cause.advice, exchange?.url, exchange?.detail?.requestBody,
      ].compactMap(\.self).joined(separator: " ")
    }.joined(separator: " ")
    return (record.evidence?.profile?.facts ?? []).compactMap { fact in
      guard let value = fact.value.string, value != ProfileRecord.hiddenValue, !value.isEmpty,
        told.contains(fact.name) || told.contains(value), fact.name != "service_provider"
      else { return nil }
      return ("Fact \(fact.name)", value)
    }
  }

  private func lines(on scenario: ScenarioRecord, _ cause: Checklist.Cause) -> Printed {
    guard let exchange = cause.exchange else { return "" }
    let time = (record.startedAt + scenario.startedAfter).isoSeconds.replacing("T", with: " ")
    var text: Printed =
      "\n" + line("\(scenario.name.withoutVariables): failed, about \(time) UTC")
    text += line("> \(exchange.method) \(exchange.url)")
    if let detail = exchange.detail {
      text += head(detail.requestHeaders, mark: ">")
      if !detail.requestBody.isEmpty { text += body(BodyLayout(requestOf: detail), mark: ">") }
    }
    text += line("< \(exchange.statusLine)")
    if let detail = exchange.detail {
      text += head(detail.responseHeaders, mark: "<")
      if !detail.responseBody.isEmpty { text += body(BodyLayout(detail.responseBody), mark: "<") }
    }
    for finding in cause.verdict.findings.prefix(Self.findingLimit) {
      text += prose(finding.nearest.map { "\(finding.told); \($0)" } ?? "\(finding.told)")
    }
    if let advice = cause.advice { text += prose("Our tool says: \(advice)") }
    return text
  }

  /// The headers as they were sent: who reads them has tools to decode them.
  private func head(_ headers: [HeaderField], mark: String) -> Printed {
    headers.map { line("\(mark) \($0.name): \($0.value)") }.joined()
  }

  private func body(_ layout: BodyLayout, mark: String) -> Printed {
    let shown = layout.lines.prefix(Self.lineLimit).map { line("\(mark)   \($0.text)") }
    let more = layout.lines.count - shown.count
    let rest: Printed =
      more > 0 ? line("\(mark) … \(Wording.count(more, "further line"))") : ""
    return shown.joined() + rest
  }

  /// A line as it is: it is to be copied.
  private func line(_ text: String) -> Printed {
    "  \(Sanitized.line(text, limit: Self.lineCharacters))\n"
  }

  private func prose(_ text: String) -> Printed {
    let columns = min(checklist.report.layout.columns, 100) - 2
    return Columns.wrapped(Sanitized.line(text, limit: 2000), to: columns)
      .map { "  \($0)\n" as Printed }.joined()
  }
}
