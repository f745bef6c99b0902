// SPDX-License-Identifier: Apache-2.0
// Fragments that run once in a run, whoever comes first.

import HTTPTransport
import JSON
import Redaction
import Results
import SuiteModel
import Synchronization

/// The results of fragments with `once: run`. Each is made on a thread of its own: whoever asked
/// first waits as the others do, and no longer than its own time allows.
final class SharedFragments: Sendable {
  struct Key: Hashable {
    let fragment: FragmentID
    /// The values taken, as JSON text.
    let arguments: String
  }

  struct Result: Sendable {
    let record: SharedFragmentRecord
    /// nil where it did not pass.
    let gives: JSONObject?
    let redaction: KnownSecrets
  }

  private enum Entry {
    /// Wakes those that wait for it.
    case underWay(Cancellation)
    case made(Result)
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var count = 0
  }

  private let state = Mutex(State())
  private let threads = ThreadGroup()
}

extension SharedFragments {
  /// The result for a key; blocks until it is made.
  ///
  /// - Returns: nil where the deadline comes first.
  func result(
    for key: Key, deadline: Deadline, make: @escaping @Sendable (_ id: Int) -> Result
  ) -> Result? {
    let (entry, id) = state.withLock { state -> (Entry, Int?) in
      if let entry = state.entries[key] { return (entry, nil) }
      let entry = Entry.underWay(Cancellation())
      state.entries[key] = entry
      state.count += 1
      return (entry, state.count)
    }
    switch entry {
    case .made(let result): return result
    case .underWay(let wakeUp):
      if let id {
        threads.start { [self] in
          let result = make(id)
          state.withLock { $0.entries[key] = .made(result) }
          wakeUp.cancel()
        }
      }
      _ = wakeUp.wait(until: deadline)
      return state.withLock { state in
        if case .made(let result)? = state.entries[key] { result } else { nil }
      }
    }
  }

  /// Blocks until none is under way, as where all that wanted one have given it up.
  func wait() { threads.wait() }

  /// All that were made, in the order in which they began.
  var records: [SharedFragmentRecord] {
    state.withLock { state in
      state.entries.values.compactMap { entry in
        if case .made(let result) = entry { result.record } else { nil }
      }.sorted { $0.id < $1.id }
    }
  }

  var recordsByID: [Int: SharedFragmentRecord] {
    records.reduce(into: [:]) { $0[$1.id] = $1 }
  }
}
