// SPDX-License-Identifier: Apache-2.0
// Failures with one cause, reported once, and what an entry says in one line.

package import Expectations
package import Record
import Suites
import Text

/// A thing to fix, or a warning, with everything that shows it.
package struct IncidentGroup: Sendable {
  let cause: Cause
  /// As it was first seen; where possible in an answer that no other failure went before.
  package let incident: Incident
  /// Those of its findings that have the cause.
  package let findings: [Finding]
  /// The suite of the case in which it was first seen, and that case: a scenario, or a shared
  /// fragment in the form of one.
  package let suite: SuiteRecord
  package let scenario: ScenarioRecord
  /// The scenarios that it was seen in, in the order of the run.
  package let places: [CasePlace]
  /// The shared fragments that it was seen in.
  package let fragments: [SharedFragmentRecord]
  /// How many scenarios are blocked because of it.
  package let blockedCount: Int
  /// How many different steps it was seen in.
  package let stepCount: Int
  /// The calls, or the steps without one, in whose answers it was seen.
  let calls: [String]
  /// The exchange that shows it; nil without one.
  let judgedExchange: ExchangeRecord?
  /// Whether it was seen at one place of the answers.
  let isOfOnePlace: Bool
  /// Whether only a recommendation was missed.
  let isAdvice: Bool
  /// Whether it breaks a requirement that binds.
  let breaksMust: Bool
  /// The requirements that it concerns.
  package let covers: [String]
  /// Facts of the profile that each of these scenarios rests on, and that nothing else has tried.
  let facts: [String]
  /// Whether a preflight failed because of it.
  package let isPreflight: Bool
  /// Whether it was only seen after another failure of the same scenario.
  package let isLater: Bool
  /// The same call, which passed in the same case; nil without one.
  let contrast: Contrast?
  /// The parts that calls had which passed, and the one that failed has not.
  let lacking: [RequestParts.Part]
  /// Whether the call fails on some occasions, and is answered as expected on others.
  let isOccasional: Bool
  /// The sign-in before the call; nil without one.
  let signIn: UserSignIn?
  /// Whether it is seen only where the call has something in another way than the sign-in.
  let isOfOthers: Bool
}

extension IncidentGroup {
  /// How many things to fix reports name, and show the evidence of.
  static let fixLimit = 10

  /// The requirements that it breaks: none of the steps that happened to need an unreachable target.
  var broken: [String] { isError && stepCount != 1 ? [] : covers }

  /// Whether an application broke a rule.
  package var isOfTraffic: Bool { incident.step?.action == .traffic }

  /// Whether there was no answer to judge.
  package var isError: Bool { incident.problem != nil }

  /// The incidents that failed the scenarios and shared fragments of a run, or left them without a
  /// verdict. The most telling come first: those of a preflight, those of shared fragments, then
  /// those that concern the most scenarios.
  package static func failures(of run: RunJudgement) -> IncidentGroups {
    run.derived.value { Failures(groups: group(failuresOf: run)) }.groups
  }

  package static func warnings(of run: RunJudgement) -> IncidentGroups {
    run.derived.value { Warnings(groups: group(warningsOf: run)) }.groups
  }

  private struct Failures { let groups: IncidentGroups }
  private struct Warnings { let groups: IncidentGroups }

  private static func group(failuresOf run: RunJudgement) -> IncidentGroups {
    var collection = IncidentCollection(run, isAdvice: false)
    for (index, item) in run.fragmentCases.enumerated() { collection.add(item, index) }
    collection.addScenarios(\.incidents)
    return collection.groups(isSorted: true)
  }

  private static func group(warningsOf run: RunJudgement) -> IncidentGroups {
    var collection = IncidentCollection(run, isAdvice: true)
    collection.addScenarios(\.warnings)
    return collection.groups(isSorted: false)
  }
}

extension RunRecord {
  /// Calls `body` with each step of all shared fragments, and then of all scenarios.
  func visitSteps(_ body: (StepVisit) -> Void) {
    for fragment in sharedFragments { fragment.steps.visit(body) }
    for scenario in suites.flatMap(\.scenarios) { scenario.steps.visit(body) }
  }
}

extension IncidentGroup {
  /// Which entry of a recording shows it, and on how many other occasions it was seen: `entry 17 of
  /// a.har, sent at …, and 3 further occasions`. Empty for what no recording shows.
  var occasions: String {
    guard isOfTraffic, let note = incident.step?.notes.first else { return "" }
    return Sanitized.line(note.description)
  }

  /// The requirements that an application breaks besides the first: `V1-IN-10 and 2 others`; nil
  /// without any.
  var alsoBroken: String? {
    let others = broken.dropFirst().map { Sanitized.line($0, limit: 60) }
    guard isOfTraffic, !others.isEmpty else { return nil }
    let more = others.count - 6
    return Wording.list(others.prefix(6) + (more > 0 ? [Wording.count(more, "other")] : []))
  }

  /// The calls at both ends of an order that is wrong; nil for another failure.
  var timeLine: TimeLine? { TimeLine(findings) }

