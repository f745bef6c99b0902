// SPDX-License-Identifier: Apache-2.0
// Failures with one cause, reported once.

package import Findings
package import Results

/// A thing to fix, or a warning, with everything that shows it.
package struct IncidentGroup: Sendable {
  /// The indices of a suite of the record and of a scenario in it.
  package struct Place: Sendable, Hashable {
    package let suite: Int
    package let scenario: Int
  }

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
  package let places: [Place]
  /// The shared fragments that it was seen in.
  package let fragments: [SharedFragmentRecord]
  /// How many scenarios are blocked because of it.
  package let blockedCount: Int
  /// How many answers, or attempts to get one, it was seen in.
  package let count: Int
  /// How many different steps it was seen in.
  package let stepCount: Int
  /// The requirements that it concerns.
  package let covers: [String]
  /// Whether a preflight failed because of it.
  package let isPreflight: Bool
  /// Whether it was only seen after another failure of the same scenario.
  package let isLater: Bool
}

extension IncidentGroup {
  /// Whether all cases met it in the same step; many steps can meet an unreachable target.
  package var isOfOneStep: Bool { stepCount == 1 }

  /// Whether there was no answer to judge.
  package var isError: Bool { incident.problem != nil }

  /// How many cases it fails or blocks: the more, the more it explains.
  private var weight: Int { places.count + fragments.count + blockedCount }

  /// The incidents that failed the scenarios and shared fragments of a run, or left them without a
  /// verdict. The most telling come first: those of a preflight, those of shared fragments, then
  /// those that concern the most scenarios.
  package static func failures(of run: RunJudgement) -> [IncidentGroup] {
    var collection = IncidentCollection(run)
    for item in run.fragmentCases { collection.add(item) }
    collection.addScenarios { $0.incidents }
    let groups = collection.groups.enumerated().sorted { left, right in
      left.element.precedes(right.element) ?? (left.offset < right.offset)
    }
    return groups.map(\.element)
  }

  package static func warnings(of run: RunJudgement) -> [IncidentGroup] {
    var collection = IncidentCollection(run)
    collection.addScenarios { $0.warnings }
    return collection.groups
  }

  /// Whether it is more telling than another; nil where the order of the run decides.
  private func precedes(_ other: IncidentGroup) -> Bool? {
    if isPreflight != other.isPreflight { return isPreflight }
    if fragments.isEmpty != other.fragments.isEmpty { return other.fragments.isEmpty }
    if isLater != other.isLater { return other.isLater }
    if weight != other.weight { return weight > other.weight }
    return isError == other.isError ? nil : other.isError
  }
}

/// The incidents of a run, while they are sorted by their causes.
private struct IncidentCollection {
  /// An incident and the case that it belongs to.
  private struct Occurrence {
    let incident: Incident
    let suite: SuiteRecord
    let scenario: ScenarioRecord
    /// nil for a shared fragment.
    let place: IncidentGroup.Place?
    let fragment: FragmentCase?
    let isPreflight: Bool
    /// Whether another failure of the same case went before.
    let isLater: Bool
  }

  private struct Entry {
    let cause: Cause
    /// Indices of `occurrences`, and the findings that have the cause there.
    var indices: [Int] = []
    var findings: [[Finding]] = []
  }

  private let run: RunJudgement
  private let finder: CauseFinder
  private var occurrences: [Occurrence] = []
  private var entries: [Entry] = []
  private var numbers: [Cause: Int] = [:]

  init(_ run: RunJudgement) {
    self.run = run
    finder = CauseFinder(run.record)
  }

  mutating func add(_ item: FragmentCase) {
    for (index, incident) in item.judgement.incidents.enumerated() {
      add(
        Occurrence(
          incident: incident.inSharedFragment(of: run).of(item.fragment),
          suite: item.suite, scenario: item.scenario, place: nil, fragment: item,
          isPreflight: run.blocksPreflight(item), isLater: index > 0))
    }
  }

  mutating func addScenarios(_ incidents: (ScenarioJudgement) -> [Incident]) {
    for (suite, judgements) in run.scenarios.enumerated() {
      for (scenario, judgement) in judgements.enumerated() {
        for (index, incident) in incidents(judgement).enumerated() {
          let place = IncidentGroup.Place(suite: suite, scenario: scenario)
          let record = run.record.suites[suite]
          add(
            Occurrence(
              incident: incident.inSharedFragment(of: run), suite: record,
              scenario: record.scenarios[scenario], place: place, fragment: nil,
              isPreflight: record.isPreflight, isLater: index > 0))
        }
      }
    }
  }

