// SPDX-License-Identifier: Apache-2.0
// A request of an application and its answer, and where such exchanges come from.

package import HTTP
package import Text

/// A request of an application and its answer, as a recording keeps them. What the recording lacks
/// is nil, which is not the same as empty.
package struct RecordedExchange: Sendable, Equatable {
  package var entry: EntryReference
  /// When the request was sent.
  package var startedAt: Timestamp
  /// From the first byte of the request to the last of the answer; nil where the recording does not
  /// tell.
  package var duration: Duration?
  package var request: Request
  /// nil where no answer came, or where none was recorded.
  package var response: Response?
  /// Whether a harness sent it to break a rule on purpose. The application is not to blame for it.
  package var isDeliberate: Bool

  package struct Request: Sendable, Equatable {
    package var method: String
    /// The whole URL as recorded.
    package var url: String
    package var headers: HeaderList?
    /// The fields that may have been sent beside `headers`.
    package var withheldHeaders: WithheldHeaders
    package var body: RecordedBody

    package init(
      method: String, url: String, headers: HeaderList?, withheldHeaders: WithheldHeaders = .none,
      body: RecordedBody
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.withheldHeaders = withheldHeaders
      self.body = body
    }
  }

  package struct Response: Sendable, Equatable {
    package var status: Int
    package var reason: String
    package var headers: HeaderList?
    /// The fields that may have come beside `headers`.
    package var withheldHeaders: WithheldHeaders
    package var body: RecordedBody

    package init(
      status: Int, reason: String = "", headers: HeaderList?,
      withheldHeaders: WithheldHeaders = .none, body: RecordedBody
    ) {
      self.status = status
      self.reason = reason
      self.headers = headers
      self.withheldHeaders = withheldHeaders
      self.body = body
    }
  }

  package init(
    entry: EntryReference, startedAt: Timestamp, duration: Duration? = nil, request: Request,
    response: Response?, isDeliberate: Bool = false
  ) {
    self.entry = entry
    self.startedAt = startedAt
    self.duration = duration
    self.request = request
    self.response = response
    self.isDeliberate = isDeliberate
  }
}

/// Header fields that a recording leaves out of headers that it keeps: of these it is unknown whether
/// they were there.
package enum WithheldHeaders: Sendable, Equatable {
  /// The headers are whole.
  case none
  /// Fields of these names, in lower case, may be missing. Chrome leaves some out unless it is told
  /// to keep them, and other tools mask their values.
  case named(Set<String>)
  /// Any other field may be missing: an answer came from a cache, or a browser kept the headers that
  /// it was asked to send and not those that it sent.
  case any

  /// Whether a field that the headers lack may have been there all the same.
  ///
  /// - Parameter name: In any case.
  package func mayContain(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .named(let names): names.contains(name.lowercased())
    case .any: true
    }
  }

  /// Both of them.
  package func joined(_ other: WithheldHeaders) -> WithheldHeaders {
    switch (self, other) {
    case (.none, let one), (let one, .none): one
    case (.named(let names), .named(let others)): .named(names.union(others))
    default: .any
    }
  }
}

/// A body, as far as a recording keeps it.
package enum RecordedBody: Sendable, Equatable {
  /// There was none.
  case none
  /// With the content coding taken off.
  case bytes([UInt8])
  /// Only the fields of a form were kept. Whether their values were decoded, nobody can tell.
  case fields([HeaderField])
  /// There was one, or may have been one, and it was not kept, for this reason.
  case missing(because: String)

  /// A body of which every byte is known.
  package init(_ bytes: [UInt8]) { self = bytes.isEmpty ? .none : .bytes(bytes) }
}

/// An entry of a recording.
package struct EntryReference: Sendable, Hashable {
  /// The index of the recording, in the order in which they were named.
  package let recording: Int
  /// From 0, in the order of the file.
  package let index: Int

  package init(recording: Int, index: Int) {
    self.recording = recording
    self.index = index
  }
}

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
  func read(_ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void)
    throws(TrafficError)

  /// An entry once more, also one that was not wanted. All were read before.
  func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange
}

/// An entry of a recording, as reading yields it.
package enum RecordedEntry: Sendable {
  case exchange(RecordedExchange)
  /// It has another host or path. Its time is in milliseconds since 1970, nil where it has
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

/// The file of a recording. The caller opens it: nothing here touches a file system.
package struct RecordingFile: Sendable {
  /// As the caller named it; messages begin with it.
  package let name: String
  package let byteCount: Int
  /// As many bytes as are asked for, from an offset; they lie within the file. nil where they can't be
  /// read. Any thread may call it.
  package let read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

  package init(
    name: String, byteCount: Int,
    read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?
  ) {
    self.name = name
    self.byteCount = byteCount
    self.read = read
  }

  /// A recording in memory.
  package init(name: String, _ bytes: [UInt8]) {
    self.init(name: name, byteCount: bytes.count) { Array(bytes[$0..<($0 + $1)]) }
  }
}
