// SPDX-License-Identifier: Apache-2.0
// Runs suites against one service after the other, several at once.

import Formats
import HTTP
import Record
import Runner
import Suites
import Synchronization
import Text

/// Suites, and how they are run against services of this process.
struct TrialBench: Sendable {
  let suites: SuiteCollection
  /// The part of them that is run.
  let selection: Selection
  let settings: TrialSettings
  let cancellation: Cancellation

  /// - Parameters:
  ///   - suites: Without mistakes.
  ///   - cancellation: Ends all trials early.
  init(
    suites: SuiteCollection, selection: Selection = Selection(), settings: TrialSettings,
    cancellation: Cancellation
  ) {
    self.suites = suites
    self.selection = selection
    self.settings = settings
    self.cancellation = cancellation
  }

  var isInterrupted: Bool { cancellation.isCancelled }
}

extension TrialBench {
  /// Runs suites against a service.
  ///
  /// - Parameter part: The numbers in the plan of the scenarios to run; nil for all of them.
  func run(_ service: TrialService, only part: Set<Int>? = nil) throws(TrialError) -> RunRecord {
    let profile = try profile(of: service)
    let whole = Planner.plan(suites, selection: selection, facts: profile.factsByName)
    let plan = part.map(whole.part) ?? whole
    return Run(
      plan, profile: profile, settings: settings.run, surroundings: settings.surroundings,
      cancellation: cancellation
    ).record { _ in }
  }

  private func profile(of service: TrialService) throws(TrialError) -> Profile {
    let url: BaseURL
    do {
      url = try BaseURL(service.url)
    } catch {
      throw TrialError("\(error)")
    }
    var draft = ProfileDraft(
      name: Self.targetName, baseURL: url, declared: suites.facts, file: Self.targetName)
    if let mistake = draft.offer(service.facts, by: Self.targetName).first {
      throw TrialError(mistake.message)
    }
    var profile = draft.profile
    profile.timeouts.run = settings.limit
    return profile
  }

  /// The name of the target: all these services are the reference service in part.
  private static let targetName = "reference"

  /// Does something for each item, several at a time, and returns the results in order.
  ///
  /// - Returns: nil for the items that were not begun when the trials were cancelled.
  func each<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) -> Result
  ) -> [Result?] {
    let results = Results<Result>(count: items.count)
    let workers = ThreadGroup()
    for _ in 0..<max(1, min(settings.services, items.count)) {
      workers.start { [cancellation, settings] in
        while !cancellation.isCancelled, let index = results.next() {
          results.set(body(items[index]), at: index)
          settings.progress(index + 1, items.count)
        }
      }
    }
    workers.wait()
    return results.all
  }
}

/// Work that several threads share.
private final class Results<Value: Sendable>: Sendable {
  private let values: Mutex<[Value?]>
  private let taken = Atomic(0)
  private let count: Int

  init(count: Int) {
    self.count = count
    values = Mutex(Array(repeating: nil, count: count))
  }

  /// The index of an item that nobody works on; nil where there is none.
  func next() -> Int? {
    let index = taken.add(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  func set(_ value: Value, at index: Int) { values.withLock { $0[index] = value } }

  var all: [Value?] { values.withLock { $0 } }
}

/// A service that listens in this process while a trial uses it.
struct TrialService: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at the end.
  let url: String
  /// The facts of a target profile for it.
  let facts: JSONObject
  /// Whether something of it showed: an answer or a request was changed, or a switch was asked for.
  var hasDeviated: @Sendable () -> Bool = { false }
  /// Closes it, and blocks until nothing of it runs.
  let stop: @Sendable () -> Void
}

/// A service that suites are tried on: how to start it, and what is known of it beforehand.
struct TrialSubject: Sendable {
  let name: String
  /// The ids of the requirements that it breaks; empty for a service that is right.
  var requirements: [String] = []
  let start: @Sendable () throws(TrialError) -> TrialService
}

/// The settings of trials.
struct TrialSettings: Sendable {
  var surroundings: Surroundings
  /// How the runs behave: their jobs, time-outs and so on.
  var run: RunSettings
  /// How many services are tried at the same time.
  var services: Int
  /// How long one run may take.
  var limit: Duration = .seconds(120)
  /// Called on any thread when another item is done: how many are, and of how many.
  var progress: @Sendable (Int, Int) -> Void = { _, _ in }
}

/// Why a service could not be tried.
struct TrialError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A sentence without a full stop.
  let description: String

  init(_ description: String) { self.description = description }
}

