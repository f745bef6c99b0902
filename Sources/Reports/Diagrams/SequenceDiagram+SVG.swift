// SPDX-License-Identifier: Apache-2.0
// A sequence diagram drawn as SVG.

import Record
import Text

extension SequenceDiagram {
  /// The distance of the life lines, and of two events.
  private static let (column, row) = (300, 30)
  private static let margin = 110
  private static let top = 44
  /// How many characters of a message fit between two life lines.
  private static let textLimit = 44

  /// The diagram as an SVG element that takes its colours from the page; empty where nothing was
  /// called.
  ///
  /// - Parameters:
  ///   - title: What it shows, for those who can't see it.
  ///   - id: Unique in the page.
  func svg(title: String, id: String) -> String {
    if isEmpty { return "" }
    let lines = Dictionary(
      participants.enumerated().map { ($1, Self.margin + $0 * Self.column) },
      uniquingKeysWith: { first, _ in first })
    let notes = leftOut > 0 ? 1 : 0
    let width = 2 * Self.margin + max(0, participants.count - 1) * Self.column
    let height = Self.top + (events.count + notes + 1) * Self.row
    var output =
      "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
      + " role=\"img\" aria-labelledby=\"\(id)\"><title id=\"\(id)\">\(HTML.text(title))</title>"
    for participant in participants {
      let x = lines[participant] ?? 0
      output +=
        "<line class=\"life\" x1=\"\(x)\" y1=\"32\" x2=\"\(x)\" y2=\"\(height)\"/>"
        + "<rect class=\"actor\" x=\"\(x - 95)\" y=\"4\" width=\"190\" height=\"28\" rx=\"5\"/>"
        + Self.text(participant, x: x, y: 23, limit: 26)
    }
    for (index, event) in events.enumerated() {
      output += Self.drawn(event, y: Self.top + (index + 1) * Self.row, lines)
    }
    if leftOut > 0, let first = participants.first {
      let more = Event.note(over: first, text: Wording.count(leftOut, "further message"))
      output += Self.drawn(more, y: Self.top + (events.count + 1) * Self.row, lines)
    }
    return output + "</svg>"
  }

  private static func drawn(_ event: Event, y: Int, _ lines: [String: Int]) -> String {
    switch event {
    case .message(let from, let to, let text, let isAnswer):
      return arrow(
        lines[from] ?? 0, lines[to] ?? 0, y, isAnswer ? "answer" : "call", text)
    case .lost(let from, let to, let text):
      return arrow(lines[from] ?? 0, lines[to] ?? 0, y, "lost", "✗ \(text)")
    case .note(let over, let text):
      let x = lines[over] ?? 0
      return Self.text("▸ \(text)", x: x + 8, y: y, limit: 2 * textLimit, anchor: "start")
    }
  }

  private static func arrow(
    _ from: Int, _ to: Int, _ y: Int, _ kind: String, _ text: String
  ) -> String {
    let back = to < from ? 7 : -7
    return "<line class=\"\(kind)\" x1=\"\(from)\" y1=\"\(y)\" x2=\"\(to)\" y2=\"\(y)\"/>"
      + "<path class=\"head\" d=\"M\(to) \(y)l\(back) -4v8z\"/>"
      + Self.text(text, x: (from + to) / 2, y: y - 5, limit: textLimit)
  }

  private static func text(
    _ text: String, x: Int, y: Int, limit: Int, anchor: String = "middle"
  ) -> String {
    let line = Visible.line(text, limit: 400)
    let short = line.count > limit ? "\(line.prefix(limit - 1))…" : line
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(HTML.text(short))</text>"
  }
}
