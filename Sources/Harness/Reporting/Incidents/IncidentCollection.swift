// SPDX-License-Identifier: Apache-2.0
// Sorts the incidents of a run by their causes, with a few bytes for each.

import Catalogues
import Findings
import Results

/// The incidents of a run, while they are sorted by their causes.
///
/// There may be as many as scenarios, and a scenario may have to be read again. So an incident is kept
/// as its place and a few numbers, and looked up for the entry that shows it.
struct IncidentCollection {
  enum Kind {
    case failures
    case warnings
  }

  /// Where an incident is, and what its entry counts.
  private struct Occurrence {
    /// The index of the shared fragment's case; nil for a scenario.
    var fragmentCase: Int32?
    var suite: Int32 = 0
    var scenario: Int32 = 0
    /// Its number among the incidents, or warnings, of the case.
    var number: Int32
    /// The number of its step's location.
    var step: Int32
    /// The number of the list of requirements that its step covers.
    var covers: Int32
    var isPreflight: Bool

    /// Whether another failure of the same case went before.
    var isLater: Bool { number > 0 }
  }

  private struct Entry {
    var causes: [Cause]
    /// Indices of `occurrences`.
    var indices: [Int32] = []
    /// For each of these, the numbers of lists of requirements that its findings break.
    var broken: [Int32] = []
  }

  /// An entry without the scenario that shows it.
  fileprivate struct Outline {
    let entry: Int
    let representative: Int32
    let isPreflight: Bool
    let hasFragments: Bool
    let isLater: Bool
    /// How many cases it fails or blocks: the more, the more it explains.
    let weight: Int
    let isError: Bool
  }

  private let run: RunJudgement
  private let kind: Kind
  private let finder: CauseFinder
  private var occurrences: [Occurrence] = []
  private var entries: [Entry] = []
  private var numbers: [Cause: Int] = [:]
  private var steps = Numbering<String>()
  private var lists = Numbering<[String]>()
  /// The causes of an entry that there was no answer to judge.
  private var errors: Set<Int> = []

  init(_ run: RunJudgement, _ kind: Kind) {
    self.run = run
    self.kind = kind
    finder = CauseFinder(run.answers)
  }
}

extension IncidentCollection {
  mutating func add(_ item: FragmentCase, _ index: Int) {
    let isPreflight = run.blocksPreflight(item)
    for (number, incident) in item.judgement.incidents.enumerated() {
      add(
        incident.inSharedFragment(of: run).of(item.fragment),
        Occurrence(
          fragmentCase: Int32(index), number: Int32(number), step: 0, covers: 0,
          isPreflight: isPreflight))
    }
  }

  mutating func addScenarios() {
    for (suite, judgements) in run.scenarios.enumerated() {
      let isPreflight = run.record.suites[suite].isPreflight
      for (scenario, outline) in judgements.outlines.enumerated() {
        let count = kind == .failures ? outline.incidentCount : outline.warningCount
        guard count > 0 else { continue }
        for (number, incident) in incidents(of: judgements[scenario]).enumerated() {
          add(
            incident.inSharedFragment(of: run),
            Occurrence(
              suite: Int32(suite), scenario: Int32(scenario), number: Int32(number), step: 0,
              covers: 0, isPreflight: isPreflight))
        }
      }
    }
  }

  private func incidents(of judgement: ScenarioJudgement) -> [Incident] {
    kind == .failures ? judgement.incidents : judgement.warnings
  }

  private mutating func add(_ incident: Incident, _ place: Occurrence) {
    var occurrence = place
    occurrence.step = steps.number(of: incident.step?.location.description ?? "")
    occurrence.covers = lists.number(of: incident.visit?.covers.map(\.id) ?? [])
    let index = Int32(occurrences.count)
    occurrences.append(occurrence)
    for (cause, findings) in finder.causes(of: incident) {
      let number = numbers[cause] ?? entries.count
      if number == entries.count {
        numbers[cause] = number
        entries.append(Entry(causes: [cause]))
        if incident.problem != nil { errors.insert(number) }
      }
      entries[number].indices.append(index)
      entries[number].broken.append(lists.number(of: incident.covers(of: findings)))
    }
  }
}

extension IncidentCollection {
  /// The entries. What was found wrong in exactly the same answers is one thing to look at.
  ///
  /// - Parameter isSorted: Whether the most telling comes first, instead of what was seen first.
  func groups(isSorted: Bool) -> IncidentGroups {
    var merged: [(entry: Entry, broken: [[Int32]], isError: Bool)] = []
    var known: [[Int32]: Int] = [:]
    for (number, entry) in entries.enumerated() {
      if let first = known[entry.indices] {
        merged[first].entry.causes += entry.causes
        merged[first].broken.append(entry.broken)
      } else {
        known[entry.indices] = merged.count
        merged.append((entry, [entry.broken], errors.contains(number)))
      }
    }
    var outlines = merged.indices.map { outline($0, merged[$0].entry, merged[$0].isError) }
    if isSorted {
      outlines = outlines.enumerated().sorted { left, right in
        left.element.precedes(right.element) ?? (left.offset < right.offset)
      }.map(\.element)
    }
    let groups = outlines.prefix(IncidentGroups.limit).map { outline in
      group(merged[outline.entry].entry, merged[outline.entry].broken, outline)
    }
    return IncidentGroups(groups, leftOutCount: outlines.count - groups.count)
  }

