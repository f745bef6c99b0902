// SPDX-License-Identifier: Apache-2.0
// The run as JUnit XML.

import Formats
package import Record
import Suites
import Text

/// A form of JUnit XML. No file is valid for the schemas of all readers, so there are several.
package enum JUnitProfile: String, Sendable, CaseIterable {
  /// Jenkins, GitLab, Azure DevOps, Buildkite, GitHub: valid for the schema `junit-10` of Jenkins's
  /// xUnit plug-in.
  case jenkins
  /// GitLab, CircleCI, TestRail: with file, line and properties of each case. Not valid for any
  /// schema.
  case rich
}

/// The run as JUnit XML: a `testsuite` for each suite, a `testcase` for each scenario,
/// and of a walk for each step of the cookbook.
package struct JUnitReport: Report {
  package let profile: JUnitProfile

  package init(profile: JUnitProfile = .jenkins) { self.profile = profile }

  package func files(of run: RunJudgement) -> [ReportFile] {
    [
      ReportFile(name: "junit.xml") { output in
        var document = JUnitDocument(run: run, profile: profile, output: output)
        document.writeSuites()
        output = document.finished()
      }
    ]
  }
}

extension RunJudgement {
  /// How many bytes each text about a failure may have, so that all of a file together have about
  /// 20 MB: GitLab refuses files of 30 MB.
  var textLimitBytes: Int {
    min(
      60_000, max(500, 20_000_000 / max(1, 2 * (totals[.failed] + totals[.broken]) + totals.warned))
    )
  }

  /// A suite with one scenario that ended in error, with the verdict on the run as its reason.
  fileprivate func ownSuite(_ name: String) -> JUnitSuite {
    let scenario = ScenarioRecord(
      name: name, location: SourceLocation(file: "", position: .start),
      verdict: .broken(RunProblem(.suite, outcome.sentence, at: nil)))
    return JUnitSuite(
      suite: SuiteRecord(name: record.tool.name, file: "", scenarios: [scenario]),
      judgements: [ScenarioJudgement(scenario, shared: [:], isStrict: false)])
  }
}

struct JUnitSuite {
  let suite: SuiteRecord
  let judgements: [ScenarioJudgement]

  /// The suites of the run in the order of the cookbooks, then one for each file with shared fragments that failed. Each such
  /// fragment is a case. A run without a verdict in which nothing failed has one case more, which
  /// ended in error: without it, readers take the run for a success.
  ///
  /// - Parameter fillsIn: Whether a run without scenarios has such a case instead: readers drop a file
  ///   without a case, or take it for a success.
  static func all(_ run: RunJudgement, fillsIn: Bool = false) -> [JUnitSuite] {
    var all = SuitePart.all(run.record).flatMap(\.suites).map { number in
      let (suite, judgements) = (run.record.suites[number], run.scenarios[number])
      return suite.isWalk
        ? JUnitSuite(walk: suite, judgements, of: run)
        : JUnitSuite(suite: suite, judgements: judgements)
    }
    if fillsIn, run.totals.scenarios + run.totals.preflights == 0 {
      all = [run.ownSuite("a scenario was run")]
    }
    for item in run.fragmentCases.unique(by: \.suite.file) {
      let cases = run.fragmentCases.filter { $0.suite.file == item.suite.file }
      var suite = item.suite
      suite.scenarios = cases.map(\.scenario)
      all.append(JUnitSuite(suite: suite, judgements: cases.map(\.judgement)))
    }
    let hasFault = all.contains { $0.judgements.contains { $0.kind.isFault } }
    if run.outcome.kind == .noVerdict, !hasFault {
      all.append(run.ownSuite("a verdict is possible"))
    }
    return all
  }
}

/// Names that are the same in each run, and unique in a file.
struct JUnitNames {
  private let records: [SuiteRecord]
  /// The names of the suites.
  let suites: [String]

  init(_ records: [SuiteRecord]) {
    self.records = records
    var seen: [String: Int] = [:]
    suites = records.map { Self.unique(Self.token($0.name), &seen) }
  }

  /// The names of a suite's scenarios, to be asked for one after the other.
  func scenarios(of index: Int) -> ScenarioNames {
    var names = ScenarioNames()
    // Readers identify a test by class and name together.
    let classname = Self.classname(records[index])
    for earlier in records[..<index] where Self.classname(earlier) == classname {
      for scenario in earlier.scenarios { _ = names.next(scenario) }
    }
    return names
  }

  /// The names of the scenarios of one class, each once.
  struct ScenarioNames {
    private var seen: [String: Int] = [:]

