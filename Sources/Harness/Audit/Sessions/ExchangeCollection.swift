// SPDX-License-Identifier: Apache-2.0
// Reads recordings once and keeps what telling sessions apart and judging need.

internal import Encodings
internal import JSON
internal import Templates
internal import Traffic

/// The exchanges of one vocabulary, as they are read.
struct ExchangeCollection: Sendable {
  let vocabulary: ExchangeVocabulary
  let marks: PatternMarks
  /// With the number of the origin.
  private(set) var exchanges: [(origin: Int32, exchange: IndexedExchange)] = []
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
  /// - Returns: nil for an exchange that the vocabulary ignores.
  mutating func add(
    _ recorded: RecordedExchange, _ url: RecordedURL, origin: Int32, kind: Int,
    _ numbers: inout ValueNumbers
  ) -> ExchangeDocument? {
    let document = ExchangeDocument(
      recorded, parameters: vocabulary.parameters(of: kind, recorded.request.method, url),
      decoded: vocabulary.decoded)
    let isIgnored = ignored[kind].contains { pattern in
      guard
        case .yes = pattern.match(document, end: nil, at: recorded.startedAt.milliseconds)
      else { return false }
      return true
    }
    if isIgnored { return nil }
    exchanges.append(
      (origin, indexer.indexed(recorded, document, kind: kind, &numbers)))
    return document
  }

  /// Reads the exchanges of a recording once more, of which more is known now.
  mutating func complete(
    _ recording: Int, _ source: any TrafficSource, _ numbers: inout ValueNumbers
  ) throws(TrafficError) {
    for index in exchanges.indices where exchanges[index].exchange.entry.recording == recording {
      let recorded = try source.exchange(exchanges[index].exchange.entry)
      let kind = exchanges[index].exchange.kind
      let url = RecordedURL(recorded.request.url)
      let document = ExchangeDocument(
        recorded, parameters: vocabulary.parameters(of: kind, recorded.request.method, url),
        decoded: vocabulary.decoded)
      exchanges[index].exchange = indexer.indexed(recorded, document, kind: kind, &numbers)
    }
  }

  /// The exchanges of these origins, in the order of time; of equal times, in that of the entries.
  func sorted(of origins: Set<Int32>) -> [IndexedExchange] {
    Self.sorted(exchanges.filter { origins.contains($0.origin) }.map(\.exchange))
  }

  /// The exchanges that came last, in the order of time.
  func latest(_ count: Int) -> [IndexedExchange] {
    Self.sorted(exchanges.suffix(count).map(\.exchange))
  }

  private static func sorted(_ exchanges: [IndexedExchange]) -> [IndexedExchange] {
    exchanges.sorted {
      ($0.time, $0.entry.recording, $0.entry.index)
        < ($1.time, $1.entry.recording, $1.entry.index)
    }
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
      for (origin, exchange) in exchanges {
        guard case .number(let number) = exchange.values[value] else { continue }
        let text = texts[Int(number)]
        let url = text.hasPrefix("/") ? origins[Int(origin)] + text : text
        urls.insert(
          OpenedURL(
            urlHash: url.hashValue, kind: kind, value: value, number: number, origin: origin))
      }
    }
    return urls
  }

  /// Adds an entry of which nothing but the URL is known.
  mutating func add(_ entry: EntryReference, opened url: OpenedURL, at time: Int) {
    var values = [ValueNumber](repeating: .none, count: vocabulary.valueNames.count)
    values[url.value] = .number(url.number)
    exchanges.append(
      (
        url.origin,
        IndexedExchange(
          entry: entry, time: time, end: nil, kind: url.kind, values: values,
          marks: marks.patterns[url.kind].map { _ in .unknown },
          details: Array(
            repeating: .unread, count: marks.saves[url.kind].count + marks.asked[url.kind].count),
          isDeliberate: false)
      ))
  }
}
