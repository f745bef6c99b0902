// SPDX-License-Identifier: Apache-2.0
// The exchanges of one device in the order of time.

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

extension ExchangeVocabulary {
  /// Whether nothing came before these exchanges, which are in the order of time.
  func begins(_ members: [Int], _ exchanges: [IndexedExchange]) -> Bool {
    members.first.map { beginnings.contains(exchanges[$0].kind) && !exchanges[$0].isDeliberate }
      ?? false
  }
}

extension AuditSession {
  /// - Parameters:
  ///   - members: In the order of time.
  ///   - isCut: Whether some of its exchanges may be missing.
  ///   - isWhole: Whether nothing of it came before the first of them.
  ///   - recordings: When each recording was made.
  init(
    name: String, _ members: [Int], isCut: Bool = false, of exchanges: [IndexedExchange],
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

/// An exchange of the service: where it is, and what was found out while it was read.
package struct IndexedExchange: Sendable {
  package let entry: EntryReference
  /// The number of the origin.
  let origin: Int
  /// When the request was sent, in milliseconds since 1970.
  let time: Int
  /// When the answer was complete; nil where that is not known.
  let end: Int?
  package let kind: Int
  package let isDeliberate: Bool
  /// By the index of its name, the number of each value.
  package internal(set) var values: [ValueNumber]
  /// Whether it matches the patterns of its kind that depend on nothing else.
  var marks: [Mark]
}

extension IndexedExchange {
  /// Whether it comes first; exchanges of the same time stand in the order of the entries.
  func isBefore(_ other: IndexedExchange) -> Bool {
    (time, entry.recording, entry.index) < (other.time, other.entry.recording, other.entry.index)
  }
}

/// The number of a text, the same for equal ones.
package enum ValueNumber: Sendable, Hashable {
  case number(Int)
  /// The exchange hasn't it.
  case none
  /// The recording lacks the part in which it would be.
  case unknown
}

/// Whether an exchange matches a pattern.
enum Mark: Sendable {
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
