// SPDX-License-Identifier: Apache-2.0
// JUnit XML, for the page of a CI.

import Catalogues
import Encodings
package import Results
import SourceText
import XML

/// The run as JUnit XML: a `testsuite` for each suite, a `testcase` for each scenario.
package struct JUnitReport: Report {
  package let profile: JUnitProfile
  /// The word in `hostname`: not the machine's name, so that a report is the same anywhere.
  package let hostname: String

  /// About how much all texts of a file may be together: GitLab refuses one of 30 MB.
  private static let evidenceBytes = 20_000_000
  private static let suiteFolder = "junit"

  package init(profile: JUnitProfile = .jenkins, hostname: String = "localhost") {
    self.profile = profile
    self.hostname = hostname
  }
}

extension JUnitReport {
  /// The one document of all suites. For `surefire`, whose documents have one suite each, use
  /// `files(of:)`: this is that of the first.
  package func write(_ run: RunJudgement, to output: inout ReportOutput) {
    files(of: run).first?.write(to: &output)
  }

  /// The files of the report: `junit.xml`, or with `surefire` one for each suite, in the folder
  /// `junit`.
  package func files(of run: RunJudgement) -> [ReportFile] {
    if run.totals.scenarios == 0 { return files(of: run.standingIn) }
    let names = JUnitNames(run.record)
    guard profile == .surefire else {
      return [ReportFile(name: "junit.xml") { writeDocument(run, names, to: &$0) }]
    }
    return run.record.suites.indices.map { index in
      let digits = String(index + 1)
      let number = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
      let word = names.fileWord(run.record.suites[index].name)
      return ReportFile(name: "\(Self.suiteFolder)/TEST-\(number)-\(word).xml") { output in
        var writer = XMLWriter(indented: true)
        writeSuite(index, run, names, with: &writer, to: &output)
        output.write(writer.takeBytes())
      }
    }
  }

  /// The folders that its files stand in, besides that of all reports.
  package var folders: [String] { profile == .surefire ? [Self.suiteFolder] : [] }

  /// Whether a file may be one of an earlier report of this profile.
  package func isName(_ name: String) -> Bool {
    profile == .surefire && name.hasPrefix("\(Self.suiteFolder)/TEST-") && name.hasSuffix(".xml")
  }

  private func writeDocument(
    _ run: RunJudgement, _ names: JUnitNames, to output: inout ReportOutput
  ) {
    var writer = XMLWriter(indented: true)
    let totals = run.totals
    // Windy Road's schema allows none of these attributes.
    writer.startElement(
      "testsuites",
      attributes: profile == .ant
        ? []
        : [
          ("name", "sso-conformance"), ("tests", "\(totals.scenarios)"),
          ("failures", "\(totals.failed)"), ("errors", "\(totals.broken)"),
          ("time", Wording.seconds(run.record.duration)),
        ])
    for index in run.record.suites.indices {
      writeSuite(index, run, names, with: &writer, to: &output)
    }
    writer.endElement()
    output.write(writer.takeBytes())
  }

  private func writeSuite(
    _ index: Int, _ run: RunJudgement, _ names: JUnitNames, with writer: inout XMLWriter,
    to output: inout ReportOutput
  ) {
    let suite = run.record.suites[index]
    let judgements = run.scenarios[index]
    func count(_ kinds: Verdict.Kind...) -> String {
      "\(judgements.count { kinds.contains($0.kind) })"
    }
    let (begin, end) = suite.span
    let timestamp = (run.record.startedAt + begin).isoSeconds
    var attributes: [(name: String, value: String)] = [("name", names.suite(index))]
    if profile == .ant { attributes.append(("package", names.package(suite))) }
    if profile != .surefire {
      attributes += [("id", "\(index)"), ("hostname", hostname)]
    }
    if profile == .jenkins || profile == .rich {
      attributes.append(("file", Visible.name(suite.file)))
    }
    attributes += [
      ("timestamp", timestamp), ("tests", "\(judgements.count)"), ("failures", count(.failed)),
      ("errors", count(.broken)), ("skipped", count(.skipped, .notReached)),
      ("time", Wording.seconds(end - begin)),
    ]
    writer.startElement("testsuite", attributes: attributes)
    writeProperties(suite, judgements, run, to: &writer)
    let texts = 2 * (run.totals.failed + run.totals.broken) + run.totals.warned
    let limit = min(60_000, max(500, Self.evidenceBytes / max(1, texts)))
    let classname = names.classname(suite)
    for (scenario, judgement) in zip(suite.scenarios.indices, judgements) {
      let evidence = JUnitCase(
        run: run, suite: suite, scenario: suite.scenarios[scenario], judgement: judgement,
        profile: profile, textLimit: limit)
      evidence.write(
        name: names.scenario(index, scenario), classname: classname, to: &writer)
      output.write(writer.takeBytes())
    }
    if profile == .ant {
      writer.element("system-out")
      writer.element("system-err")
    }
    writer.endElement()
  }

  private func writeProperties(
    _ suite: SuiteRecord, _ judgements: [ScenarioJudgement], _ run: RunJudgement,
    to writer: inout XMLWriter
  ) {
    let record = run.record
    var properties: [(String, String)] = [
      ("tool", "\(record.tool.name) \(record.tool.version)"), ("target", record.target.name),
      ("target.url", record.target.url), ("framework", record.target.framework),
    ]
    if let provider = record.target.serviceProvider {
      properties.append(("service-provider", provider))
    }
    if let cookbook = suite.cookbook {
      let revision = record.catalogues.first { $0.cookbook == cookbook }?.revision
      properties.append(("cookbook", revision.map { "\(cookbook) \($0)" } ?? cookbook))
    }
    if let phase = suite.phase { properties.append(("phase", phase)) }
    properties += [("suite.file", suite.file), ("suite.sha256", suite.digest)]
    let warnings = judgements.reduce(0) { $0 + $1.warnings.reduce(0) { $0 + $1.count } }
    properties.append(("warnings", "\(warnings)"))
    for remark in record.remarks { properties.append(("note", remark)) }
    writer.startElement("properties")
    for (name, value) in properties {
      // Ant's schema wants a value of at least one character.
      let text = Visible.line(value)
      writer.element(
        "property", attributes: [("name", name), ("value", text.isEmpty ? "-" : text)])
    }
    writer.endElement()
  }
}

extension RunJudgement {
  /// A run with one scenario that ended in error, in place of one with none: readers drop files
  /// without a case, or take them for a success.
  fileprivate var standingIn: RunJudgement {
    let nowhere = SourceLocation(file: "", position: .start)
    var copy = record
    copy.suites = [
      SuiteRecord(
        name: record.tool.name, about: nil, file: "", digest: "", cookbook: nil, phase: nil,
        scenarios: [
          ScenarioRecord(
            name: "a scenario was run", about: nil, location: nowhere, tags: [],
            isAdvisory: false, verdict: .broken(RunProblem(.suite, outcome.sentence, at: nil)),
            startedAfter: .zero, duration: .zero, steps: [], missingFacts: [])
        ])
    ]
    return RunJudgement(copy)
  }
}

extension Incident {
  /// How many warnings it is.
  fileprivate var count: Int { Swift.max(1, findings.count) }
}

extension SuiteRecord {
  /// From the start of its first scenario to the end of its last, from the start of the run.
  fileprivate var span: (begin: Duration, end: Duration) {
    let begin = scenarios.map(\.startedAfter).min() ?? .zero
    let end = scenarios.map { $0.startedAfter + $0.duration }.max() ?? begin
    return (begin, max(begin, end))
  }
}
