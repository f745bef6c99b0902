// SPDX-License-Identifier: Apache-2.0
// Fragments that run once in a run, whoever comes first.

import Dispatch
import Encodings
import HTTPTransport
import JSON
import Results
import SuiteModel
import Synchronization

/// The results of fragments with `once: run`, each made by the first job that asks for it.
final class SharedFragments: Sendable {
  struct Key: Hashable {
    let fragment: FragmentID
    /// The values taken, as JSON text.
    let arguments: String
  }

  struct Result: Sendable {
    let record: SharedFragmentRecord
    let gives: JSONObject
    let redaction: Redaction
  }

  private struct Entry {
    let id: Int
    let group: DispatchGroup
    var result: Result?
  }

  private let entries = Mutex<[Key: Entry]>([:])
}

extension SharedFragments {
  /// The result for a key; blocks while another job is making it.
  ///
  /// - Returns: nil where the deadline comes first.
  func result(
    for key: Key, deadline: Deadline, make: (_ id: Int) -> Result
  ) -> Result? {
    let (entry, isFirst) = entries.withLock { entries -> (Entry, Bool) in
      if let entry = entries[key] { return (entry, false) }
      let entry = Entry(id: entries.count + 1, group: DispatchGroup(), result: nil)
      entry.group.enter()
      entries[key] = entry
      return (entry, true)
    }
    if let result = entry.result { return result }
    if isFirst {
      let result = make(entry.id)
      entries.withLock { $0[key]?.result = result }
      entry.group.leave()
      return result
    }
    let nanoseconds = min(deadline.remaining.wholeMilliseconds, 86_400_000) * 1_000_000
    guard entry.group.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else {
      return nil
    }
    return entries.withLock { $0[key]?.result }
  }

  /// All that were made, in the order in which they began.
  var records: [SharedFragmentRecord] {
    entries.withLock { entries in
      entries.values.compactMap { $0.result?.record }.sorted { $0.id < $1.id }
    }
  }
}