    mutating func next(_ scenario: ScenarioRecord) -> String {
      JUnitNames.unique(JUnitNames.token(scenario.name), &seen)
    }
  }

  /// Cookbook, phase and suite; of a walk, `COOKBOOK.walk`. Readers split it at the last dot into
  /// package and class, so the name of the suite has no dot.
  static func classname(_ suite: SuiteRecord) -> String {
    "\(package(suite)).\(suite.isWalk ? "walk" : word(suite.name))"
  }

  private static func package(_ suite: SuiteRecord) -> String {
    ([suite.cookbook ?? "sso-conformance"] + (suite.phase.map { [$0] } ?? [])).map(word)
      .joined(separator: ".")
  }

  private static func word(_ text: String) -> String { token(text).replacing(".", with: "_") }

  /// One line without two blanks in a row, which XML calls a token. Never empty.
  fileprivate static func token(_ text: String) -> String {
    let name = Sanitized.name(text)
    return name.isEmpty ? "-" : name
  }

  fileprivate static func unique(_ name: String, _ seen: inout [String: Int]) -> String {
    let number = seen[name, default: 0] + 1
    seen[name] = number
    return number == 1 ? name : "\(name) (\(number))"
  }
}

/// A file of JUnit XML, as far as it is written.
struct JUnitDocument {
  let run: RunJudgement
  let profile: JUnitProfile
  let names: JUnitNames
  let suites: [JUnitSuite]
  private let calls: CallNames
  private let order: RequirementOrder
  private var writer = XMLWriter(indented: true)
  private var output: ReportOutput

  init(run: RunJudgement, profile: JUnitProfile, output: ReportOutput) {
    self.run = run
    self.profile = profile
    calls = CallNames(run.requirements.values)
    order = RequirementOrder(run)
    suites = JUnitSuite.all(run, fillsIn: true)
    names = JUnitNames(suites.map(\.suite))
    self.output = output
  }
}

extension JUnitDocument {
  /// The output with everything that was written.
  mutating func finished() -> ReportOutput {
    output.write(writer.takeBytes())
    return output
  }

  mutating func writeSuites() {
    let all = suites.lazy.flatMap(\.judgements)
    func count(_ kind: Verdict.Kind) -> String { "\(all.count { $0.kind == kind })" }
    writer.startElement(
      "testsuites",
      attributes: [
        ("name", "sso-conformance"), ("tests", "\(suites.reduce(0) { $0 + $1.judgements.count })"),
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
      ("name", names.suites[index]), ("id", "\(index)"), ("hostname", "localhost"),
      ("file", Sanitized.name(suite.file)), ("timestamp", timestamp),
      ("tests", "\(judgements.count)"), ("failures", count(.failed)), ("errors", count(.broken)),
      ("skipped", count(.skipped, .known, .blocked, .interrupted, .notReached)),
      ("time", Wording.seconds(max(.zero, end - begin))),
    ]
    writer.startElement("testsuite", attributes: attributes)
    writeProperties(suite, judgements)
    let classname = JUnitNames.classname(suite)
    var scenarioNames = names.scenarios(of: index)
    for (number, scenario) in suite.scenarios.enumerated() {
      let evidence = JUnitCase(
        run: run, calls: calls, order: order, suite: suite, scenario: scenario,
        judgement: judgements[number], profile: profile, textLimit: run.textLimitBytes)
      evidence.write(name: scenarioNames.next(scenario), classname: classname, to: &writer)
      output.write(writer.takeBytes())
    }
    writer.endElement()
  }

  private mutating func writeProperties(_ suite: SuiteRecord, _ judgements: [ScenarioJudgement]) {
    let record = run.record
    var properties: [(String, String)] = [("tool", "\(record.tool.name) \(record.tool.version)")]
    if suite.subject == .application {
      properties.append(("subject", suite.subject.rawValue))
      for name in record.audit?.recordings.prefix(20) ?? [] {
        properties.append(("recording", name))
      }
    } else {
      properties += [("target", record.target.name), ("target.url", record.target.url)]
      if run.totals.usesFramework { properties.append(("framework", record.target.framework)) }
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
    if let sporadic = run.sporadic { properties.append(("note", sporadic)) }
    for note in record.notes { properties.append(("note", note)) }
    writer.startElement("properties")
    for (name, value) in properties {
      // A reader may want a value of at least one character.
      let text = Sanitized.line(value)
      writer.element(
        "property", attributes: [("name", name), ("value", text.isEmpty ? "-" : text)])
    }
    writer.endElement()
  }
}
