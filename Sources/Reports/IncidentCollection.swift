// SPDX-License-Identifier: Apache-2.0
// Sorts the incidents of a run by their causes.

import Expectations
import Record
import Suites
import Text

/// The incidents of a run, while they are sorted by their causes.
struct IncidentCollection {
  /// An incident, and the case that it was seen in.
  private struct Occurrence {
    let incident: Incident
    /// The index of the shared fragment's case; nil for a scenario.
    var fragmentCase: Int?
    /// The scenario; that of a shared fragment doesn't count.
    var place = CasePlace(suite: 0, scenario: 0)
    let isPreflight: Bool
    /// Whether another failure of the same case went before.
    let isLater: Bool
  }

  private struct Entry {
    var causes: [Cause]
    /// Indices of `occurrences`.
    var indices: [Int] = []
    /// For each of these, its findings that have the causes.
    var findings: [[Finding]] = []
  }

  private let run: RunJudgement
  private let finder: CauseFinder
  private let calls: CallNames
  /// Whether its incidents are warnings.
  private let isAdvice: Bool
  private var occurrences: [Occurrence] = []
  private var entries: [Entry] = []
  private var numbers: [Cause: Int] = [:]
  private let order: RequirementOrder
  /// The facts that a scenario passed with: they are right.
  private let tried: Set<String>

  init(_ run: RunJudgement, isAdvice: Bool) {
    self.run = run
    self.isAdvice = isAdvice
    calls = CallNames(run.requirements.values)
    finder = CauseFinder(run.answers, run.requirements.values)
    order = RequirementOrder(run)
    let scenarios = zip(run.record.suites.flatMap(\.scenarios), run.scenarios.joined())
    tried = Set(scenarios.filter { $1.kind == .passed }.flatMap(\.0.facts))
  }
}

extension IncidentCollection {
  mutating func add(_ item: FragmentCase, _ index: Int) {
    for (number, incident) in item.judgement.incidents.enumerated() {
      add(
        Occurrence(
          incident: incident.inSharedFragment(of: run).of(item.fragment), fragmentCase: index,
          isPreflight: run.blocksPreflight(item), isLater: number > 0))
    }
  }

  mutating func addScenarios(_ incidents: (ScenarioJudgement) -> [Incident]) {
    for (suite, judgements) in run.scenarios.enumerated() {
      for (scenario, judgement) in judgements.enumerated() {
        for (number, incident) in incidents(judgement).enumerated() {
          add(
            Occurrence(
              incident: incident.inSharedFragment(of: run),
              place: CasePlace(suite: suite, scenario: scenario),
              isPreflight: run.record.suites[suite].isPreflight, isLater: number > 0))
        }
      }
    }
  }

  private mutating func add(_ occurrence: Occurrence) {
    for (cause, findings) in finder.causes(of: occurrence.incident) {
      let number = numbers[cause, default: entries.count]
      if number == entries.count {
        numbers[cause] = number
        entries.append(Entry(causes: [cause]))
      }
      entries[number].indices.append(occurrences.count)
      entries[number].findings.append(findings)
    }
    occurrences.append(occurrence)
  }

  /// The entries. What was found wrong in exactly the same answers is one thing to look at.
  ///
  /// - Parameter isSorted: Whether the most telling comes first, instead of what was seen first.
  func groups(isSorted: Bool) -> IncidentGroups {
    var merged: [Entry] = []
    var known: [[Int]: Int] = [:]
    for entry in entries {
      guard let first = known[entry.indices] else {
        known[entry.indices] = merged.count
        merged.append(entry)
        continue
      }
      merged[first].causes += entry.causes
      for (index, findings) in entry.findings.enumerated() {
        merged[first].findings[index] += findings
      }
    }
    // What passed is only asked for where something failed.
    let passed = merged.isEmpty ? nil : PassedCalls(run, calls)
    var groups = passed.map { passed in byReason(merged).map { group($0, passed) } } ?? []
    // The sort is stable.
    if isSorted {
      groups.sort { $0.precedes($1) }
      groups = upstreamFirst(groups)
    }
    return IncidentGroups(
      groups: Array(groups.prefix(IncidentGroups.limit)),
      leftOutCount: max(0, groups.count - IncidentGroups.limit))
  }

  /// The entries, with rules of an audit joined that an entry of a recording breaks for one reason.
  private func byReason(_ entries: [Entry]) -> [Entry] {
    var joined: [(entry: Entry, faults: Set<String>)] = []
    var known: [TrafficReason: Int] = [:]
    for entry in entries {
      let reasons = Set(
        zip(entry.indices, entry.findings).flatMap {
          TrafficReason.all(of: occurrences[$0].incident, $1)
        })
      let faults = Set(reasons.map(\.fault))
      let others = Set(reasons.compactMap { known[$0] }).sorted()
      // What is wrong in more ways than the other is still fixed with it, and not the other way round.
      let same = others.first {
        joined[$0].faults.isSubset(of: faults) || faults.isSubset(of: joined[$0].faults)
      }
      let number = same ?? joined.count
      if same == nil { joined.append((Entry(causes: []), [])) }
      joined[number].entry.causes += entry.causes
      joined[number].entry.indices += entry.indices
      joined[number].entry.findings += entry.findings
      joined[number].faults.formUnion(faults)
      for reason in reasons where known[reason] == nil { known[reason] = number }
    }
    return joined.map(\.entry)
  }

