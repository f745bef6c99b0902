// SPDX-License-Identifier: Apache-2.0
// The calls of a scenario as a diagram, in Mermaid's language and as SVG.

package import Record
import Text

/// Who called whom in a scenario, in the order of time.
package struct SequenceDiagram {
  enum Event {
    /// A call, or an answer.
    case message(from: String, to: String, text: String, isAnswer: Bool)
    /// An answer that did not come.
    case lost(from: String, to: String, text: String)
    case note(over: String, text: String, isFailure: Bool = false)
  }

  /// Who takes part, in the order in which they stand, from left to right: the application on each
  /// device, the framework, the service, the provider.
  private(set) var participants: [String] = []
  private(set) var events: [Event] = []
  /// How many messages there are beyond the limit.
  private(set) var leftOut = 0
  private var messages = 0
  private let targetOrigin: String
  private let severalDevices: Bool

  /// A longer diagram can't be read.
  private static let messageLimit = 60

  private static let service = "Service"
  private static let framework = "Framework"
  private static let provider = "Provider"
}

extension SequenceDiagram {
  /// - Parameters:
  ///   - target: The base URL; a request to another origin is shown as one to the provider.
  ///   - shared: The shared fragments of the run; their steps are shown where they are used.
  package init(of scenario: ScenarioRecord, target: String, shared: [Int: SharedFragmentRecord]) {
    var visits: [StepRecord] = []
    scenario.steps.visit { visit in
      visits.append(visit.step)
      guard let id = visit.step.sharedFragment, let fragment = shared[id] else { return }
      fragment.steps.visit { visits.append($0.step) }
    }
    targetOrigin = Self.origin(of: target)
    severalDevices = Set(visits.filter(\.verdict.kind.wasRun).map(\.device)).count > 1
    for step in visits where step.verdict.kind.wasRun { add(step) }
    let others = [Self.framework, Self.service, Self.provider]
    participants =
      participants.filter { !others.contains($0) } + others.filter { participants.contains($0) }
  }

  /// Whether nothing was called.
  var isEmpty: Bool { messages == 0 }

  private mutating func add(_ step: StepRecord) {
    let application = severalDevices ? "Application (\(step.device))" : "Application"
    if let call = step.call {
      introduce([application, Self.framework])
      if call.name == "user" {
        message(.note(over: Self.framework, text: "the user: \(call.request)"))
      } else {
        send(application, Self.framework, "\(call.name) \(call.request)")
        // The provider is asked only if the user signed in.
        if call.name == "authenticate", step.verdict.kind == .passed {
          introduce([Self.provider])
          send(Self.framework, Self.provider, "sign-in request")
          answer(Self.provider, Self.framework, "sign-in response")
        }
        if !call.answer.isEmpty { answer(Self.framework, application, call.answer) }
      }
    }
    for (index, exchange) in step.exchanges.enumerated() {
      let isService = Self.origin(of: exchange.url) == targetOrigin
      let peer = isService ? Self.service : Self.provider
      introduce([application, peer])
      let url = isService ? Self.path(of: exchange.url) : exchange.url
      send(application, peer, "\(exchange.method) \(url)")
      if exchange.status > 0 {
        let reason = exchange.detail.map { " \($0.reason)" } ?? ""
        answer(peer, application, "\(exchange.status)\(reason)")
      } else {
        message(.lost(from: peer, to: application, text: "no answer"))
      }
      if index == 0, !step.leftOut.isEmpty {
        message(.note(over: application, text: "… and \(step.leftOut.sentence)"))
      }
    }
    let kind = step.verdict.kind
    if kind == .failed || kind == .broken, step.steps.isEmpty {
      introduce([application])
      let word = kind == .failed ? "failed" : "error"
      events.append(.note(over: application, text: "\(word): \(step.name)", isFailure: true))
    }
  }

  private mutating func introduce(_ others: [String]) {
    for participant in others where !participants.contains(participant) {
      participants.append(participant)
    }
  }

  private mutating func send(_ from: String, _ to: String, _ text: String) {
    message(.message(from: from, to: to, text: text, isAnswer: false))
  }

  private mutating func answer(_ from: String, _ to: String, _ text: String) {
    message(.message(from: from, to: to, text: text, isAnswer: true))
  }

  private mutating func message(_ event: Event) {
    messages += 1
    if messages > Self.messageLimit { leftOut += 1 } else { events.append(event) }
  }

  /// `scheme://authority` in lower case.
  private static func origin(of url: String) -> String {
    guard let colon = url.firstRange(of: "://") else { return "" }
    let authority = url[colon.upperBound...].prefix { !"/?#".contains($0) }
    return (url[..<colon.upperBound] + authority).lowercased()
  }

  private static func path(of url: String) -> String {
    let path = url.withoutOrigin
    return path.isEmpty ? "/" : String(path)
  }

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
      return arrow(lines[from] ?? 0, lines[to] ?? 0, y, isAnswer ? "answer" : "call", text)
    case .lost(let from, let to, let text):
      return arrow(lines[from] ?? 0, lines[to] ?? 0, y, "lost", "✗ \(text)")
    case .note(let over, let text, let isFailure):
      let x = lines[over] ?? 0
      return Self.text(
        "\(isFailure ? "✗" : "▸") \(text)", x: x + 8, y: y, limit: 2 * textLimit, anchor: "start",
        isFailure: isFailure)
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
    _ text: String, x: Int, y: Int, limit: Int, anchor: String = "middle", isFailure: Bool = false
  ) -> String {
    let line = Sanitized.line(text, limit: 400)
    let short = line.count > limit ? "\(line.prefix(limit - 1))…" : line
    let style = isFailure ? " class=\"failure\"" : ""
    return
      "<text\(style) x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(HTML.text(short))</text>"
  }
}
