// SPDX-License-Identifier: Apache-2.0
// Where recorded exchanges come from.

package import Text

/// Recordings, read once from end to end, and then by entry.
package protocol TrafficSource: Sendable {
  /// The names of the recordings: of files, as the caller named them.
  var recordings: [String] { get }

  /// Reads all entries once, in the order of the recordings. What an earlier recording has already,
  /// to the byte and the millisecond, may be left out: exports of one session overlap.
  ///
  /// - Parameters:
  ///   - isWanted: Whether an entry with this method and URL is to be read. The others are passed
  ///     over as quickly as possible.
  ///   - each: Called for each wanted entry, with its exchange, and for each other one with its time
  ///     and URL alone. Which headers a whole recording withholds is known only at its end: the
  ///     exchanges that `exchange(_:)` returns have that, and these may lack it.
  func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool,
    _ each: (RecordedEntry) -> Void
  ) throws(TrafficError)

  /// An entry once more, also one that was not wanted. All were read before.
  func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange
}

/// What a recording was passed through yields for each of its entries.
package enum RecordedEntry: Sendable {
  case exchange(RecordedExchange)
  /// Of another host, or of another path; with its time in milliseconds since 1970, nil where it has
  /// none that can be read.
  case other(EntryReference, url: String, milliseconds: Int?)
}

/// A recording can't be read.
package struct TrafficError: Error, Equatable, CustomStringConvertible {
  /// The file.
  package let file: String
  /// nil where no place can be told.
  package let position: Position?
  package let message: String

  package init(file: String, position: Position?, message: String) {
    self.file = file
    self.position = position
    self.message = message
  }

  /// `file:line:column: message`
  package var description: String {
    position.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}

/// Recorded exchanges in memory.
package struct ExchangeList: TrafficSource {
  package let recordings: [String]
  private var exchanges: [RecordedExchange]
  private var indices: [EntryReference: Int]

  /// - Parameter exchanges: Their references name one of the recordings.
  package init(recordings: [String], _ exchanges: [RecordedExchange] = []) {
    self.recordings = recordings
    self.exchanges = exchanges
    indices = Dictionary(
      exchanges.enumerated().map { ($1.entry, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds an exchange as the next entry of the first recording.
  package mutating func append(_ exchange: RecordedExchange) -> EntryReference {
    var exchange = exchange
    exchange.entry = EntryReference(recording: 0, index: exchanges.count)
    indices[exchange.entry] = exchanges.count
    exchanges.append(exchange)
    return exchange.entry
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