  private func outline(_ number: Int, _ entry: Entry, _ isError: Bool) -> Outline {
    let all = entry.indices.lazy.map { occurrences[Int($0)] }
    let cases = Set(all.compactMap(\.fragmentCase))
    return Outline(
      entry: number,
      representative: entry.indices.first { !occurrences[Int($0)].isLater }
        ?? entry.indices[0],
      isPreflight: all.contains(where: \.isPreflight), hasFragments: !cases.isEmpty,
      isLater: all.allSatisfy(\.isLater),
      weight: places(of: entry).count + cases.count + blockedCount(cases), isError: isError)
  }

  private func places(of entry: Entry) -> [IncidentGroup.Place] {
    var places: [IncidentGroup.Place] = []
    for index in entry.indices {
      let occurrence = occurrences[Int(index)]
      guard occurrence.fragmentCase == nil else { continue }
      let place = IncidentGroup.Place(
        suite: Int(occurrence.suite), scenario: Int(occurrence.scenario))
      if places.last != place { places.append(place) }
    }
    return places
  }

  private func blockedCount(_ cases: Set<Int32>) -> Int {
    if cases.isEmpty { return 0 }
    if cases.count == 1, let only = cases.first {
      return run.fragmentCases[Int(only)].blocked.count
    }
    var blocked: Set<IncidentGroup.Place> = []
    for index in cases {
      for (suite, scenario) in run.fragmentCases[Int(index)].blocked {
        blocked.insert(IncidentGroup.Place(suite: suite, scenario: scenario))
      }
    }
    return blocked.count
  }

  private func group(_ entry: Entry, _ broken: [[Int32]], _ outline: Outline) -> IncidentGroup {
    let shown = occurrences[Int(outline.representative)]
    let suite: SuiteRecord
    let scenario: ScenarioRecord
    var incident: Incident
    if let index = shown.fragmentCase {
      let item = run.fragmentCases[Int(index)]
      (suite, scenario) = (item.suite, item.scenario)
      incident = item.judgement.incidents[Int(shown.number)].inSharedFragment(of: run)
        .of(item.fragment)
    } else {
      suite = run.record.suites[Int(shown.suite)]
      scenario = suite.scenarios[Int(shown.scenario)]
      let judgement = run.scenarios[Int(shown.suite)][Int(shown.scenario)]
      incident = incidents(of: judgement)[Int(shown.number)].inSharedFragment(of: run)
    }
    let causes = finder.causes(of: incident)
    let findings = entry.causes.flatMap { cause in
      causes.first { $0.cause == cause }?.findings ?? []
    }
    var fragments: [SharedFragmentRecord] = []
    var cases: Set<Int32> = []
    for case let index? in entry.indices.lazy.map({ occurrences[Int($0)].fragmentCase })
    where cases.insert(index).inserted {
      fragments.append(run.fragmentCases[Int(index)].fragment)
    }
    return IncidentGroup(
      cause: entry.causes[0], incident: incident, findings: findings, suite: suite,
      scenario: scenario, places: places(of: entry), fragments: fragments,
      blockedCount: blockedCount(cases), count: entry.indices.count,
      stepCount: Set(entry.indices.map { occurrences[Int($0)].step }).count,
      covers: covers(of: entry, broken), isPreflight: outline.isPreflight, isLater: outline.isLater)
  }

  /// The requirements that an entry concerns: those of each occurrence in the order of its step.
  private func covers(of entry: Entry, _ broken: [[Int32]]) -> [String] {
    var covers: [String] = []
    var known: Set<[Int32]> = []
    for (index, occurrence) in entry.indices.enumerated() {
      let numbers = broken.map { $0[index] }
      let all = occurrences[Int(occurrence)].covers
      guard known.insert([all] + numbers).inserted else { continue }
      let own = Set(numbers.flatMap { lists[$0] })
      for id in lists[all] where own.contains(id) && !covers.contains(id) { covers.append(id) }
    }
    return covers
  }
}

extension IncidentCollection.Outline {
  /// Whether it is more telling than another; nil where the order of the run decides.
  fileprivate func precedes(_ other: Self) -> Bool? {
    if isPreflight != other.isPreflight { return isPreflight }
    if hasFragments != other.hasFragments { return hasFragments }
    if isLater != other.isLater { return other.isLater }
    if weight != other.weight { return weight > other.weight }
    return isError == other.isError ? nil : other.isError
  }
}

/// Different values, each with a number.
private struct Numbering<Value: Hashable & Sendable> {
  private var numbers: [Value: Int32] = [:]
  private var values: [Value] = []

  subscript(number: Int32) -> Value { values[Int(number)] }

  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    let number = Int32(values.count)
    numbers[value] = number
    values.append(value)
    return number
  }
}
