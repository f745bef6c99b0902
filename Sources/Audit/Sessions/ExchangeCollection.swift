// SPDX-License-Identifier: Apache-2.0
// Reads recordings once and keeps what telling sessions apart and judging need.

internal import Formats
internal import Suites
internal import Text

/// The exchanges of one vocabulary, as they are read.
package struct ExchangeCollection: Sendable {
  package let vocabulary: ExchangeVocabulary
  let marks: PatternMarks
  /// In the order in which they were read.
  private var exchanges: [IndexedExchange] = []
  private var rows = ExchangeRows()
  private var indexer: ExchangeIndexer
  /// By the index of the kind, the patterns of the exchanges that the vocabulary ignores.
  private let ignored: [[BoundPattern]]

  init(_ vocabulary: ExchangeVocabulary, _ marks: PatternMarks) {
    self.vocabulary = vocabulary
    self.marks = marks
    indexer = ExchangeIndexer(vocabulary, marks)
    ignored = vocabulary.kinds.indices.map { kind in
      vocabulary.ignored.filter { $0.kinds.contains(kind) }
        .compactMap { try? BoundPattern($0, in: .unknown) }
    }
  }
}

extension ExchangeCollection {
  /// - Returns: Whether it is not one that the vocabulary ignores.
  mutating func add(
    _ recorded: RecordedExchange, _ document: ExchangeDocument, origin: Int32, kind: Int,
    _ numbers: inout ValueNumbers
  ) -> Bool {
    let isIgnored = ignored[kind].contains { pattern in
      guard
        case .yes = pattern.match(document, end: nil, at: recorded.startedAt.milliseconds)
      else { return false }
      return true
    }
    if isIgnored { return false }
    let known = indexer.rows(of: document, kind: kind, &numbers, &rows)
    let time = recorded.startedAt.milliseconds
    exchanges.append(
      IndexedExchange(
        entry: recorded.entry, origin: origin, time: time,
        end: recorded.duration.map { time + max(0, $0.wholeMilliseconds) }, kind: kind,
        isDeliberate: recorded.isDeliberate, rows: known))
    return true
  }

  /// Reads the exchanges of a recording once more, of which more is known now.
  mutating func complete(
    _ recording: Int, _ source: any TrafficSource, _ numbers: inout ValueNumbers
  ) throws(TrafficError) {
    for (index, exchange) in exchanges.enumerated() where exchange.entry.recording == recording {
      let recorded = try source.exchange(exchange.entry)
      let document = vocabulary.document(of: recorded, kind: exchange.kind)
      exchanges[index].rows = indexer.rows(of: document, kind: exchange.kind, &numbers, &rows)
    }
  }

  /// Forgets what only further exchanges need.
  mutating func close() { indexer.close() }

  /// Hands over the exchanges of these origins, in the order of time. Nothing is left here, so that
  /// there is one copy of them.
  mutating func take(of origins: Set<Int32>) -> ExchangeTable {
    var taken: [IndexedExchange] = []
    swap(&taken, &exchanges)
    taken.removeAll { !origins.contains($0.origin) }
    taken.sort { $0.isBefore($1) }
    defer { rows = ExchangeRows() }
    return ExchangeTable(taken, rows)
  }

  /// The exchanges of these origins, in the order of time; of equal times, in that of the entries.
  ///
  /// - Parameter origins: nil for all of them.
  package func sorted(of origins: Set<Int32>? = nil) -> ExchangeTable {
    let chosen =
      origins.map { origins in exchanges.filter { origins.contains($0.origin) } } ?? exchanges
    return ExchangeTable(chosen.sorted { $0.isBefore($1) }, rows)
  }
}

/// A URL that an exchange was answered with.
struct OpenedURL: Hashable {
  let urlHash: Int
  let kind: Int
  let value: Int
  let number: Int32
  let origin: Int32
}

extension ExchangeCollection {
  /// The URLs that exchanges were answered with and that a user agent may open.
  func opened(_ origins: [String], _ texts: [String]) -> Set<OpenedURL> {
    var urls: Set<OpenedURL> = []
    for (kind, value) in vocabulary.openings {
      for exchange in exchanges {
        guard case .number(let number) = rows.value(value, of: exchange) else { continue }
        let text = texts[Int(number)]
        let url = text.hasPrefix("/") ? origins[Int(exchange.origin)] + text : text
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
    let known = rows.add(
      values: values, marks: marks.patterns[url.kind].map { _ in .unknown },
      details: Array(
        repeating: .unread, count: marks.saves[url.kind].count + marks.asked[url.kind].count))
    exchanges.append(
      IndexedExchange(
        entry: entry, origin: url.origin, time: time, end: nil, kind: url.kind,
        isDeliberate: false, rows: known))
  }
}
