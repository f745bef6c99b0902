// SPDX-License-Identifier: Apache-2.0
// Tries whether suites notice a service that is wrong, and whether they blame the right requirement.

import Expectations
import Record
import Suites

/// The verdict of the suites on a service that is wrong in one way.
struct DefectTrial: Sendable {
  let name: String
  /// The ids of the requirements that it breaks.
  let requirements: [String]
  let result: Result

  enum Result: Sendable, Equatable {
    /// Scenarios that cover its requirements are no longer conformant.
    ///
    /// - Parameter blamed: The ids of the requirements that the run holds to be broken.
    case caught(by: [String], blamed: [String])
    /// A finding on it hides a value that is no known secret, so that a reader can't tell what is
    /// wrong.
    case hidden(String)
    /// The scenarios that cover its requirements pass as before.
    ///
    /// - Parameters:
    ///   - others: Scenarios that cover none of its requirements and are no longer conformant.
    ///   - blamed: The ids of the requirements that these blame.
    case missed(others: [String], blamed: [String])
    /// Nothing that any scenario does shows it: where all suites are tried, the table of defects is
    /// wrong.
    case unseen
    /// No scenario covers one of its requirements.
    case uncovered
    /// The service could not be tried, for this reason.
    case failed(String)
  }
}

extension DefectTrial {
  var isCaught: Bool { if case .caught = result { true } else { false } }

  /// Whether the run blames a requirement that the defect breaks.
  var isRightlyBlamed: Bool {
    guard case .caught(_, let blamed) = result else { return false }
    return !Set(blamed).isDisjoint(with: requirements)
  }
}

extension TrialBench {
  /// Runs all suites against a service that is right.
  func baseline(_ right: TrialSubject) throws(TrialError) -> Baseline {
    try baseline(right, only: nil)
  }

  /// Runs those scenarios against a right service that an earlier one skipped and that would prove
  /// these requirements.
  ///
  /// - Returns: nil where no scenario would prove one of them.
  /// - Throws: also where they don't pass.
  func baseline(
    _ right: TrialSubject, after other: Baseline, for requirements: [String]
  ) throws(TrialError) -> Baseline? {
    let part = other.skippedScenarios(covering: requirements)
      .union(other.scenarios(covering: requirements))
    if part.isEmpty { return nil }
    let baseline = try baseline(right, only: part)
    guard baseline.isConformant else {
      throw TrialError(
        "the suites do not pass without the defect: \(baseline.judgement.outcome.sentence)")
    }
    return baseline
  }

  private func baseline(
    _ right: TrialSubject, only part: Set<Int>?
  ) throws(TrialError) -> Baseline {
    let service = try right.start()
    defer { service.stop() }
    return Baseline(RunJudgement(try run(service, only: part)))
  }

  /// Tries services that are wrong: against each the scenarios that cover its requirements are run,
  /// and all others if these pass.
  ///
  /// - Parameters:
  ///   - baseline: Of the right service that these are defects of; conformant.
  ///   - triesOthers: Whether scenarios run that cover none of the requirements of a defect, where
  ///     those that do pass.
  ///   - ended: Called for each defect that was tried; in no particular order, on any thread.
  /// - Returns: In the order of `defects`, without those that an interruption left out.
  func trials(
    of defects: [TrialSubject], _ baseline: Baseline, triesOthers: Bool = true,
    ended: @escaping @Sendable (DefectTrial) -> Void = { _ in }
  ) -> [DefectTrial] {
    each(defects) { defect in
      let trial = DefectTrial(
        name: defect.name, requirements: defect.requirements,
        result: result(of: defect, baseline, triesOthers))
      ended(trial)
      return trial
    }.compactMap(\.self)
  }

  private func result(
    of defect: TrialSubject, _ baseline: Baseline, _ triesOthers: Bool
  ) -> DefectTrial.Result {
    let covering = baseline.scenarios(covering: defect.requirements)
    guard !covering.isEmpty else { return .uncovered }
    do throws(TrialError) {
      let own = try trial(defect, baseline, only: covering)
      if !own.lost.isEmpty {
        return own.hidden.map { .hidden($0) } ?? .caught(by: own.lost, blamed: own.blamed)
      }
      guard triesOthers else { return own.hasDeviated ? .missed(others: [], blamed: []) : .unseen }
      let all = try trial(defect, baseline, only: nil)
      guard own.hasDeviated || all.hasDeviated else { return .unseen }
      return .missed(others: all.lost, blamed: all.blamed)
    } catch {
      return .failed(error.description)
    }
  }

  private func trial(
    _ defect: TrialSubject, _ baseline: Baseline, only part: Set<Int>?
  ) throws(TrialError) -> (lost: [String], blamed: [String], hidden: String?, hasDeviated: Bool) {
    let service = try defect.start()
    defer { service.stop() }
    let judgement = RunJudgement(try run(service, only: part))
    let findings = judgement.record.suites.flatMap(\.scenarios).flatMap(\.verdict.findings)
    // Two masks can be compared, and a body that has one can be read.
    let hidden = findings.first {
      $0.foundValue.kind == .masked && $0.expectedValue.kind != .masked
    }
    return (
      baseline.lost(in: judgement).map(\.title),
      judgement.coverage.rows.filter { $0.verdict == .failed }.map(\.requirement.id),
      hidden.map { "\($0.place): \($0.expected), \($0.found)" }, service.hasDeviated()
    )
  }
}
