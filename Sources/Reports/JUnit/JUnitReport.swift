// SPDX-License-Identifier: Apache-2.0
// JUnit XML, for the page of a CI.

package import Record
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

/// The run as JUnit XML: a `testsuite` for each suite, a `testcase` for each scenario.
package struct JUnitReport: Report {
  package let profile: JUnitProfile

  package init(profile: JUnitProfile = .jenkins) {
    self.profile = profile
  }
}

extension JUnitReport {
  package func files(of run: RunJudgement) -> [ReportFile] {
    if run.totals.scenarios == 0 { return files(of: run.standingIn) }
    let names = JUnitNames(JUnitSuite.all(run).map(\.suite))
    return [
      ReportFile(name: "junit.xml") { output in
        var document = JUnitDocument(run: run, profile: profile, names: names, output: output)
        document.writeSuites()
        output = document.finished()
      }
    ]
  }
}

extension RunJudgement {
  /// A run with one scenario that ended in error, for a run without scenarios: readers drop files
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
