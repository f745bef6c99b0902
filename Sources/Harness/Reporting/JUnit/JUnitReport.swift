// SPDX-License-Identifier: Apache-2.0
// JUnit XML, for the page of a CI.

package import Results
import SourceText

/// The run as JUnit XML: a `testsuite` for each suite, a `testcase` for each scenario.
package struct JUnitReport: Report {
  package let profile: JUnitProfile
  /// The value of `hostname`. By default not the machine's name, so that a report is the same
  /// everywhere.
  package let hostname: String

  private static let suiteFolder = "junit"

  package init(profile: JUnitProfile = .jenkins, hostname: String = "localhost") {
    self.profile = profile
    self.hostname = hostname
  }
}

extension JUnitReport {
  /// `junit.xml`, or with `surefire` a file for each suite, in the folder `junit`.
  package func files(of run: RunJudgement) -> [ReportFile] {
    if run.totals.scenarios == 0 { return files(of: run.standingIn) }
    let suites = JUnitSuite.all(run)
    let names = JUnitNames(suites.map(\.suite))
    guard profile == .surefire else {
      return [ReportFile(name: "junit.xml") { write(run, names, suite: nil, to: &$0) }]
    }
    return suites.indices.map { index in
      let digits = String(index + 1)
      let number = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
      let word = names.fileWord(suites[index].suite.name)
      return ReportFile(name: "\(Self.suiteFolder)/TEST-\(number)-\(word).xml") { output in
        write(run, names, suite: index, to: &output)
      }
    }
  }

  package var folders: [String] { profile == .surefire ? [Self.suiteFolder] : [] }

  package func owns(_ name: String) -> Bool {
    profile == .surefire && name.hasPrefix("\(Self.suiteFolder)/TEST-") && name.hasSuffix(".xml")
  }

  /// - Parameter suite: The index of the only suite of the document; nil for all suites.
  private func write(
    _ run: RunJudgement, _ names: JUnitNames, suite: Int?, to output: inout ReportOutput
  ) {
    var document = JUnitDocument(run: run, report: self, names: names, output: output)
    if let suite { document.writeSuite(suite) } else { document.writeSuites() }
    output = document.finished()
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
