// SPDX-License-Identifier: Apache-2.0
// Runs suites against one service after the other, several at once.

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
      plan, profile: profile, settings: settings.run, environment: settings.environment,
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
      name: Self.targetName, baseURL: url, declared: suites.facts, of: .file(Self.targetName))
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
    let results = TrialResults<Result>(count: items.count)
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
private final class TrialResults<Value: Sendable>: Sendable {
  private let values: Mutex<[Value?]>
  private let taken = Atomic(0)
  private let count: Int

  init(count: Int) {
    self.count = count
    values = Mutex(Array(repeating: nil, count: count))
  }

  /// The index of the next item, which no other thread takes; nil at the end.
  func next() -> Int? {
    let index = taken.add(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  func set(_ value: Value, at index: Int) { values.withLock { $0[index] = value } }

  var all: [Value?] { values.withLock { $0 } }
}

/// The settings of trials.
struct TrialSettings: Sendable {
  var environment: Environment
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
