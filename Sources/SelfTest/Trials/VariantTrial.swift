// SPDX-License-Identifier: Apache-2.0
// Tries whether suites hold a right service for conformant, alone and in mixtures.

import Record
import Suites

/// The verdict of the suites on a service that is right.
struct VariantTrial: Sendable {
  let name: String
  /// Their findings; empty where they are right.
  let alarms: [Alarm]
  /// Whether something of the variant showed.
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
      if alarms.isEmpty, judgement.outcome.status != 0, !judgement.record.isInterrupted {
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

/// Some right variants at once, in the order of their table.
struct VariantMixture: Sendable {
  let variants: [Variant]
  /// The variants' names, joined by `+`.
  var name: String { variants.map(\.name).joined(separator: " + ") }

  init(_ variants: [Variant]) { self.variants = variants }
}

extension VariantMixture {
  /// Deals variants out to mixtures by chance, each variant to one of them.
  ///
  /// Variants that are right together are right alone. Two variants that the same text grants are never in one
  /// mixture, because a service can follow only one reading of it.
  ///
  /// - Parameters:
  ///   - size: About how many variants a mixture has.
  ///   - chance: A number from 0 to 1 for a name, the same each time.
  static func dealt(
    _ variants: [Variant], size: Int, chance: (String) -> Double
  ) -> [VariantMixture] {
    let order = Dictionary(
      variants.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let count = max(1, (variants.count + size - 1) / max(1, size))
    var mixtures: [[Variant]] = Array(repeating: [], count: count)
    for variant in variants.sorted(by: { chance($0.name) < chance($1.name) }) {
      let free = mixtures.indices.filter { index in
        !mixtures[index].contains { $0.excludes(variant) }
      }
      if let index = free.min(by: { mixtures[$0].count < mixtures[$1].count }) {
        mixtures[index].append(variant)
      } else {
        mixtures.append([variant])
      }
    }
    return mixtures.filter { !$0.isEmpty }.map { mixture in
      VariantMixture(mixture.sorted { order[$0.name, default: 0] < order[$1.name, default: 0] })
    }
  }
}

extension Variant {
  /// Whether a service can't have both.
  fileprivate func excludes(_ other: Variant) -> Bool { source == other.source }
}
