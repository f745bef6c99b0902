// SPDX-License-Identifier: Apache-2.0
// The command line that runs a scenario of a run again.

package import Record
import Text

extension RunRecord {
  /// The command line that runs a scenario alone, as a POSIX shell takes it:
  ///
  ///     sso-conformance run Suites/apple-v2/e-logout.yaml --scenario 'One logs out' --target a.yaml
  ///
  /// Of a row of a live table, all rows run, since their values may be others then. Of a preflight,
  /// the whole suite does, since it can't be divided.
  ///
  /// - Returns: nil for what was judged without a target, and where the record does not name one.
  package func repeatCommand(of scenario: ScenarioRecord, in suite: SuiteRecord) -> String? {
    guard suite.subject == .service, let target = target.argument else { return nil }
    // A name that begins with a dash would be taken for an option.
    let file = suite.file.utf8.first == UInt8(ascii: "-") ? "./\(suite.file)" : suite.file
    var words = ["sso-conformance run", ShellWord.plain(file)]
    if !suite.isPreflight {
      // A name that is masked stays what it was only in a pattern.
      let name = scenario.template ?? scenario.name
      let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
      let pattern = isPlain ? name : name.replacing(/‹[^‹›]+›/, with: "*")
      words += ["--scenario", ShellWord.quoted(pattern)]
    }
    return (words + ["--target", ShellWord.plain(target)]).joined(separator: " ")
  }

  /// The command line that runs a scenario which uses a shared fragment.
  ///
  /// - Returns: nil as for a scenario, and where no scenario uses the fragment.
  func repeatCommand(of fragment: SharedFragmentRecord) -> String? {
    var ids: Set = [fragment.id]
    // A fragment may use another one.
    for _ in sharedFragments {
      let users = sharedFragments.filter { $0.steps.use(ids) }.map(\.id)
      guard !ids.isSuperset(of: users) else { break }
      ids.formUnion(users)
    }
    for suite in suites {
      if let scenario = suite.scenarios.first(where: { $0.steps.use(ids) }) {
        return repeatCommand(of: scenario, in: suite)
      }
    }
    return nil
  }
}

extension [StepRecord] {
  /// Whether one of them, or of the steps below them, uses one of these shared fragments.
  fileprivate func use(_ ids: Set<Int>) -> Bool {
    var isUsed = false
    visit { visit in isUsed = isUsed || visit.step.sharedFragment.map(ids.contains) ?? false }
    return isUsed
  }
}
