// SPDX-License-Identifier: Apache-2.0
// The exchanges of one vocabulary, as they are read.

import Expectations
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
  /// By the index of the kind, the patterns of the exchanges that suggest one.
  private let suggests: [[(cookbook: String, pattern: BoundPattern)]]

  init(_ vocabulary: ExchangeVocabulary, _ marks: PatternMarks) {
    self.vocabulary = vocabulary
    self.marks = marks
    sources = vocabulary.kinds.indices.map { vocabulary.sources(of: $0) }
    ignored = vocabulary.kinds.indices.map { kind in
      vocabulary.ignored.filter { $0.kinds.contains(kind) }
        .compactMap { try? BoundPattern($0, in: .unknown) }
    }
    follows = Self.byKind(vocabulary.follows.map { ($0.cookbook, $0.patterns) }, vocabulary)
    suggests = Self.byKind(vocabulary.suggests.map { ($0.cookbook, [$0.pattern]) }, vocabulary)
  }

  private static func byKind(
    _ all: [(cookbook: YAMLNode, patterns: [ExchangePattern])], _ vocabulary: ExchangeVocabulary
  ) -> [[(cookbook: String, pattern: BoundPattern)]] {
    vocabulary.kinds.indices.map { kind in
      all.flatMap { cookbook, patterns in
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

  /// The cookbooks that an application follows if it sends this document.
  func followed(by document: ExchangeDocument, kind: Int) -> [String] {
    Self.cookbooks(follows[kind], document)
  }

  /// The cookbooks that an application might follow if it sends this document.
  func suggested(by document: ExchangeDocument, kind: Int) -> [String] {
    Self.cookbooks(suggests[kind], document)
  }

  private static func cookbooks(
    _ patterns: [(cookbook: String, pattern: BoundPattern)], _ document: ExchangeDocument
  ) -> [String] {
    patterns.filter { $0.pattern.match(document, end: nil, at: document.time) == .yes }
      .map(\.cookbook)
  }

  /// Reads the exchanges of a recording once more, after more is known about the recording.
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

  /// The exchanges that were read after so many others, in the same order.
  func sorted(after count: Int) -> [IndexedExchange] {
    exchanges[count...].sorted { $0.isBefore($1) }
  }
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

  /// Adds an entry whose URL alone is known.
  mutating func add(_ entry: EntryReference, opened url: OpenedURL, at time: Int) {
    var values = [ValueNumber](repeating: .none, count: vocabulary.valueNames.count)
    values[url.value] = .number(url.number)
    exchanges.append(
      IndexedExchange(
        entry: entry, origin: url.origin, time: time, end: nil, kind: url.kind,
        isDeliberate: false, values: values, marks: marks.unknown(kind: url.kind)))
  }
}
