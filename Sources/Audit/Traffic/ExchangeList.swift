// SPDX-License-Identifier: Apache-2.0
// Recorded exchanges in memory.

import HTTP
import Text

/// Recorded exchanges in memory.
package struct ExchangeList: TrafficSource {
  package let recordings: [String]
  package let exchanges: [RecordedExchange]
  private let indices: [EntryReference: Int]

  /// - Parameter exchanges: Their references name one of the recordings.
  package init(recordings: [String], _ exchanges: [RecordedExchange] = []) {
    self.recordings = recordings
    self.exchanges = exchanges
    indices = Dictionary(
      exchanges.enumerated().map { ($1.entry, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void
  ) throws(TrafficError) {
    for exchange in exchanges {
      each(
        isWanted(exchange.request.method, exchange.request.url)
          ? .exchange(exchange)
          : .other(
            exchange.entry, url: exchange.request.url,
            milliseconds: exchange.startedAt.milliseconds))
    }
  }

  package func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange {
    guard let index = indices[entry] else {
      throw TrafficError(
        file: recordings[entry.recording], position: nil,
        message: "it has no entry \(entry.index) that was asked for")
    }
    return exchanges[index]
  }
}
