// SPDX-License-Identifier: Apache-2.0
// What is kept of each exchange while the others are read.

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
