// SPDX-License-Identifier: Apache-2.0
// The exchanges of an audit, read once more where a rule looks into them.

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
    let recorded = try source.exchange(exchanges[index].entry)
    let url = RecordedURL(recorded.request.url)
    let document = ExchangeDocument(
      recorded,
      parameters: vocabulary.parameters(of: exchanges[index].kind, recorded.request.method, url))
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
}
