// SPDX-License-Identifier: Apache-2.0
// The exchanges of one device in the order of time, and tables of exchanges.

/// The exchanges of one device, in the order of time.
struct AuditSession {
  /// The value by which it is told apart.
  let name: String
  /// The indices of its exchanges.
  let members: [Int]
  /// The ranks of its exchanges, by their kind.
  let ranks: [Int: [Int]]
  /// Whether nothing of it came before its first exchange.
  let isWhole: Bool
  /// When it was recorded.
  let span: RecordingSpan
}

extension AuditSession {
  /// - Parameters:
  ///   - members: In the order of time.
  ///   - isCut: Whether some of its exchanges may be missing.
  ///   - recordings: When each recording was made.
  init(
    name: String, _ members: [Int], isCut: Bool = false, of exchanges: ExchangeTable,
    beginnings: Set<Int>,
    recordings: [ClosedRange<Int>?]
  ) {
    self.init(
      name: name, members, isCut: isCut, of: exchanges,
      isWhole: members.first.map {
        beginnings.contains(exchanges[$0].kind) && !exchanges[$0].isDeliberate
      } ?? false, recordings: recordings)
  }

  /// - Parameters:
  ///   - members: In the order of time.
  ///   - isCut: Whether some of its exchanges may be missing.
  ///   - isWhole: Whether nothing of it came before the first of them.
  ///   - recordings: When each recording was made.
  init(
    name: String, _ members: [Int], isCut: Bool = false, of exchanges: ExchangeTable,
    isWhole: Bool, recordings: [ClosedRange<Int>?]
  ) {
    self.name = name
    self.members = members
    var ranks: [Int: [Int]] = [:]
    var files: Set<Int> = []
    for (rank, member) in members.enumerated() {
      ranks[exchanges[member].kind, default: []].append(rank)
      files.insert(exchanges[member].entry.recording)
    }
    self.ranks = ranks
    self.isWhole = isWhole
    span = RecordingSpan(isCut ? [] : files.sorted().compactMap { recordings[$0] })
  }
}

/// Exchanges in the order of time, with what is known of them.
package struct ExchangeTable: Sendable {
  private let exchanges: [IndexedExchange]
  let rows: ExchangeRows

  init(_ exchanges: [IndexedExchange], _ rows: ExchangeRows) {
    self.exchanges = exchanges
    self.rows = rows
  }
}

extension ExchangeTable: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { exchanges.count }

  package subscript(index: Int) -> IndexedExchange { exchanges[index] }
}

extension ExchangeTable {
  /// The value with an index of its name.
  package func value(_ value: Int, of index: Int) -> ValueNumber {
    rows.value(value, of: exchanges[index])
  }

  func mark(_ slot: Int, of index: Int) -> Mark { rows.mark(slot, of: exchanges[index]) }

  func detail(_ slot: Int, of index: Int) -> DetailNumber {
    rows.detail(slot, of: exchanges[index])
  }
}

/// What is kept of an exchange of the service: enough to find it, and no more.
///
/// It refers to nothing, but has the places of its rows: a recording may have hundreds of thousands of
/// exchanges, which are sorted and passed around, and counting references would take most of that
/// time.
package struct IndexedExchange: Sendable {
  private let recording: Int32
  /// The number of the origin.
  let origin: Int32
  private let entryIndex: Int
  /// When the request was sent, in milliseconds since 1970.
  let time: Int
  /// `Int.min` where it is not known.
  private let endOrNone: Int
  private let kindIndex: Int16
  package let isDeliberate: Bool
  var rows: Rows

  /// Where the rows of an exchange begin.
  struct Rows: Sendable {
    /// By the index of its name, the number of each value.
    let values: Int32
    /// What was found out about the patterns of its kind that depend on nothing else.
    let marks: Int32
    /// The values that rules save from its kind, and then the headers that patterns ask for.
    let details: Int32
  }

  init(
    entry: EntryReference, origin: Int32, time: Int, end: Int?, kind: Int, isDeliberate: Bool,
    rows: Rows
  ) {
    recording = Int32(entry.recording)
    entryIndex = entry.index
    self.origin = origin
    self.time = time
    endOrNone = end ?? .min
    kindIndex = Int16(kind)
    self.isDeliberate = isDeliberate
    self.rows = rows
  }
}

extension IndexedExchange {
  package var entry: EntryReference {
    EntryReference(recording: Int(recording), index: entryIndex)
  }

  package var kind: Int { Int(kindIndex) }

  /// When the answer was complete; nil where that is not known.
  var end: Int? { endOrNone == .min ? nil : endOrNone }

  /// Whether it comes first: of equal times, in the order of the entries.
  func isBefore(_ other: IndexedExchange) -> Bool {
    (time, recording, entryIndex) < (other.time, other.recording, other.entryIndex)
  }
}

/// The number of a text, the same for equal ones.
package enum ValueNumber: Sendable, Hashable {
  case number(Int32)
  /// The exchange hasn't it.
  case none
  /// The recording lacks the part in which it would be.
  case unknown
}

/// The number of a JSON value, the same for equal ones.
enum DetailNumber: Sendable, Hashable {
  case number(Int32)
  /// The exchange hasn't it.
  case none
  /// The recording lacks these parts, in which it would be.
  case lacking(ExchangeParts)
  /// It has to be read once more.
  case unread
}

/// Whether an exchange matches a pattern.
enum Mark: UInt8, Sendable {
  case yes
  case no
  case unknown
}

/// The times of which recordings tell.
struct RecordingSpan: Sendable {
  /// Apart, in order, in milliseconds since 1970.
  private(set) var intervals: [ClosedRange<Int>] = []

  /// Recordings that follow each other so soon are one that was cut.
  static let cutMilliseconds = 600_000

  init(_ ranges: [ClosedRange<Int>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = intervals.last, range.lowerBound - last.upperBound <= Self.cutMilliseconds {
        intervals[intervals.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        intervals.append(range)
      }
    }
  }

  /// Whether everything from one time to another was recorded.
  func covers(_ start: Int, _ end: Int) -> Bool {
    intervals.contains { $0.lowerBound <= start && end <= $0.upperBound }
  }
}
