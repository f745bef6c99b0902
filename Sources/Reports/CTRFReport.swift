// SPDX-License-Identifier: Apache-2.0
// The run in the Common Test Report Format, for dashboards.

import Formats
package import Record
import Suites
import Text

/// The run as CTRF (ctrf.io, specification 0.0.0): a test for each scenario, and for each shared
/// fragment that failed. What the format has no member for is under `extra`.
package struct CTRFReport: Report {
  package init() {}
}

extension CTRFReport {
  package func files(of run: RunJudgement) -> [ReportFile] {
    [
      ReportFile(name: "ctrf.json") { output in
        let suites = JUnitSuite.all(run)
        let record = run.record
        let head: JSONValue = [
          "reportFormat": "CTRF", "specVersion": "0.0.0",
          "timestamp": .string(record.startedAt.iso8601),
          "generatedBy": .string(Sanitized.line("\(record.tool.name) \(record.tool.version)")),
        ]
        let environment: JSONValue = [
          "testEnvironment": .string(Sanitized.line(record.target.name)),
          "extra": ["url": .string(Sanitized.line(record.target.url))],
        ]
        let tool: JSONValue = [
          "name": .string(Sanitized.line(record.tool.name)),
          "version": .string(Sanitized.line(record.tool.version)),
          "extra": ["verdict": .string(Sanitized.line(run.outcome.sentence))],
        ]
        // The list of tests may be long, so it is written piece by piece.
        output.write("\(JSONWriter.text(head).dropLast()),\n")
        output.write("\"results\":{\"tool\":\(JSONWriter.text(tool)),\n")
        output.write("\"summary\":\(JSONWriter.text(Self.summary(of: run, suites))),\n")
        output.write("\"environment\":\(JSONWriter.text(environment)),\n\"tests\":[")
        let names = JUnitNames(suites.map(\.suite))
        let calls = CallNames(run.requirements.values)
        let order = RequirementOrder(run)
        var separator = "\n"
        for (index, suite) in suites.enumerated() {
          var scenarioNames = names.scenarios(of: index)
          for (scenario, judgement) in zip(suite.suite.scenarios, suite.judgements) {
            let test = JUnitCase(
              run: run, calls: calls, order: order, suite: suite.suite, scenario: scenario,
              judgement: judgement, profile: .rich, textLimit: run.textLimitBytes)
            let name = scenarioNames.next(scenario)
            output.write("\(separator)\(JSONWriter.text(test.ctrf(name, of: names.suites[index])))")
            separator = ",\n"
          }
        }
        output.write("\n]}}\n")
      }
    ]
  }

  private static func summary(of run: RunJudgement, _ suites: [JUnitSuite]) -> JSONValue {
    let statuses = suites.flatMap(\.judgements).map(\.kind.ctrf)
    func count(_ status: String) -> JSONValue { .integer(statuses.count { $0 == status }) }
    let start = run.record.startedAt
    let duration = run.record.duration
    return [
      "tests": .integer(statuses.count), "passed": count("passed"), "failed": count("failed"),
      "skipped": count("skipped"), "pending": count("pending"), "other": count("other"),
      "suites": .integer(suites.count), "start": .integer(start.milliseconds),
      "stop": .integer((start + duration).milliseconds),
      "duration": .integer(duration.wholeMilliseconds),
    ]
  }
}

extension Verdict.Kind {
  /// The status that is nearest to it. The word itself is in `rawStatus`.
  fileprivate var ctrf: String {
    switch self {
    case .passed: "passed"
    case .failed, .broken: "failed"
    case .skipped, .blocked: "skipped"
    case .notReached: "pending"
    case .known, .interrupted: "other"
    }
  }
}

extension JUnitCase {
  fileprivate func ctrf(_ name: String, of suiteName: String) -> JSONValue {
    let start = run.record.startedAt + scenario.startedAfter
    let location = scenario.location
    let groups = [suite.cookbook, suite.phase].compactMap { $0.map { Sanitized.line($0) } }
    var test = JSONObject([
      ("name", .string(name)), ("status", .string(judgement.kind.ctrf)),
      ("rawStatus", .string(judgement.kind.rawValue)),
      ("duration", .integer(scenario.duration.wholeMilliseconds)),
      ("start", .integer(start.milliseconds)),
      ("stop", .integer((start + scenario.duration).milliseconds)),
      ("suite", .array((groups + [suiteName]).map { .string($0) })),
      ("filePath", .string(Sanitized.line(location.file))),
      ("line", .integer(location.position.line)),
      ("tags", .array(scenario.tags.map { .string(Sanitized.line($0)) })),
    ])
    var extra = JSONObject([("requirements", .array(covered.map { .string(Sanitized.line($0)) }))])
    switch judgement.kind {
    case .passed: break
    case .failed, .broken:
      let failure = failure
      test.append("message", .string(failure.message))
      test.append("trace", .string(failure.text))
      extra.append("kind", .string(failure.type))
      if let id = judgement.incidents.lazy.compactMap(\.traceID).first {
        extra.append("traceID", .string(id))
      }
    case .known, .skipped, .blocked, .interrupted, .notReached:
      test.append("message", .string(whySkipped))
    }
    test.append("extra", .object(extra))
    return .object(test)
  }
}
