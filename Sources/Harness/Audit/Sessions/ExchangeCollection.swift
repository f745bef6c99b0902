// SPDX-License-Identifier: Apache-2.0
// Reads recordings once and keeps what telling sessions apart and judging need.

internal import Encodings
internal import JSON
internal import Templates
internal import Traffic

/// The exchanges of one vocabulary, as they are read.
struct ExchangeCollection {
  let vocabulary: ExchangeVocabulary
  let marks: PatternMarks
  /// With the number of the origin.
  private(set) var exchanges: [(origin: Int32, exchange: IndexedExchange)] = []
  private let sources: [[[ValueSource]]]

  init(_ vocabulary: ExchangeVocabulary, _ marks: PatternMarks) {
    self.vocabulary = vocabulary
    self.marks = marks
    sources = vocabulary.kinds.indices.map { vocabulary.sources(of: $0) }
  }
}

extension ExchangeCollection {
  /// What is kept of an exchange of a kind.
  func indexed(
    _ recorded: RecordedExchange, _ document: ExchangeDocument, kind: Int,
    _ numbers: inout ValueNumbers
  ) -> IndexedExchange {
    let time = recorded.startedAt.milliseconds
    let end = recorded.duration.map { time + max(0, $0.wholeMilliseconds) }
    let values = sources[kind].map { sources -> ValueNumber in
      var isUnknown = false
      for source in sources {
        if let text = source.value(in: document.json) { return .number(numbers.number(of: text)) }
        if !document.lacking(source.parts, header: source.header).isEmpty { isUnknown = true }
      }
      return isUnknown ? .unknown : .none
    }
    let views = document.views(at: recorded.startedAt)
    let marks = marks.patterns[kind].map { pattern -> Mark in
      switch pattern?.match(document, views, end: end, at: time) {
      case .yes?: return .yes
      case .no?: return .no
      case .unknown?, nil: return .unknown
      }
    }
    return IndexedExchange(
      entry: recorded.entry, time: time, end: end, kind: kind, values: values, marks: marks,
      isDeliberate: recorded.isDeliberate)
  }

  /// - Returns: nil for an exchange that the vocabulary ignores.
  mutating func add(
    _ recorded: RecordedExchange, _ url: RecordedURL, origin: Int32, kind: Int,
    _ numbers: inout ValueNumbers
  ) -> ExchangeDocument? {
    let document = ExchangeDocument(
      recorded, parameters: vocabulary.parameters(of: kind, recorded.request.method, url),
      decoded: vocabulary.decoded)
    let isIgnored = vocabulary.ignored.contains { pattern in
      guard pattern.kinds.contains(kind),
        case .yes? = try? BoundPattern(pattern, in: .unknown)
          .match(document, end: nil, at: recorded.startedAt.milliseconds)
      else { return false }
      return true
    }
    if isIgnored { return nil }
    exchanges.append((origin, indexed(recorded, document, kind: kind, &numbers)))
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
      exchanges[index].exchange = indexed(recorded, document, kind: kind, &numbers)
    }
  }

  /// The exchanges of these origins, in the order of time; of equal times, in that of the entries.
  func sorted(of origins: Set<Int32>) -> [IndexedExchange] {
    exchanges.filter { origins.contains($0.origin) }.map(\.exchange).sorted {
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
          marks: marks.patterns[url.kind].map { _ in .unknown }, isDeliberate: false)
      ))
  }
}