extension TrialSubject {
  /// The reference service with a deviation.
  ///
  /// - Parameters:
  ///   - requirements: The ids of those that it breaks.
  ///   - surroundings: They give the clock and the random bytes.
  init(
    name: String, requirements: [String] = [], _ deviation: Deviation, _ surroundings: Surroundings
  ) {
    self.init(name: name, requirements: requirements) { () throws(TrialError) in
      let ended = Cancellation()
      let service = DeviatingService(
        deviation, now: surroundings.now, randomBytes: surroundings.randomBytes,
        pause: { _ = ended.wait(until: Deadline(after: $0)) })
      let server = HTTPServer { service.answer($0.request, from: $0.peer) }
      let port: UInt16
      do throws(TransportError) {
        port = try server.start()
      } catch {
        throw TrialError("the service could not be started: \(error.description)")
      }
      return TrialService(
        url: "http://127.0.0.1:\(port)", facts: service.facts,
        hasDeviated: { service.hasDeviated }
      ) {
        ended.cancel()
        server.stop()
      }
    }
  }

  /// The reference service with a defect.
  init(_ defect: Defect, _ surroundings: Surroundings) {
    self.init(name: defect.name, requirements: defect.requirements, defect.deviation, surroundings)
  }

  /// The reference service with some right variants at once.
  init(_ mixture: VariantMixture, _ surroundings: Surroundings) {
    self.init(name: mixture.name, Deviation(mixture.variants.map(\.deviation)), surroundings)
  }
}

/// A run of the suites against a service that deviates in nothing. Whatever a trial finds is a
/// difference from it.
struct Baseline: Sendable {
  let judgement: RunJudgement
  /// The scenarios that passed: the number in the plan, and the name.
  private let passed: Set<TrialScenario>
  /// For each requirement the numbers in the plan of the scenarios that proved it.
  private let proofs: [String: Set<Int>]
  /// The same of those that were skipped, because the service lacks what they need.
  private let skipped: [String: Set<Int>]

  /// - Parameter judgement: On a run of all that trials run, against a service without a deviation.
  init(_ judgement: RunJudgement) {
    self.judgement = judgement
    let record = judgement.record
    passed = Set(TrialScenario.all(of: judgement).filter { $0.kind == .passed }.map(\.scenario))
    let rows = Coverage(record).rows
    func numbers(_ isMeant: (RequirementVerdict) -> Bool) -> [String: Set<Int>] {
      rows.reduce(into: [:]) { numbers, row in
        for proof in row.proofs where isMeant(proof.verdict) {
          let scenario = record.scenario(at: proof.place)
          numbers[row.requirement.id, default: []].insert(scenario.planIndex)
        }
      }
    }
    proofs = numbers(\.isProof)
    skipped = numbers { $0 == .skipped }
  }
}

extension Baseline {
  /// Whether nothing failed, so that trials can show something.
  var isConformant: Bool { judgement.outcome.status == 0 }

  /// The numbers of the scenarios that proved one of these requirements.
  func scenarios(covering requirements: [String]) -> Set<Int> {
    requirements.reduce(into: []) { $0.formUnion(proofs[$1] ?? []) }
  }

  /// The numbers of the scenarios that would prove one of these requirements on another service.
  func skippedScenarios(covering requirements: [String]) -> Set<Int> {
    requirements.reduce(into: []) { $0.formUnion(skipped[$1] ?? []) }
  }

  /// The scenarios of a trial that are no longer conformant, in the order of the plan. A preflight
  /// that fails counts as one; a scenario that is blocked for want of something else does not.
  func lost(in judgement: RunJudgement) -> [TrialScenario] {
    TrialScenario.all(of: judgement).filter { scenario, kind in
      kind.isFault && (scenario.number == 0 || passed.contains(scenario))
    }.map(\.scenario) + judgement.fragmentCases.map(TrialScenario.init)
  }
}

/// A scenario, or a shared fragment, as trials tell it from others.
struct TrialScenario: Sendable, Hashable {
  let suite: String
  let name: String
  /// In the plan of all scenarios, from 1; 0 in a preflight and for a shared fragment.
  let number: Int

  /// `suite: scenario`.
  var title: String { "\(suite): \(name)" }
}

extension TrialScenario {
  fileprivate init(_ fragment: FragmentCase) {
    self.init(suite: fragment.suite.name, name: fragment.scenario.name, number: 0)
  }

  fileprivate static func all(
    of judgement: RunJudgement
  ) -> [(scenario: TrialScenario, kind: Verdict.Kind)] {
    zip(judgement.record.suites, judgement.scenarios).flatMap { suite, judgements in
      zip(suite.scenarios, judgements).map { record, own in
        (TrialScenario(suite: suite.name, name: record.name, number: record.planIndex), own.kind)
      }
    }
  }
}
