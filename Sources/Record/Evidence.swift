// SPDX-License-Identifier: Apache-2.0
// How much of the messages of a run is kept for its reports.

import HTTP
import Synchronization

/// Counts the heads and bodies that a run has kept for its reports, and says what to keep next.
///
/// Thousands of failures are too many to read, and their exchanges would fill the memory.
package final class Evidence: Sendable {
  /// The steps of a scenario whose heads and bodies are kept.
  package enum Choice {
    /// All steps: those before a failure explain it.
    case all
    /// Steps that failed or warn, with all steps below them.
    case notable
    case none
  }

  private let bytes = Atomic(0)
  /// Up to this many bytes whole scenarios are kept; up to twice as many, steps that failed.
  private let limitBytes: Int
  /// Whether whole scenarios are kept also where they passed, up to the limit.
  private let keepsPassed: Bool

  package init(limitBytes: Int, keepsPassed: Bool = false) {
    self.limitBytes = limitBytes
    self.keepsPassed = keepsPassed
  }
}

extension Evidence {
  /// Says which steps of the next scenario to keep.
  ///
  /// - Parameter isFailure: Whether the scenario failed or ended in an error.
  package func choice(isFailure: Bool) -> Choice {
    switch bytes.load(ordering: .relaxed) {
    case ..<limitBytes where isFailure || keepsPassed: .all
    case ..<(2 * limitBytes): .notable
    default: .none
    }
  }

  /// Counts the heads and bodies that were kept of a scenario.
  package func add(_ steps: [StepRecord]) {
    var count = 0
    steps.visit { visit in
      for detail in visit.step.exchanges.compactMap(\.detail) {
        let bodies = detail.requestBody.utf8.count + detail.responseBody.utf8.count
        count += (detail.requestHeaders + detail.responseHeaders).reduce(bodies) {
          $0 + $1.name.utf8.count + $1.value.utf8.count
        }
      }
    }
    bytes.add(count, ordering: .relaxed)
  }

  /// A sentence for the reports; nil while everything was kept.
  package var remark: String? {
    guard bytes.load(ordering: .relaxed) >= limitBytes else { return nil }
    let what = keepsPassed ? "exchanges" : "failures"
    return "too many \(what) to keep everything: for the later ones the reports show the failed "
      + "steps only, with few or no requests and answers; run some of these scenarios alone "
      + "(--scenario) to see them"
  }
}

extension ScenarioRecord {
  /// Drops the heads and bodies, and what the framework was told and answered, of all steps but the
  /// chosen ones.
  package mutating func keep(_ choice: Evidence.Choice) {
    steps.keep(choice)
    for index in tries.indices { tries[index].steps.keep(choice) }
  }

  /// Whether it is kept without anything that an answer said: it passed without a warning, and no heads
  /// and bodies are kept.
  package var isBare: Bool { verdict.kind == .passed && tries.isEmpty && steps.areBare }
}

extension SharedFragmentRecord {
  /// The same for a shared fragment.
  package mutating func keep(_ choice: Evidence.Choice) {
    steps.keep(choice)
    for index in tries.indices { tries[index].steps.keep(choice) }
  }
}

extension [StepRecord] {
  fileprivate mutating func keep(_ choice: Evidence.Choice) {
    if choice == .all { return }
    for index in indices {
      let kind = self[index].verdict.kind
      let isNotable = !self[index].warnings.isEmpty || kind == .failed || kind == .broken
      if choice == .notable, isNotable { continue }
      for number in self[index].exchanges.indices { self[index].exchanges[number].detail = nil }
      if self[index].call != nil {
        self[index].call?.request = ""
        self[index].call?.answer = ""
      }
      self[index].steps.keep(choice)
    }
  }

  fileprivate var areBare: Bool {
    indices.allSatisfy { index in
      self[index].warnings.isEmpty && self[index].exchanges.allSatisfy { $0.detail == nil }
        && self[index].call?.answer.isEmpty ?? true && self[index].steps.areBare
    }
  }
}
