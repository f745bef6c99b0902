// SPDX-License-Identifier: Apache-2.0
// What `run --only-failed` takes from a report.

import Reporting
import Results
import Runner
import SourceText
import SuiteModel

/// The scenarios that did not pass in an earlier run, by its report.json.
///
/// These are the failed ones and those in error. Those that were blocked or interrupted belong to them,
/// since a failure or the user's signal kept them from a verdict. Those that were skipped or not
/// reached don't.
struct FailedScenarios {
  /// As the user wrote it.
  let path: String
  private let target: TargetRecord
  private let notReached: Int
  private let items: [(suite: SuiteRecord, name: String)]

  static let option = Option(
    "only-failed", "FILE",
    help:
      "runs what failed in this report.json, was in error, blocked or interrupted; with --strict"
      + " also what had a warning")

  /// - Parameter isStrict: Whether a scenario with a warning counts as failed.
  init(reportAt path: String, isStrict: Bool) throws(UsageError) {
    let record = try RunRecord(reportAt: path)
    guard record.subject != .application else {
      throw UsageError(
        "--only-failed '\(path)': this is the report of an audit; it has rules, and no scenario that"
          + " could be run")
    }
    let judgement = RunJudgement(record)
    var items: [(suite: SuiteRecord, name: String)] = []
    var notReached = 0
    for (suite, judgements) in zip(record.suites, judgement.scenarios)
    where suite.subject == .service && !suite.isPreflight {
      for (index, own) in judgements.enumerated() {
        switch own.kind {
        case .failed, .broken, .blocked, .interrupted: break
        case .passed where isStrict && !own.warnings.isEmpty: break
        // A known failure does not fail the run.
        case .passed, .known, .skipped: continue
        case .notReached:
          notReached += 1
          continue
        }
        items.append((suite, suite.scenarios[index].name))
      }
    }
    self.path = path
    self.items = items
    self.notReached = notReached
    target = record.target
  }
}

extension FailedScenarios {
  var scenarios: NamedScenarios {
    items.reduce(into: NamedScenarios()) { all, item in
      all.insert(item.name, ofSuite: item.suite.name, cookbook: item.suite.cookbook)
    }
  }

  /// What is said before the run.
  ///
  /// - Parameter profile: The target of this run.
  func opening(_ profile: Profile, of suites: [Suite]) -> Printed {
    let file = Visible.name(path)
    var text: Printed =
      items.isEmpty
      ? "nothing failed in \(file)"
      : "\(Wording.count(items.count, "scenario")) did not pass in \(file)"
    if notReached > 0 {
      text +=
        "; \(Wording.count(notReached, "scenario")) not reached there "
        + "\(notReached == 1 ? "is" : "are") left out"
    }
    text += "\n"
    if target.name != profile.name {
      text +=
        "note: that report is of the target \(Visible.name(target.name)), "
        + "and this run is against \(Visible.name(profile.name))\n"
    }
    if !items.isEmpty, !items.contains(where: { item in suites.contains { item.suite.isSame($0) } })
    {
      text += "note: that report is of other suites; none of its failures is in those of this run\n"
    }
    return text
  }

  /// A sentence about the scenarios that a run has not; nil where it has all of them.
  func missing(in record: RunRecord) -> String? {
    var names: Set<[String]> = []
    for suite in record.suites {
      for scenario in suite.scenarios {
        names.insert([suite.cookbook ?? "", suite.name, scenario.name])
      }
    }
    return missing { names.contains([$0.cookbook ?? "", $0.name, $1]) }
  }

  /// The same sentence about all of them, where a run has none.
  var allMissing: String? { missing { _, _ in false } }

  private func missing(_ isThere: (SuiteRecord, String) -> Bool) -> String? {
    let gone = items.filter { !isThere($0.suite, $0.name) }
    if gone.isEmpty { return nil }
    let names = gone.prefix(3).map { "'\($0.name)' of '\($0.suite.name)'" }
    let more = gone.count > 3 ? " and \(Wording.grouped(gone.count - 3)) more" : ""
    return "\(Wording.count(gone.count, "scenario")) that did not pass in \(path) "
      + "\(gone.count == 1 ? "is" : "are") not in this run, since no suite here has "
      + "\(gone.count == 1 ? "it" : "them") or another option leaves "
      + "\(gone.count == 1 ? "it" : "them") out: \(names.joined(separator: ", "))\(more)"
  }
}

extension SuiteRecord {
  fileprivate func isSame(_ suite: Suite) -> Bool {
    name == suite.name && cookbook == suite.cookbook
  }
}
