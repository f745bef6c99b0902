// SPDX-License-Identifier: Apache-2.0
// The suites of a JUnit file: those of the run, and the shared fragments that failed.

import Record

/// A suite of a JUnit file with the judgements of its cases.
struct JUnitSuite {
  let suite: SuiteRecord
  let judgements: [ScenarioJudgement]
}

extension JUnitSuite {
  /// The suites of the run, then one for each file with shared fragments that failed. Each such
  /// fragment is a case.
  static func all(_ run: RunJudgement) -> [JUnitSuite] {
    var all = zip(run.record.suites, run.scenarios).map {
      JUnitSuite(suite: $0, judgements: $1)
    }
    var files: [String] = []
    for item in run.fragmentCases where !files.contains(item.suite.file) {
      files.append(item.suite.file)
      let cases = run.fragmentCases.filter { $0.suite.file == item.suite.file }
      var suite = item.suite
      suite.scenarios = cases.map(\.scenario)
      all.append(JUnitSuite(suite: suite, judgements: cases.map(\.judgement)))
    }
    return all
  }
}