  /// Puts those that say that it was another answer before those on the same requirement that are
  /// about what is in it: a decision is wrong by what it permits, and not by who is said to have made
  /// it.
  private func upstreamFirst(_ groups: [IncidentGroup]) -> [IncidentGroup] {
    let tells = groups.map { $0.telling.map(run.blame.tellsAnotherAnswer) ?? false }
    let telling = Dictionary(grouping: groups.indices.filter { tells[$0] }) {
      groups[$0].covers.first
    }
    var sorted: [IncidentGroup] = []
    var taken: Set<Int> = []
    for (index, group) in groups.enumerated() {
      let before = tells[index] || group.covers.isEmpty ? [] : telling[group.covers.first] ?? []
      for other in before + [index]
      where groups[other].isPreflight == group.isPreflight && groups[other].isLater == group.isLater
      {
        if taken.insert(other).inserted { sorted.append(groups[other]) }
      }
    }
    return sorted
  }

  private func group(_ entry: Entry, _ passed: PassedCalls) -> IncidentGroup {
    let all = entry.indices.map { occurrences[$0] }
    let covers = covers(all, entry.findings)
    func breaks(_ incident: Incident, _ findings: [Finding]) -> Bool {
      covers.first.map(incident.covers(of: findings).contains) ?? true
    }
    // What is shown breaks the requirement that is quoted.
    let breaking = all.indices.filter { breaks(all[$0].incident, entry.findings[$0]) }
    let shown = breaking.first { !all[$0].isLater } ?? breaking.first ?? 0
    let occurrence = all[shown]
    let suite: SuiteRecord
    let scenario: ScenarioRecord
    if let index = occurrence.fragmentCase {
      (suite, scenario) = (run.fragmentCases[index].suite, run.fragmentCases[index].scenario)
    } else {
      suite = run.record.suites[occurrence.place.suite]
      scenario = run.record.scenario(at: occurrence.place)
    }
    var places: [CasePlace] = []
    var cases: [Int] = []
    for occurrence in all {
      if let index = occurrence.fragmentCase {
        if !cases.contains(index) { cases.append(index) }
      } else if places.last != occurrence.place {
        places.append(occurrence.place)
      }
    }
    let (own, others) = entry.findings[shown].reduce(into: ([Finding](), [Finding]())) {
      if breaks(occurrence.incident, [$1]) { $0.0.append($1) } else { $0.1.append($1) }
    }
    let told = own + others
    let contrast = occurrence.incident.visit.flatMap {
      Contrast(of: $0, in: scenario.steps, told.telling, calls)
    }
    let blocked = cases.lazy.flatMap { run.fragmentCases[$0].blocked }
    return IncidentGroup(
      cause: entry.causes[0], incident: occurrence.incident,
      findings: told,
      suite: suite, scenario: scenario, places: places,
      fragments: cases.map { run.fragmentCases[$0].fragment }, blockedCount: Set(blocked).count,
      stepCount: Set(all.map { $0.incident.step?.location.description ?? "" }).count,
      // That of the incident which is shown is first.
      calls: subjects(([occurrence] + all).map(\.incident)),
      judgedExchange: occurrence.incident.step.flatMap(calls.judgedExchange),
      isOfOnePlace: Set(entry.findings.compactMap { $0.telling?.place }).count <= 1,
      isAdvice: isAdvice, breaksMust: covers.contains(where: order.binds),
      covers: covers, facts: cases.isEmpty ? facts(of: places) : [],
      isPreflight: all.contains(where: \.isPreflight), isLater: all.allSatisfy(\.isLater),
      contrast: contrast,
      lacking: contrast?.own ?? passed.lacking(occurrence.incident.step, calls),
      isOccasional: isOccasional(all.count, occurrence.incident, told, contrast, passed),
      signIn: signIn(before: occurrence),
      isOfOthers: all.prefix(Self.comparedLimit).allSatisfy {
        signIn(before: $0)?.difference != nil
      })
  }

  /// So many occurrences tell whether it is always another user who is signed in.
  private static let comparedLimit = 20

  private func signIn(before occurrence: Occurrence) -> UserSignIn? {
    guard let visit = occurrence.incident.visit else { return nil }
    let steps =
      occurrence.fragmentCase.map { run.fragmentCases[$0].scenario.steps }
      ?? run.record.scenario(at: occurrence.place).steps
    return UserSignIn(before: visit, in: steps, mvpds: run.record.target.mvpds)
  }

