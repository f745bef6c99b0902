// SPDX-License-Identifier: Apache-2.0
// A file of JUnit XML while it is written.

import Formats
import Record
import Suites
import Text

/// A file of JUnit XML, as far as it is written.
struct JUnitDocument {
  let run: RunJudgement
  let profile: JUnitProfile
  let names: JUnitNames
  let suites: [JUnitSuite]
  private var writer = XMLWriter(indented: true)
  private var output: ReportOutput

  /// All texts of a file together may have about so many bytes: GitLab refuses files of 30 MB.
  private static let evidenceBytes = 20_000_000

  init(run: RunJudgement, profile: JUnitProfile, names: JUnitNames, output: ReportOutput) {
    self.run = run
    self.profile = profile
    self.names = names
    suites = JUnitSuite.all(run)
    self.output = output
  }
}

extension JUnitDocument {
  /// The output with everything that was written.
  mutating func finished() -> ReportOutput {
    output.write(writer.takeBytes())
    return output
  }

  /// Writes a document of all suites.
  mutating func writeSuites() {
    let all = suites.lazy.flatMap(\.judgements)
    func count(_ kind: Verdict.Kind) -> String { "\(all.count { $0.kind == kind })" }
    writer.startElement(
      "testsuites",
      attributes: [
        ("name", "sso-conformance"),
        ("tests", "\(suites.reduce(0) { $0 + $1.judgements.count })"),
        ("failures", count(.failed)), ("errors", count(.broken)),
        ("time", Wording.seconds(run.record.duration)),
      ])
    for index in suites.indices { writeSuite(index) }
    writer.endElement()
  }

  private mutating func writeSuite(_ index: Int) {
    let suite = suites[index].suite
    let judgements = suites[index].judgements
    func count(_ kinds: Verdict.Kind...) -> String {
      "\(judgements.count { kinds.contains($0.kind) })"
    }
    let begin = suite.scenarios.map(\.startedAfter).min() ?? .zero
    let end = suite.scenarios.map { $0.startedAfter + $0.duration }.max() ?? .zero
    let timestamp = (run.record.startedAt + begin).isoSeconds
    // Not the machine's name, so that a report is the same everywhere.
    let attributes: [(name: String, value: String)] = [
      ("name", names.suite(index)), ("id", "\(index)"), ("hostname", "localhost"),
      ("file", Visible.name(suite.file)), ("timestamp", timestamp),
      ("tests", "\(judgements.count)"), ("failures", count(.failed)), ("errors", count(.broken)),
      ("skipped", count(.skipped, .known, .blocked, .interrupted, .notReached)),
      ("time", Wording.seconds(max(.zero, end - begin))),
    ]
    writer.startElement("testsuite", attributes: attributes)
    writeProperties(suite, judgements)
    let texts = 2 * (run.totals.failed + run.totals.broken) + run.totals.warned
    let limit = min(60_000, max(500, Self.evidenceBytes / max(1, texts)))
    let classname = names.classname(suite)
    var scenarioNames = names.scenarios(of: index)
    for (number, scenario) in suite.scenarios.enumerated() {
      let evidence = JUnitCase(
        run: run, suite: suite, scenario: scenario,
        judgement: judgements[number], profile: profile,
        textLimit: limit)
      evidence.write(name: scenarioNames.next(scenario), classname: classname, to: &writer)
      output.write(writer.takeBytes())
    }
    writer.endElement()
  }

  private mutating func writeProperties(
    _ suite: SuiteRecord, _ judgements: [ScenarioJudgement]
  ) {
    let record = run.record
    var properties: [(String, String)] = [("tool", "\(record.tool.name) \(record.tool.version)")]
    if suite.subject == .application {
      properties.append(("subject", suite.subject.rawValue))
      for name in record.audit?.recordings.prefix(20) ?? [] {
        properties.append(("recording", name))
      }
    } else {
      properties += [
        ("target", record.target.name), ("target.url", record.target.url),
        ("framework", record.target.framework),
      ]
    }
    if suite.subject == .service, let provider = record.target.serviceProvider {
      properties.append(("service-provider", provider))
    }
    if let cookbook = suite.cookbook {
      let revision = record.catalogues.first { $0.cookbook == cookbook }?.revision
      properties.append(("cookbook", revision.map { "\(cookbook) \($0)" } ?? cookbook))
    }
    if let phase = suite.phase { properties.append(("phase", phase)) }
    properties.append(("suite.file", suite.file))
    if !suite.digest.isEmpty { properties.append(("suite.sha256", suite.digest)) }
    // A warning without a finding counts as one.
    let warnings = judgements.lazy.flatMap(\.warnings).reduce(0) { $0 + max(1, $1.findings.count) }
    properties.append(("warnings", "\(warnings)"))
    if let selection = record.selection, selection.isPartial {
      properties.append(("selected", "\(selection.selected) of \(selection.total)"))
    }
    for note in record.notes { properties.append(("note", note)) }
    writer.startElement("properties")
    for (name, value) in properties {
      // A reader may want a value of at least one character.
      let text = Visible.line(value)
      writer.element(
        "property", attributes: [("name", name), ("value", text.isEmpty ? "-" : text)])
    }
    writer.endElement()
  }
}
