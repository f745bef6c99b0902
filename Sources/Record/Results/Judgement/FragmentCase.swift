// SPDX-License-Identifier: Apache-2.0
// A shared fragment that failed, as a case of its own beside the scenarios.

/// A shared fragment that failed or got no answer. It fails once, and blocks the scenarios that
/// need it.
package struct FragmentCase: Sendable {
  package let fragment: SharedFragmentRecord
  /// The suite of the case: the file of the fragment.
  package let suite: SuiteRecord
  /// The fragment in the form of a scenario.
  package let scenario: ScenarioRecord
  package let judgement: ScenarioJudgement
  /// The scenarios that it blocks, by the indices of suite and scenario.
  package let blocked: [(suite: Int, scenario: Int)]
}

extension FragmentCase {
  /// The cases of a run, in the order of its shared fragments.
  ///
  /// - Parameter blocked: The scenarios that each of them blocks.
  static func all(
    _ record: RunRecord, shared: [Int: SharedFragmentRecord], blame: Blame,
    blocked: BlockedScenarios
  ) -> [FragmentCase] {
    record.sharedFragments.filter(\.verdict.kind.isFault).map { fragment in
      FragmentCase(
        fragment, fragment.asScenario, shared: shared, isStrict: record.isStrict,
        blame: blame, blocked: blocked.places[fragment.id] ?? [])
    }
  }

  private init(
    _ fragment: SharedFragmentRecord, _ scenario: ScenarioRecord,
    shared: [Int: SharedFragmentRecord], isStrict: Bool, blame: Blame,
    blocked: [(suite: Int, scenario: Int)]
  ) {
    self.fragment = fragment
    self.scenario = scenario
    self.blocked = blocked
    suite = SuiteRecord(
      name: "Shared fragments of \(fragment.location.file)", about: nil,
      file: fragment.location.file, digest: "", cookbook: nil, phase: nil, scenarios: [scenario])
    judgement = ScenarioJudgement(scenario, shared: shared, isStrict: isStrict, blame: blame)
  }

  /// The cases of a run that goes on: nobody knows yet what they block.
  package static func failed(
    among shared: [Int: SharedFragmentRecord], isStrict: Bool, blame: Blame
  ) -> [FragmentCase] {
    shared.values.filter(\.verdict.kind.isFault).sorted { $0.id < $1.id }.map {
      FragmentCase(
        $0, $0.asScenario, shared: shared, isStrict: isStrict, blame: blame, blocked: [])
    }
  }
}

extension SharedFragmentRecord {
  /// The fragment in the form of a scenario. The values that it was given are part of the name:
  /// with others it is another case.
  fileprivate var asScenario: ScenarioRecord {
    ScenarioRecord(
      name: given.isEmpty ? name : "\(name) \(given)", about: nil, location: location, tags: [],
      isAdvisory: false, verdict: verdict, startedAfter: steps.first?.startedAfter ?? .zero,
      duration: duration, steps: steps, missingFacts: [])
  }

  /// Why the scenarios that need it are blocked: `the shared fragment 'access-token' failed in its
  /// step 'Obtain an access token'`.
  package var blockReason: String {
    let step = steps.first { $0.verdict.kind == verdict.kind }
    let word = verdict.kind == .failed ? "failed" : "ended in an error"
    return "the shared fragment '\(name)' \(word)"
      + (step.map { " in its step '\($0.name)'" } ?? "")
  }
}

extension [StepRecord] {
  /// The id of the shared fragment that blocks the first step that is blocked: the innermost, where
  /// fragments use each other.
  fileprivate func blocker(among shared: [Int: SharedFragmentRecord]) -> Int? {
    var blocker: Int?
    var steps = self
    // A record from a file could have fragments that use each other.
    for _ in 0...shared.count {
      var next: Int?
      steps.visit { visit in
        guard next == nil, visit.step.verdict.kind == .blocked else { return }
        next = visit.step.sharedFragment
      }
      guard let id = next, let fragment = shared[id] else { return blocker }
      blocker = id
      if fragment.verdict.kind != .blocked { return id }
      steps = fragment.steps
    }
    return blocker
  }
}

/// The scenarios that shared fragments block, while they are collected.
struct BlockedScenarios {
  /// By the ids of the fragments: the indices of suite and scenario.
  private(set) var places: [Int: [(suite: Int, scenario: Int)]] = [:]
  private let faults: [SharedFragmentRecord]
  private let shared: [Int: SharedFragmentRecord]

  init(_ record: RunRecord, shared: [Int: SharedFragmentRecord]) {
    faults = record.sharedFragments.filter(\.verdict.kind.isFault)
    self.shared = shared
  }

  mutating func add(_ record: ScenarioRecord, suite: Int, scenario: Int) {
    guard !faults.isEmpty, case .blocked(let reason) = record.verdict else { return }
    let id =
      record.steps.blocker(among: shared)
      // A live table is filled before there are steps.
      ?? faults.first { $0.blockReason == reason }?.id
    if let id { places[id, default: []].append((suite, scenario)) }
  }
}
