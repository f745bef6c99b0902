// SPDX-License-Identifier: Apache-2.0
// Tries whether suites hold a right service for conformant, alone and in mixtures.

import Expectations
import Record
import Suites

/// The verdict of the suites on a service that is right.
struct VariantTrial: Sendable {
  let name: String
  /// Their findings; empty where they are right.
  let alarms: [Alarm]
  /// Whether any answer showed the variant.
  let hasDeviated: Bool
  /// Why it could not be tried; nil where it was.
  let problem: String?

  /// Something that fails a right service.
  struct Alarm: Sendable, Hashable {
    /// Where the suite states what the service did not do.
    let location: SourceLocation?
    let scenario: String
    let step: String
    /// The place in the answer, what was expected there and what was found; or the problem.
    let text: String
    /// The ids of the requirements that it blames.
    let blamed: [String]
  }
}

extension TrialBench {
  /// Tries services that are right, each with all suites.
  ///
  /// - Parameter ended: Called for each variant that was tried; in no particular order, on any thread.
  /// - Returns: In the order of `variants`, without those that an interruption left out.
  func trials(
    ofRight variants: [TrialSubject], ended: @escaping @Sendable (VariantTrial) -> Void = { _ in }
  ) -> [VariantTrial] {
    each(variants) { variant in
      let trial = trial(ofRight: variant)
      ended(trial)
      return trial
    }.compactMap(\.self)
  }

  private func trial(ofRight variant: TrialSubject) -> VariantTrial {
    do throws(TrialError) {
      let service = try variant.start()
      defer { service.stop() }
      let judgement = RunJudgement(try run(service))
      var alarms = judgement.alarms
      if alarms.isEmpty, !judgement.isRight, !judgement.record.isInterrupted {
        alarms = [
          VariantTrial.Alarm(
            location: nil, scenario: "", step: "", text: judgement.outcome.sentence, blamed: [])
        ]
      }
      return VariantTrial(
        name: variant.name, alarms: alarms, hasDeviated: service.hasDeviated(), problem: nil)
    } catch {
      return VariantTrial(
        name: variant.name, alarms: [], hasDeviated: false, problem: error.description)
    }
  }
}

extension RunJudgement {
  /// The failures, each once, in the order of the plan.
  fileprivate var alarms: [VariantTrial.Alarm] {
    let scenarios = zip(record.suites, self.scenarios).flatMap { suite, judgements in
      zip(suite.scenarios, judgements).map { ("\(suite.name): \($0.name)", $1) }
    }
    let fragments = fragmentCases.map { ("\($0.suite.name): \($0.scenario.name)", $0.judgement) }
    return (fragments + scenarios).flatMap { name, judgement in
      judgement.incidents.map { VariantTrial.Alarm($0, in: name) }
    }.reduce(into: [VariantTrial.Alarm]()) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension VariantTrial.Alarm {
  fileprivate init(_ incident: Incident, in scenario: String) {
    location = incident.location
    self.scenario = scenario
    step = incident.step?.name ?? ""
    text =
      incident.findings.first.map { "\($0.place): expected \($0.expected), found \($0.found)" }
      ?? incident.problem?.message ?? ""
    blamed = incident.covers
  }
}
