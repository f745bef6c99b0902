// SPDX-License-Identifier: Apache-2.0
// Recordings with the calls of logs among their entries.

import HTTP
import Text

/// Recordings with the joined calls of logs: each log is a recording behind the others, and the head of
/// a log is its entry 0.
struct JoinedTraffic: TrafficSource {
  let recordings: [String]
  private let source: any TrafficSource
  private let calls: [EntryReference: RecordedExchange]

  init(
    _ source: any TrafficSource, _ logs: [FrameworkLog], _ calls: [EntryReference: RecordedExchange]
  ) {
    self.source = source
    self.calls = calls
    recordings = source.recordings + logs.map(\.name)
  }

  /// Reads the recordings alone.
  func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void
  ) throws(TrafficError) { try source.read(isWanted, each) }

  func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange {
    if let call = calls[entry] { return call }
    return try source.exchange(entry)
  }
}
