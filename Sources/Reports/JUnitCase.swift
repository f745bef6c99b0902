// SPDX-License-Identifier: Apache-2.0
// One scenario as a case of a JUnit file.

import Expectations
import Formats
import HTTP
import Record
import Suites
import Text

/// A scenario with everything that its case reports.
struct JUnitCase {
  let run: RunJudgement
  let calls: CallNames
  let order: RequirementOrder
  let suite: SuiteRecord
  let scenario: ScenarioRecord
  let judgement: ScenarioJudgement
  let profile: JUnitProfile

  /// How many bytes each text of the case may have: readers cut longer texts, and drop files that
  /// are too long.
  let textLimit: Int
}

extension JUnitCase {
  func write(name: String, classname: String, to writer: inout XMLWriter) {
    var attributes: [(name: String, value: String)] = [
      ("name", name), ("classname", classname), ("time", Wording.seconds(scenario.duration)),
    ]
    if profile == .rich {
      attributes += [
        ("file", Sanitized.name(scenario.location.file)),
        ("line", "\(scenario.location.position.line)"),
      ]
    }
    writer.startElement("testcase", attributes: attributes)
    if profile == .rich { writeProperties(to: &writer) }
    switch judgement.kind {
    case .passed: break
    case .failed: writeIncident("failure", to: &writer)
    case .broken: writeIncident("error", to: &writer)
    case .known, .skipped, .blocked, .interrupted, .notReached:
      writer.element("skipped", attributes: [("message", whySkipped)])
    }
    let output = systemOut
    if !output.isEmpty { writer.element("system-out", text: output) }
    writer.endElement()
  }

  private func writeProperties(to writer: inout XMLWriter) {
    let requirements = covered.map { ("requirement", $0) }
    let properties =
      requirements + cookbookSteps.map { ("cookbook-step", $0) } + scenario.tags.map { ("tag", $0) }
    guard !properties.isEmpty else { return }
    writer.startElement("properties")
    for (name, value) in properties {
      writer.element("property", attributes: [("name", name), ("value", Sanitized.line(value))])
    }
    writer.endElement()
  }

  private func writeIncident(_ element: String, to writer: inout XMLWriter) {
    let (type, message, text) = failure
    writer.element(element, attributes: [("message", message), ("type", type)], text: text)
  }

  /// Why the case failed or ended in an error: a stable word, a sentence, and everything about it.
  var failure: (type: String, message: String, text: String) {
    let incident = judgement.incidents.first { ($0.problem != nil) == (judgement.kind == .broken) }
    let first = incident ?? judgement.incidents.first
    let message = Self.flat(first?.headline(calls) ?? "no answer as the suite expects")
    var text = "\(message)\n"
    for (index, incident) in judgement.incidents.enumerated() {
      if index > 0 { text += isOfTraffic ? "also:\n" : "after that:\n" }
      text += Self.flat(describe(incident))
    }
    if let exchange = first?.step?.exchanges.last { text += Self.flat("\(exchange.summary)\n") }
    return (first?.type ?? "assert", message, cut(text))
  }

  /// Everything about an incident, a line for each finding.
  private func describe(_ incident: Incident) -> String {
    var text = ""
    for finding in incident.findings {
      let place = Sanitized.line(finding.place.description, limit: 300)
      text += "\(incident.location(of: finding).visible): \(place): expected "
      let outcome = finding.outcome(Sanitized.line(finding.found))
      text += "\(Sanitized.line(finding.words)), \(outcome)\n"
      if finding.words != finding.expected {
        text += "  as the suite writes it: \(Sanitized.line(finding.expected))\n"
      }
      if let nearest = finding.nearest { text += "  nearest: \(Sanitized.line(nearest))\n" }
    }
    if let line = TimeLine(incident.findings) { text += line.text }
    if let problem = incident.problem {
      let place = (problem.location ?? incident.location).map { "\($0.visible): " } ?? ""
      text += "\(place)\(Sanitized.line(problem.message))\n"
    }
    if let step = incident.step {
      let fragment = incident.fragment.map { " of the fragment \(Sanitized.name($0.name))" } ?? ""
      text +=
        step.action == .traffic
        ? step.notes.map { "\(Sanitized.line($0.description))\n" }.joined()
        : "step \(incident.visit?.label ?? "")\(fragment): "
          + "\(incident.visit?.situation(in: scenario.steps) ?? "")\n"
      if let place = incident.cookbookStep(in: run) { text += "cookbook: \(place)\n" }
      let broken = order.ids(of: incident.breaches(incident.findings, calls), isGeneral: false)
      for id in broken {
        let requirement = run.requirements[id]
        let sentence =
          requirement.map { " (\(Sanitized.name($0.standing))): \(Sanitized.line($0.text))" }
          ?? ""
        text += "requirement \(Sanitized.line(id))\(sentence)\n"
      }
      if let advice = incident.step?.advice
        ?? incident.remedy(run.requirements, broken, incident.findings, run.blame)
      {
        text += "what to do: \(Sanitized.name(advice))\n"
      }
      if !step.chosen.isEmpty { text += Self.chosen(step) }
    }
    let abouts = [
      (isOfTraffic ? "rules" : "suite", suite.about),
      (suite.subject.caseWord, scenario.about), ("step", incident.step?.about),
    ]
    for (what, about) in abouts {
      if let about { text += "\(what): \(Sanitized.name(about, limit: 2000))\n" }
    }
    return text
  }

