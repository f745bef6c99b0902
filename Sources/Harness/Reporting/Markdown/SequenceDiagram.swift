// SPDX-License-Identifier: Apache-2.0
// The calls of a scenario as a Mermaid sequence diagram.

package import Results
import SourceText

/// The calls of a scenario, in Mermaid's language for sequence diagrams.
package struct SequenceDiagram {
  private var participants: [String] = []
  private var lines: [String] = []
  private var messages = 0
  private var left = 0
  private let targetOrigin: String
  private let severalDevices: Bool

  /// Mermaid refuses diagrams of more than 50,000 characters.
  private static let messageLimit = 60

  private static let service = "participant Service"
  private static let framework = "participant Framework"
  private static let provider = "participant Provider"
}

extension SequenceDiagram {
  /// The diagram, without the fence; empty where nothing was called.
  ///
  /// - Parameters:
  ///   - target: The base URL; a request to another origin is shown as one to the provider.
  ///   - shared: The shared fragments of the run; their steps are shown where they are used.
  package static func text(
    of scenario: ScenarioRecord, target: String, shared: [Int: SharedFragmentRecord]
  ) -> String {
    var visits: [StepRecord] = []
    scenario.steps.visit { visit in
      visits.append(visit.step)
      guard let id = visit.step.sharedFragment, let fragment = shared[id] else { return }
      fragment.steps.visit { visits.append($0.step) }
    }
    let devices = Set(visits.filter(\.wasRun).map(\.device))
    var diagram = SequenceDiagram(
      targetOrigin: origin(of: target), severalDevices: devices.count > 1)
    for step in visits where step.wasRun { diagram.add(step) }
    return diagram.text
  }

  private init(targetOrigin: String, severalDevices: Bool) {
    self.targetOrigin = targetOrigin
    self.severalDevices = severalDevices
  }

  private var text: String {
    if messages == 0 { return "" }
    var output = "sequenceDiagram\n"
    let others = [Self.framework, Self.service, Self.provider]
    let applications = participants.filter { !others.contains($0) }
    let ordered = applications + others.filter { participants.contains($0) }
    for participant in ordered { output += "    \(participant)\n" }
    for line in lines { output += "    \(line)\n" }
    if left > 0, let first = ordered.first {
      let name = Self.alias(of: first)
      output += "    Note over \(name): \(Wording.count(left, "further message"))\n"
    }
    return output
  }

  private mutating func add(_ step: StepRecord) {
    let application = severalDevices ? "App_\(Self.identifier(step.device))" : "Application"
    let title = severalDevices ? " as Application (\(Self.escaped(step.device)))" : ""
    let applicationLine = "participant \(application)\(title)"
    if let call = step.call {
      if call.name == "user" {
        introduce([applicationLine, Self.framework])
        message("Note over Framework: the user: \(Self.escaped(call.request))")
      } else {
        introduce([applicationLine, Self.framework])
        message("\(application)->>Framework: \(Self.escaped("\(call.name) \(call.request)"))")
        // The provider is asked only if the user signed in.
        if call.name == "authenticate", step.verdict.kind == .passed {
          introduce([Self.provider])
          message("Framework->>Provider: SAML request")
          message("Provider-->>Framework: SAML response")
        }
        if !call.answer.isEmpty {
          message("Framework-->>\(application): \(Self.escaped(call.answer))")
        }
      }
    }
    for (index, exchange) in step.exchanges.enumerated() {
      let isService = Self.origin(of: exchange.url) == targetOrigin
      introduce([applicationLine, isService ? Self.service : Self.provider])
      let peer = isService ? "Service" : "Provider"
      let url = isService ? Self.path(of: exchange.url) : exchange.url
      message("\(application)->>\(peer): \(Self.escaped("\(exchange.method) \(url)"))")
      if exchange.status > 0 {
        let reason = exchange.detail.map { " \($0.reason)" } ?? ""
        message("\(peer)-->>\(application): \(Self.escaped("\(exchange.status)\(reason)"))")
      } else {
        message("\(peer)--x\(application): no answer")
      }
      if index == 0, !step.leftOut.isEmpty {
        message("Note over \(application): … and \(Self.escaped(step.leftOut.sentence))")
      }
    }
    let kind = step.verdict.kind
    if kind == .failed || kind == .broken, step.steps.isEmpty {
      introduce([applicationLine])
      lines.append(
        "Note over \(application): \(kind == .failed ? "failed" : "error"): "
          + Self.escaped(step.name))
    }
  }

  private mutating func introduce(_ lines: [String]) {
    for line in lines where !participants.contains(line) { participants.append(line) }
  }

  private mutating func message(_ line: String) {
    messages += 1
    if messages > Self.messageLimit { left += 1 } else { lines.append(line) }
  }

  /// `Application` of `participant Application as …`.
  private static func alias(of participant: String) -> String {
    let words = participant.split(separator: " ")
    return words.count > 1 ? String(words[1]) : participant
  }

  private static func identifier(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Escapes the text of a message. Mermaid ends it at `;` and `#`, and interprets HTML, `%%{…}%%`
  /// and `$$…$$`.
  static func escaped(_ text: String) -> String {
    let line = Visible.line(text, limit: 120)
    var output = ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "#", ";", "<", ">", "&", "`", "%", "$":
        output += "#\(scalar.value);"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output.isEmpty ? "(empty)" : output
  }

  /// `scheme://authority` in lower case.
  private static func origin(of url: String) -> String {
    guard let colon = url.firstRange(of: "://") else { return "" }
    let authority = url[colon.upperBound...].prefix { !"/?#".contains($0) }
    return (url[..<colon.upperBound] + authority).lowercased()
  }

  private static func path(of url: String) -> String {
    guard let colon = url.firstRange(of: "://") else { return url }
    let path = url[colon.upperBound...].drop { !"/?#".contains($0) }
    return path.isEmpty ? "/" : String(path)
  }
}

extension StepRecord {
  /// Whether the step was run at all.
  fileprivate var wasRun: Bool {
    switch verdict {
    case .passed, .failed, .broken: true
    case .skipped, .blocked, .interrupted, .notReached: false
    }
  }
}