  private mutating func add(_ occurrence: Occurrence) {
    let index = occurrences.count
    occurrences.append(occurrence)
    for (cause, findings) in finder.causes(of: occurrence.incident) {
      let number = numbers[cause] ?? entries.count
      if number == entries.count {
        numbers[cause] = number
        entries.append(Entry(cause: cause))
      }
      entries[number].indices.append(index)
      entries[number].findings.append(findings)
    }
  }

  /// What was found wrong in exactly the same answers is one thing to look at.
  var groups: [IncidentGroup] {
    var merged: [Entry] = []
    var known: [[Int]: Int] = [:]
    for entry in entries {
      if let number = known[entry.indices] {
        for index in entry.findings.indices {
          merged[number].findings[index] += entry.findings[index]
        }
      } else {
        known[entry.indices] = merged.count
        merged.append(entry)
      }
    }
    return merged.map(group)
  }

  private func group(_ entry: Entry) -> IncidentGroup {
    let all = entry.indices.map { occurrences[$0] }
    let number = all.firstIndex { !$0.isLater } ?? 0
    var places: [IncidentGroup.Place] = []
    var fragments: [SharedFragmentRecord] = []
    var blocked: Set<IncidentGroup.Place> = []
    var steps: Set<String> = []
    var covers: [String] = []
    for (index, occurrence) in all.enumerated() {
      if let place = occurrence.place, places.last != place { places.append(place) }
      if let fragment = occurrence.fragment {
        if !fragments.contains(where: { $0.id == fragment.fragment.id }) {
          fragments.append(fragment.fragment)
        }
        for (suite, scenario) in fragment.blocked {
          blocked.insert(IncidentGroup.Place(suite: suite, scenario: scenario))
        }
      }
      steps.insert(occurrence.incident.step?.location.description ?? "")
      for id in occurrence.incident.covers(of: entry.findings[index]) where !covers.contains(id) {
        covers.append(id)
      }
    }
    return IncidentGroup(
      cause: entry.cause, incident: all[number].incident, findings: entry.findings[number],
      suite: all[number].suite, scenario: all[number].scenario, places: places,
      fragments: fragments, blockedCount: blocked.count, count: all.count,
      stepCount: steps.count, covers: covers,
      isPreflight: all.contains(where: \.isPreflight), isLater: all.allSatisfy(\.isLater))
  }
}

extension RunJudgement {
  /// Whether a shared fragment ended a preflight.
  fileprivate func blocksPreflight(_ item: FragmentCase) -> Bool {
    item.blocked.contains { record.suites[$0.suite].isPreflight }
  }
}

extension Incident {
  /// The incident as one of a shared fragment; as it is, where it is of another one already.
  fileprivate func of(_ fragment: SharedFragmentRecord) -> Incident {
    guard self.fragment == nil, let visit else { return self }
    return Incident(
      visit: visit, fragment: fragment, findings: findings, problem: problem, blame: blame)
  }

  /// The incident in the step where a shared fragment ended, for a step that uses the fragment: it
  /// says more. That step may itself use a shared fragment. (Reports of earlier versions have such
  /// steps; now these are blocked.)
  fileprivate func inSharedFragment(of run: RunJudgement) -> Incident {
    var incident = self
    // A record from a file could have fragments that use each other.
    for _ in 0..<run.shared.count {
      guard let user = incident.visit, let id = user.step.sharedFragment,
        let shared = run.shared[id], let inner = shared.end(below: user, run.blame)
      else { break }
      incident = inner
    }
    return incident
  }
}

extension SharedFragmentRecord {
  /// The incident in the step where the fragment ended, as a step below the step that uses the
  /// fragment; nil if the fragment passed.
  fileprivate func end(below user: StepVisit, _ blame: Blame) -> Incident? {
    var end: Incident?
    steps.visit { visit in
      guard end == nil, visit.step.steps.isEmpty, !visit.isFinal else { return }
      switch visit.step.verdict {
      case .failed(let findings):
        end = Incident(
          visit: visit.below(user), fragment: self, findings: findings, blame: blame)
      case .broken(let problem):
        end = Incident(visit: visit.below(user), fragment: self, problem: problem)
      case .passed, .skipped, .blocked, .interrupted, .notReached: break
      }
    }
    return end
  }
}

extension RunJudgement {
  /// Calls `body` with each scenario that has the trait, in their order.
  func visitScenarios(
    with trait: ScenarioJudgement.Traits, _ body: (IncidentGroup.Place, ScenarioRecord) -> Void
  ) {
    for (suite, judgements) in scenarios.enumerated() {
      for (index, judgement) in judgements.enumerated() where judgement.traits.contains(trait) {
        let place = IncidentGroup.Place(suite: suite, scenario: index)
        body(place, record.scenario(at: place))
      }
    }
  }
}

extension RunRecord {
  func scenario(at place: IncidentGroup.Place) -> ScenarioRecord {
    suites[place.suite].scenarios[place.scenario]
  }
}
