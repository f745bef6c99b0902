// SPDX-License-Identifier: Apache-2.0
// Collects the records of scenarios while a run goes on.

import Results
import Synchronization

/// The records of the scenarios that have ended, by their places in the run. Those of a large run are
/// put aside at once.
final class FinishedScenarios: Sendable {
  fileprivate struct State {
    /// The records in memory; empty where they are put aside.
    var kept: [ScenarioRecord?]
    /// The records that are put aside; empty where they stay in memory.
    var stored: [StoredRecord?]
    /// For each scenario the number of the list of shared fragments that it uses.
    var uses: [Int32]
    var lists: [[Int]] = []
    var numbers: [[Int]: Int32] = [:]
  }

  private let store: RecordStore?
  private let state: Mutex<State>

  /// - Parameter store: Where records are put aside; nil to keep them in memory.
  init(count: Int, store: RecordStore?) {
    self.store = store
    state = Mutex(
      State(
        kept: store == nil ? Array(repeating: nil, count: count) : [],
        stored: store == nil ? [] : Array(repeating: nil, count: count),
        uses: Array(repeating: -1, count: count)))
  }
}

extension FinishedScenarios {
  func add(_ masked: Masked<ScenarioRecord>, at index: Int) {
    let record = masked.value
    let uses = record.steps.usedFragments
    let stored = store.map { StoredRecord(record, in: $0) }
    state.withLock { state in
      if let stored { state.stored[index] = stored } else { state.kept[index] = record }
      state.uses[index] = state.number(of: uses)
    }
  }

  /// The records of a part of the run.
  func records(_ range: Range<Int>) -> ScenarioRecords {
    state.withLock { state in
      guard let store else { return ScenarioRecords(state.kept[range].compactMap(\.self)) }
      return ScenarioRecords(state.stored[range].compactMap(\.self), in: store)
    }
  }

  /// The ids of the shared fragments in the order in which the scenarios of the plan use them.
  var usedFragments: [Int] {
    state.withLock { state in
      var seen: Set<Int32> = []
      var ids: [Int] = []
      for number in state.uses where number >= 0 && seen.insert(number).inserted {
        ids += state.lists[Int(number)]
      }
      return ids
    }
  }
}

extension FinishedScenarios.State {
  fileprivate mutating func number(of list: [Int]) -> Int32 {
    if let number = numbers[list] { return number }
    let number = Int32(lists.count)
    numbers[list] = number
    lists.append(list)
    return number
  }
}