  /// Warnings, choices and violations of HTTP first, then the exchanges that failed, then the
  /// requirements that the case covers. Readers cut long output in the middle.
  private var systemOut: String {
    var text = ""
    for incident in judgement.known {
      text += "KNOWN \(incident.headline(calls))\n\(describe(incident))"
    }
    for warning in judgement.warnings {
      text += "WARNING \(warning.headline(calls))\n\(describe(warning))"
    }
    scenario.steps.visit { visit in
      if !visit.step.chosen.isEmpty { text += Self.chosen(visit.step) }
      for note in visit.step.notes where visit.step.verdict.kind != .failed || !isOfTraffic {
        text +=
          "step \(visit.label) \(Sanitized.name(visit.step.name)): \(Sanitized.line(note.description))\n"
      }
      for exchange in visit.step.exchanges {
        for issue in exchange.issues {
          text += "HTTP: \(Sanitized.line(issue.message)) (\(Sanitized.line(issue.rule))): "
          text += "\(exchange.summary)\n"
        }
      }
    }
    for incident in judgement.incidents {
      guard let step = incident.step else { continue }
      for exchange in step.exchanges.suffix(3) { text += Self.evidence(exchange) }
      if !step.leftOut.isEmpty { text += "… and \(step.leftOut.sentence)\n" }
    }
    text = Self.flat(text)
    if profile == .jenkins {
      for id in covered { text += "[[PROPERTY|requirement=\(Sanitized.line(id, limit: 100))]]\n" }
      for step in cookbookSteps {
        text += "[[PROPERTY|cookbook-step=\(Sanitized.line(step, limit: 100))]]\n"
      }
    }
    return cut(text)
  }

  /// Whether the case is a rule, and its steps are entries of recordings.
  private var isOfTraffic: Bool { suite.subject == .application }

  private static func chosen(_ step: StepRecord) -> String {
    let names = Wording.list(step.chosen.map { "'\(Sanitized.line($0))'" })
    return "step \(Sanitized.name(step.name)): the service chose \(names)\n"
  }

  private static func evidence(_ exchange: ExchangeRecord) -> String {
    flat("\n\(exchange.transcript)")
  }

  /// The requirements that its steps cover, each once.
  var covered: [String] { eachOnce { $0.covers.map(\.id) } }

  /// The steps of cookbooks that its steps are, each once: `C5`, or `rest-api-v2/A1` for one of
  /// another cookbook than the suite's.
  private var cookbookSteps: [String] {
    eachOnce { $0.cookbookSteps }.map { $0.cookbook == suite.cookbook ? $0.number : "\($0)" }
  }

  /// The values of all its steps and of the shared fragments that they use, each once.
  private func eachOnce<Value: Hashable>(_ values: (StepRecord) -> [Value]) -> [Value] {
    var all: [Value] = []
    var seen: Set<Value> = []
    func add(_ step: StepRecord) {
      for value in values(step) where seen.insert(value).inserted { all.append(value) }
    }
    scenario.steps.visit { visit in
      add(visit.step)
      guard let id = visit.step.sharedFragment, let fragment = run.shared[id] else { return }
      fragment.steps.visit { add($0.step) }
    }
    return all
  }

  /// Why the failure is known, and until when.
  private var knownFailure: String {
    let sentences = judgement.knownFailures.sorted().map {
      Sanitized.line(run.record.known[$0].sentence)
    }
    return "known failure: \(sentences.joined(separator: "; "))"
  }

  var whySkipped: String {
    Self.flat(
      judgement.kind == .known ? knownFailure : Sanitized.name(scenario.whySkipped ?? "skipped"))
  }

  /// Breaks up `[[name`, so that no text of a service can ask a CI to attach a file.
  private static func flat(_ text: String) -> String {
    var previous = UInt8(0)
    let isHarmless = text.utf8.allSatisfy { byte in
      defer { previous = byte }
      return byte != UInt8(ascii: "[") || previous != byte
    }
    if isHarmless { return text }
    return text.replacing(/\[(?=\[[A-Za-z])/.matchingSemantics(.unicodeScalar), with: "[ ")
  }

  private func cut(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    var bytes = Array(text.utf8.prefix(textLimit))
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
    if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self) + "\n… (cut)\n"
  }
}

extension Incident {
  /// A stable word for the kind of failure: `assert.status`, `transport.unreachable`.
  fileprivate var type: String {
    if let problem {
      return problem.isUnreachable ? "\(problem.kind.rawValue).unreachable" : problem.kind.rawValue
    }
    return findings.first?.place.failureType ?? "assert"
  }
}

extension Place {
  /// A stable word for what a finding is about, by the outermost place.
  fileprivate var failureType: String {
    switch self {
    case .status: "assert.status"
    case .statuses: "assert.statuses"
    case .header: "assert.header"
    case .framing: "assert.framing"
    case .body(let pointer): pointer.tokens.isEmpty ? "assert" : "assert.body"
    case .query: "assert.body"
    case .xml: "assert.xml"
    case .text: "assert.text"
    case .saved: "assert.save"
    case .inside(let outer, _): outer.failureType
    case .part, .decoded, .variable, .retry, .fragment, .frameworkError, .call, .visit, .other:
      "assert"
    }
  }
}

extension ExchangeRecord {
  /// `GET https://… → 200`.
  var summary: String {
    let line = "\(Sanitized.line(method, limit: 40)) \(Sanitized.line(url, limit: 500))"
    return "\(line) → \(status == 0 ? "no answer" : "\(status)")"
  }
}
