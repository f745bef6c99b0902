// SPDX-License-Identifier: Apache-2.0
// The calls whose order or distance breaks a rule, on a time line.

import Expectations
import Record
import Text

/// The calls that findings about order and time name, in the order of time.
struct TimeLine {
  struct Row {
    /// When the call was sent: `05:29:00.000Z`, with the day where the calls are of several.
    let time: String
    /// `3 s later` than the row before; nil for the first.
    let gap: String?
    let call: TimedCall
    /// `17`, or `17 of a.har` where the calls are of several recordings.
    let entry: String
  }

  let rows: [Row]
  /// How many further calls were found.
  let leftOut: Int

  /// - Returns: nil where the findings name no two calls.
  init?(_ findings: [Finding]) {
    let orders = findings.compactMap(\.order)
    let calls = orders.flatMap(\.calls).unique.sorted { $0.isBefore($1) }
    guard calls.count > 1 else { return nil }
    let isOfOneDay = Set(calls.map { $0.time.iso8601.prefix(10) }).count == 1
    let isOfOneFile = Set(calls.map(\.recording)).count == 1
    var earlier: TimedCall?
    rows = calls.map { call in
      defer { earlier = call }
      let time = call.time.iso8601
      return Row(
        time: isOfOneDay ? String(time.dropFirst(11)) : time.replacing("T", with: " "),
        gap: earlier.map { "\(DurationText.span(call.distance(from: $0), isExact: true)) later" },
        call: call, entry: isOfOneFile ? "\(call.entry)" : "\(call.entry) of \(call.recording)")
    }
    leftOut = orders.map { max(0, $0.count - $0.others.count) }.max() ?? 0
  }
}

extension TimeLine.Row {
  var answer: String { call.status == 0 ? "no answer" : "\(call.status)" }

  /// `05:29:00.000Z GET /a`.
  var beginning: String { "\(time) \(call.method) \(call.path)" }

  /// ` → 200 (entry 17), 3 s later`.
  var end: String { " → \(answer) (entry \(entry))\(gap.map { ", \($0)" } ?? "")" }
}

extension TimeLine {
  /// `and 3 more such calls`; nil where all are shown.
  var rest: String? { leftOut > 0 ? "and \(Wording.count(leftOut, "more such call"))" : nil }

  /// A line for each call, for a text.
  var text: String {
    let lines = rows.map {
      Sanitized.line($0.beginning, limit: 300) + Sanitized.line($0.end, limit: 300)
    }
    return (lines + [rest].compactMap(\.self)).map { "\($0)\n" }.joined()
  }

  /// The lines of a terminal, below a label.
  func printed(_ layout: TerminalLayout, indent: Int) -> Printed {
    var text = Printed()
    for (index, row) in rows.enumerated() {
      text += layout.line(index == 0 ? "calls" : "", row.beginning, row.end, indent: indent)
    }
    if let rest { text += layout.field("", rest, indent: indent) }
    return text
  }

  var markdown: [String] {
    var lines = ["", "| sent | call | answer | entry |", "|---|---|---|---|"]
    for row in rows {
      let cells = [
        Markdown.text("\(row.time)\(row.gap.map { ", \($0)" } ?? "")"),
        Markdown.code("\(row.call.method) \(row.call.path)", limit: 200), Markdown.text(row.answer),
        Markdown.text(row.entry, limit: 200),
      ]
      lines.append("| \(cells.map { $0.replacing("|", with: "¦") }.joined(separator: " | ")) |")
    }
    return lines + (rest.map { ["", "…\($0)."] } ?? [])
  }

  var html: String {
    let items = rows.map { row in
      "<li><time datetime=\"\(row.call.time.iso8601)\">\(HTML.text(row.time))</time> "
        + HTML.code("\(row.call.method) \(row.call.path)", limit: 300)
        + " \(HTML.text(row.end))</li>"
    }
    return "<ol aria-label=\"Calls in the order of time\">\(items.joined())</ol>"
      + (rest.map { "<p class=\"note\">…\(HTML.text($0))</p>" } ?? "")
  }
}

extension Finding {
  /// Whether what was found is a sentence, and not a value.
  var isToldInWords: Bool { order?.isOfCallsAlone ?? false }

  /// What is wrong with the order of calls; nil for another finding.
  ///
  /// - Parameter plain: What is wrong with what was sent or answered.
  func orderFact(_ plain: String) -> String? { order?.fact(plain, nearest: nearest) }
}
