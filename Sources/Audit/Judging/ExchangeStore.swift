// SPDX-License-Identifier: Apache-2.0
// The exchanges of an audit, read once more where a rule looks into them.

import Expectations
import Formats
import Suites
import Text

/// The documents of exchanges, read on demand, and patterns compiled with values. Some are kept.
final class ExchangeStore {
  let exchanges: [IndexedExchange]
  let vocabulary: ExchangeVocabulary
  /// The values of facts, by their names.
  let facts: [String: JSONValue]
  private let source: any TrafficSource
  private let openings: Set<Int>
  private var kept: [Int: ExchangeDocument] = [:]
  private var keptBytes = 0
  /// How many documents were read.
  private(set) var readCount = 0
  private var bound: [BoundKey: Result<BoundPattern, EvaluationError>] = [:]

  private struct BoundKey: Hashable {
    let pattern: Int
    /// The values of its names, as JSON.
    let values: [[UInt8]?]
  }

  /// How many documents are kept, how many bytes of their bodies, and how many compiled patterns.
  private static let documentLimit = 4_000
  private static let byteLimit = 32 << 20
  private static let boundLimit = 1_000

  init(
    _ exchanges: [IndexedExchange], _ vocabulary: ExchangeVocabulary, _ source: any TrafficSource,
    facts: [String: JSONValue] = [:]
  ) {
    self.exchanges = exchanges
    self.vocabulary = vocabulary
    self.facts = facts
    self.source = source
    openings = Set(vocabulary.openings.map(\.kind))
  }

  /// A pattern with the values of an occasion in it, compiled once for equal ones.
  func bound(
    _ pattern: ExchangePattern, _ occasion: SessionJudge.Occasion
  ) -> Result<BoundPattern, EvaluationError> {
    let key = BoundKey(
      pattern: pattern.id,
      values: pattern.names.map { occasion.value(of: $0).map { JSONWriter.bytes($0) } })
    if let known = bound[key] { return known }
    if bound.count >= Self.boundLimit { bound.removeAll(keepingCapacity: true) }
    let result = Result { () throws(EvaluationError) in
      try BoundPattern(pattern, in: occasion.bindings)
    }
    bound[key] = result
    return result
  }

  func document(_ index: Int) throws(TrafficError) -> ExchangeDocument {
    if let document = kept[index] { return document }
    readCount += 1
    let exchange = exchanges[index]
    let recorded =
      openings.contains(exchange.kind)
      ? RecordedExchange(
        entry: exchange.entry, startedAt: Timestamp(milliseconds: exchange.time),
        request: RecordedExchange.Request(
          method: "GET", url: "", headers: nil, body: .missing(because: "it is of another host")),
        response: nil) : try source.exchange(exchange.entry)
    let document = vocabulary.document(of: recorded, kind: exchange.kind)
    if kept.count >= Self.documentLimit || keptBytes >= Self.byteLimit {
      kept.removeAll(keepingCapacity: true)
      keptBytes = 0
    }
    kept[index] = document
    keptBytes += RecordedEntry.exchange(recorded).bodyBytes
    return document
  }

  /// An exchange as one end of what is wrong with an order.
  func call(_ index: Int) throws(TrafficError) -> TimedCall {
    var call = TimedCall(try document(index).exchange, among: source.recordings)
    // The URL of a page of another host is not kept.
    if call.path.isEmpty { call.path = vocabulary.kinds[exchanges[index].kind].name }
    return call
  }

  /// Whether an exchange matches a pattern with values in it.
  ///
  /// - Parameter now: The time of the occasion.
  func match(_ pattern: BoundPattern, _ index: Int, at now: Int) throws(TrafficError) -> Match {
    pattern.match(try document(index), end: exchanges[index].end, at: now)
  }

  /// Whether an exchange has a value by its answer.
  func answers(_ value: Int, in index: Int) throws(TrafficError) -> Bool {
    let document = try document(index)
    return vocabulary.sources(of: exchanges[index].kind)[value]
      .first { $0.value(in: document) != nil }
      .map { !$0.parts.isDisjoint(with: .answer) } ?? false
  }

  /// The parts that a value of an exchange comes from.
  func parts(ofValue value: Int, in index: Int) -> ExchangeParts {
    vocabulary.sources(of: exchanges[index].kind)[value].reduce([]) { $0.union($1.parts) }
  }
}
