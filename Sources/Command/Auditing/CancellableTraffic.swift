// SPDX-License-Identifier: Apache-2.0
// Traffic whose reading a signal ends.

import Audit
import HTTP

/// Traffic whose reading a signal ends.
struct CancellableTraffic: TrafficSource {
  private let source: any TrafficSource
  let cancellation = Cancellation()

  init(_ source: any TrafficSource) { self.source = source }

  var recordings: [String] { source.recordings }

  func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void
  ) throws(TrafficError) {
    // Unwanted entries are passed over quickly.
    try source.read({ !cancellation.isCancelled && isWanted($0, $1) }, each)
  }

  func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange {
    guard !cancellation.isCancelled else {
      throw TrafficError(file: "", position: nil, message: "interrupted")
    }
    return try source.exchange(entry)
  }
}