  /// Whether a call fails on some occasions, and is answered as expected on others.
  private func isOccasional(
    _ count: Int, _ incident: Incident, _ findings: [Finding], _ contrast: Contrast?,
    _ passed: PassedCalls
  ) -> Bool {
    guard incident.problem == nil, let step = incident.step, step.action == .request else {
      return false
    }
    if contrast != nil { return true }
    return passed.count(like: step, findings.telling, calls) >= 2 * count
  }

  /// The calls, or the steps without one; of the way of a user agent the calls alone where there are any.
  private func subjects(_ incidents: [Incident]) -> [String] {
    let named = incidents.filter { $0.step.flatMap(calls.name) != nil }
    let isWay = incidents.first?.step?.action == .user
    return (isWay && !named.isEmpty ? named : incidents).compactMap { $0.subject(calls) }.unique
  }

  /// The untried facts that all these scenarios use, and that no scenario passed with. None in a
  /// walk: each of its few scenarios uses nearly all facts, whatever fails.
  private func facts(of places: [CasePlace]) -> [String] {
    if isAdvice || run.record.selection?.isWalk == true { return [] }
    let all = places.map { run.record.scenario(at: $0).facts }
    return all.dropFirst().reduce(all.first ?? []) { shared, own in shared.filter(own.contains) }
      .filter { !tried.contains($0) }
  }

  /// The requirements that an entry concerns, the one to quote first.
  private func covers(_ all: [Occurrence], _ findings: [[Finding]]) -> [String] {
    let breaches = zip(all, findings).flatMap { occurrence, findings in
      occurrence.incident.breaches(findings, calls)
    }
    let isGeneral =
      all.contains { $0.fragmentCase != nil }
      || Set(all.map { run.record.suites[$0.place.suite].cookbook }).count > 1
    // What was wrong first in a case may be why it goes on to be wrong.
    let firsts = zip(all, findings).filter { !$0.0.isLater }.flatMap { occurrence, findings in
      occurrence.incident.breaches(findings, calls)
    }
    let ids = order.ids(of: firsts, isGeneral: isGeneral)
    return ids + order.ids(of: breaches, isGeneral: isGeneral).filter { !ids.contains($0) }
  }
}

extension IncidentGroup {
  /// Whether it is more telling than another.
  fileprivate func precedes(_ other: IncidentGroup) -> Bool {
    if isPreflight != other.isPreflight { return isPreflight }
    // What the suite could not do with an answer follows from what is wrong with that answer.
    if isOurs != other.isOurs { return other.isOurs }
    if fragments.isEmpty != other.fragments.isEmpty { return other.fragments.isEmpty }
    if isLater != other.isLater { return other.isLater }
    if breaksMust != other.breaksMust { return breaksMust }
    if weight != other.weight { return weight > other.weight }
    // What is tried with a list of the service's follows from what is wrong with the list.
    if isOfList != other.isOfList { return other.isOfList }
    if covers.count != other.covers.count { return covers.count > other.covers.count }
    return !isError && other.isError
  }

  /// Whether the suite, the framework or the time ended a step, and no answer.
  private var isOurs: Bool { incident.problem.map { $0.kind != .transport } ?? false }

  /// Whether it was seen with an item of a list of the service's own.
  private var isOfList: Bool { scenario.template != nil }

  /// How many cases it fails or blocks: the more, the more it explains.
  private var weight: Int { places.count + fragments.count + blockedCount }
}

extension RunJudgement {
  /// Whether a shared fragment ended a preflight.
  func blocksPreflight(_ item: FragmentCase) -> Bool {
    item.blocked.contains { record.suites[$0.suite].isPreflight }
  }
}

extension Incident {
  /// The requirements that some of its findings break.
  func breaches(_ findings: [Finding], _ calls: CallNames) -> [RequirementOrder.Breach] {
    let broken = covers(of: findings)
    let call = step.flatMap(calls.name)
    return (visit?.covers ?? []).filter { broken.contains($0.id) }
      .map { RequirementOrder.Breach(cover: $0, findings: findings, call: call) }
  }

  /// The incident as one of a shared fragment; as it is, where it is of another one already.
  func of(_ fragment: SharedFragmentRecord) -> Incident {
    guard self.fragment == nil, let visit else { return self }
    return Incident(
      visit: visit, fragment: fragment, findings: findings, problem: problem, blame: blame)
  }

  /// The incident in the step where a shared fragment ended, for a step that uses the fragment: it
  /// says more. That step may itself use a shared fragment. (Reports of earlier versions have such
  /// steps; now these are blocked.)
  func inSharedFragment(of run: RunJudgement) -> Incident {
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
  func end(below user: StepVisit, _ blame: Blame) -> Incident? {
    var end: Incident?
    steps.visit { visit in
      guard end == nil, visit.step.steps.isEmpty, !visit.isFinal else { return }
      switch visit.step.verdict {
      case .failed(let findings):
        end = Incident(visit: visit.below(user), fragment: self, findings: findings, blame: blame)
      case .broken(let problem):
        end = Incident(visit: visit.below(user), fragment: self, problem: problem)
      case .passed, .skipped, .blocked, .interrupted, .notReached: break
      }
    }
    return end
  }
}
