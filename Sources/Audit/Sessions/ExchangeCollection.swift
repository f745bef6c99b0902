// SPDX-License-Identifier: Apache-2.0
// Exchanges as they are read, and the sessions that they make up.

import Formats
import Suites
import Text

/// The exchanges of one vocabulary, as they are read.
package struct ExchangeCollection: Sendable {
  package let vocabulary: ExchangeVocabulary
  let marks: PatternMarks
  /// In the order in which they were read.
  private var exchanges: [IndexedExchange] = []
  /// By the index of the kind, the sources of each value.
  private let sources: [[[ValueSource]]]
  /// By the index of the kind, the patterns of the exchanges that the vocabulary ignores.
  private let ignored: [[BoundPattern]]
  /// By the index of the kind, the patterns of the exchanges that show which cookbook is followed.
  private let follows: [[(cookbook: String, pattern: BoundPattern)]]

  init(_ vocabulary: ExchangeVocabulary, _ marks: PatternMarks) {
    self.vocabulary = vocabulary
    self.marks = marks
    sources = vocabulary.kinds.indices.map { vocabulary.sources(of: $0) }
    ignored = vocabulary.kinds.indices.map { kind in
      vocabulary.ignored.filter { $0.kinds.contains(kind) }
        .compactMap { try? BoundPattern($0, in: .unknown) }
    }
    follows = vocabulary.kinds.indices.map { kind in
      vocabulary.follows.flatMap { cookbook, patterns in
        patterns.filter { $0.kinds.contains(kind) }
          .compactMap { try? BoundPattern($0, in: .unknown) }.map { (cookbook.text ?? "", $0) }
      }
    }
  }
}

extension ExchangeCollection {
  /// - Returns: Whether it is not one that the vocabulary ignores.
  mutating func add(
    _ recorded: RecordedExchange, _ document: ExchangeDocument, origin: Int, kind: Int,
    _ numbers: inout TextNumbers
  ) -> Bool {
    let time = recorded.startedAt.milliseconds
    if ignored[kind].contains(where: { $0.match(document, end: nil, at: time) == .yes }) {
      return false
    }
    exchanges.append(
      IndexedExchange(
        entry: recorded.entry, origin: origin, time: time,
        end: recorded.duration.map { time + max(0, $0.wholeMilliseconds) }, kind: kind,
        isDeliberate: recorded.isDeliberate, values: values(of: document, kind, &numbers),
        marks: marks.marks(of: document, kind: kind)))
    return true
  }

  /// The cookbooks that an application follows that sends this.
  func followed(by document: ExchangeDocument, kind: Int) -> [String] {
    follows[kind].filter { $0.pattern.match(document, end: nil, at: document.time) == .yes }
      .map(\.cookbook)
  }

  /// Reads the exchanges of a recording once more, of which more is known now.
  mutating func complete(
    _ recording: Int, _ source: any TrafficSource, _ numbers: inout TextNumbers
  ) throws(TrafficError) {
    for (index, exchange) in exchanges.enumerated() where exchange.entry.recording == recording {
      let recorded = try source.exchange(exchange.entry)
      let document = vocabulary.document(of: recorded, kind: exchange.kind)
      exchanges[index].values = values(of: document, exchange.kind, &numbers)
      exchanges[index].marks = marks.marks(of: document, kind: exchange.kind)
    }
  }

  private func values(
    of document: ExchangeDocument, _ kind: Int, _ numbers: inout TextNumbers
  ) -> [ValueNumber] {
    sources[kind].map { sources in
      var isUnknown = false
      for source in sources {
        if let text = source.value(in: document) { return .number(numbers.number(of: text)) }
        if !document.lacking(source.parts, header: source.header).isEmpty { isUnknown = true }
      }
      return isUnknown ? .unknown : .none
    }
  }

  /// The exchanges of these origins, in the order of time; of equal times, in that of the entries.
  ///
  /// - Parameter origins: nil for all of them.
  package func sorted(of origins: Set<Int>? = nil) -> [IndexedExchange] {
    exchanges.filter { origins?.contains($0.origin) ?? true }.sorted { $0.isBefore($1) }
  }
}

/// Numbers for texts, the same for equal ones.
struct TextNumbers: Sendable {
  private var numbers: [String: Int] = [:]
  private(set) var texts: [String] = []

  mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}

/// A URL that an exchange was answered with.
struct OpenedURL: Hashable {
  let urlHash: Int
  let kind: Int
  let value: Int
  let number: Int
  let origin: Int
}

extension ExchangeCollection {
  /// The URLs that exchanges were answered with and that a user agent may open.
  func opened(_ origins: [String], _ texts: [String]) -> Set<OpenedURL> {
    var urls: Set<OpenedURL> = []
    for (kind, value) in vocabulary.openings {
      for exchange in exchanges {
        guard case .number(let number) = exchange.values[value] else { continue }
        let text = texts[number]
        let url = text.hasPrefix("/") ? origins[exchange.origin] + text : text
        urls.insert(
          OpenedURL(
            urlHash: url.hashValue, kind: kind, value: value, number: number,
            origin: exchange.origin))
      }
    }
    return urls
  }

  /// Adds an entry of which nothing but the URL is known.
  mutating func add(_ entry: EntryReference, opened url: OpenedURL, at time: Int) {
    var values = [ValueNumber](repeating: .none, count: vocabulary.valueNames.count)
    values[url.value] = .number(url.number)
    exchanges.append(
      IndexedExchange(
        entry: entry, origin: url.origin, time: time, end: nil, kind: url.kind,
        isDeliberate: false, values: values, marks: marks.unknown(kind: url.kind)))
  }
}

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
        intervals[intervals.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
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
