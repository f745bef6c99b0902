// SPDX-License-Identifier: Apache-2.0
// The exchanges of an audit, read once more where a rule looks into them.

internal import Encodings
internal import Traffic

/// The documents of exchanges, read on demand. Those read last are kept.
final class ExchangeStore {
  let exchanges: [IndexedExchange]
  let vocabulary: ExchangeVocabulary
  private let source: any TrafficSource
  private var kept: [Int: ExchangeDocument] = [:]
  private var order: [Int] = []
  private var oldest = 0

  /// How many documents are kept.
  private static let limit = 256

  init(
    _ exchanges: [IndexedExchange], _ vocabulary: ExchangeVocabulary, _ source: any TrafficSource
  ) {
    self.exchanges = exchanges
    self.vocabulary = vocabulary
    self.source = source
  }

  func document(_ index: Int) throws(TrafficError) -> ExchangeDocument {
    if let document = kept[index] { return document }
    let exchange = exchanges[index]
    let recorded =
      vocabulary.openings.contains { $0.kind == exchange.kind }
      ? RecordedExchange(
        entry: exchange.entry, startedAt: Timestamp(milliseconds: exchange.time),
        request: RecordedExchange.Request(
          method: "GET", url: "", headers: nil, body: .missing(because: "it is of another host")),
        response: nil)
      : try source.exchange(exchange.entry)
    let url = RecordedURL(recorded.request.url)
    let document = ExchangeDocument(
      recorded,
      parameters: vocabulary.parameters(of: exchanges[index].kind, recorded.request.method, url),
      decoded: vocabulary.decoded)
    if order.count < Self.limit {
      order.append(index)
    } else {
      kept[order[oldest]] = nil
      order[oldest] = index
      oldest = (oldest + 1) % Self.limit
    }
    kept[index] = document
    return document
  }

  /// Whether an exchange has a value by its answer.
  func answers(_ value: Int, in index: Int) throws(TrafficError) -> Bool {
    let document = try document(index)
    let source = vocabulary.sources(of: exchanges[index].kind)[value].first {
      $0.value(in: document.json) != nil
    }
    return source.map { !$0.parts.isDisjoint(with: .answer) } ?? false
  }
}