  /// The step in which it was seen, and what the scenario did before: `'Retrieve profiles', after
  /// 'sign-in-at-mvpd' and 'Log out' passed`; nil without a step.
  var situation: String? { situation(steps: 2) }

  /// The same with so many steps before it.
  func situation(steps: Int) -> String? {
    incident.visit.flatMap {
      isOfTraffic ? nil : $0.situation(in: scenario.steps, count: steps)
    }
  }

  /// The situation, after the step of the cookbook where the suite names one.
  func situation(in run: RunJudgement) -> String? {
    situation.map { text in
      incident.cookbookStep(in: run).map { "\($0): \(text)" } ?? text
    }
  }

  /// The other calls in whose answers it was seen, each with the end of its path:
  /// `GET …/profiles/{mvpd}`; nil without any.
  var otherCalls: String? {
    // The rules of an audit are no calls.
    if isOfTraffic { return nil }
    let names = calls.dropFirst().map { call -> String in
      let parts = call.split(separator: "/")
      return parts.count > 4 ? "\(parts[0])…/\(parts[4...].joined(separator: "/"))" : call
    }
    return names.isEmpty ? nil : Wording.list(names)
  }

  /// The doubt about the profile: `Perhaps picker_mvpd in staging.yaml:42 is wrong: …`; nil where the
  /// failure rests on no fact that may be wrong.
  var doubt: String? {
    guard !facts.isEmpty else { return nil }
    let (verb, object) = facts.count == 1 ? ("is", "it") : ("are", "them")
    return "Perhaps \(Sanitized.line(Wording.list(facts))) \(verb) wrong: 'sso-conformance doctor' "
      + "tries \(object)"
  }

  /// The cases in which it was seen: `the preparation 'access-token', without which 512 scenarios
  /// can't be run`, `'The user signs in' and 4 others`.
  ///
  /// - Parameter quoted: Puts a name in quotation marks.
  func cases(_ quoted: (String) -> String) -> String {
    var parts: [String] = []
    if let first = fragments.first {
      var text = "the preparation \(quoted(first.name))"
      if fragments.count > 1 { text += " and \(Wording.count(fragments.count - 1, "other"))" }
      if blockedCount > 0 {
        text += ", without which \(Wording.count(blockedCount, "scenario")) can't be run"
      }
      parts.append(text)
      if !places.isEmpty { parts.append("\(Wording.count(places.count, "scenario"))") }
      return parts.joined(separator: "; and ")
    }
    let others = places.count - 1
    return quoted(scenario.name) + (others > 0 ? " and \(Wording.count(others, "other"))" : "")
  }
}

extension Incident {
  /// The step in which it was met, with its device; nil for an application's traffic.
  var stepName: String? { visit.flatMap { step?.action == .traffic ? nil : $0.shownName } }
}

extension StepVisit {
  /// Its name and device: `'Log out' on 'television'`.
  var shownName: String {
    let device = step.device == "device" ? "" : " on '\(Sanitized.name(step.device, limit: 40))'"
    return "'\(Sanitized.name(step.name, limit: 160))'\(device)"
  }

  /// Its name and device, and the last ones of the steps before it that were made for these steps alone
  /// and passed; of those with one name the last.
  func situation(in steps: [StepRecord], count: Int = 2) -> String {
    let passed = earlier(in: steps)
    // In a fragment it is the steps around it that tell what happened.
    let acts = passed.filter { $0.place.count == 1 }
    let earlier = (acts.isEmpty ? passed : acts).map {
      "'\(Sanitized.name($0.step.name, limit: 160))'"
    }
    let last = Array(earlier.reversed().unique.prefix(count).reversed())
    let user = place.count > 1 ? steps.dropFirst(place[0] - 1).first : nil
    let within = user.map { " in '\(Sanitized.name($0.name, limit: 160))'" } ?? ""
    return shownName + within + (last.isEmpty ? "" : ", after \(Wording.list(last)) passed")
  }

  /// The last of the outermost steps between a place and this step, which did more than what its own
  /// fragment has tried before: 'Log out'.
  func lastAct(in steps: [StepRecord], after start: [Int]) -> StepRecord? {
    let between = earlier(in: steps, [.passed, .failed]).filter {
      start.lexicographicallyPrecedes($0.place)
    }
    let depth = between.map(\.place.count).min()
    return between.last { $0.place.count == depth }?.step
  }

  /// The steps before it that were made for these steps alone, and passed or had one of some other
  /// verdicts.
  private func earlier(
    in steps: [StepRecord], _ verdicts: Set<Verdict.Kind> = [.passed]
  ) -> [StepVisit] {
    var earlier: [StepVisit] = []
    steps.visit { visit in
      guard visit.place.lexicographicallyPrecedes(place),
        place.starts(with: visit.place.dropLast()),
        !place.starts(with: visit.place), visit.step.sharedFragment == nil,
        verdicts.contains(visit.step.verdict.kind)
      else { return }
      earlier.append(visit)
    }
    return earlier
  }
}
