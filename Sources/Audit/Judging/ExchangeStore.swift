// SPDX-License-Identifier: Apache-2.0
// The exchanges of an audit, read once more where a rule looks into them.

import Expectations
import Formats
import Suites
import Text

/// The exchanges of an audit, with what patterns say of them.
final class ExchangeStore {
  private(set) var exchanges: [IndexedExchange]
  /// The values of facts, by their names.
  let facts: [String: JSONValue]
  let documents: ExchangeDocuments

  init(
    _ exchanges: [IndexedExchange], _ documents: ExchangeDocuments, facts: [String: JSONValue] = [:]
  ) {
    self.exchanges = exchanges
    self.facts = facts
    self.documents = documents
  }

  var vocabulary: ExchangeVocabulary { documents.vocabulary }

  /// Adds exchanges that came later than all others.
  func append(_ later: [IndexedExchange]) { exchanges += later }

  func document(_ index: Int) throws(TrafficError) -> ExchangeDocument {
    try documents.document(of: exchanges[index])
  }

  /// An exchange as one end of what is wrong with an order.
  func call(_ index: Int) throws(TrafficError) -> TimedCall {
    var call = TimedCall(try document(index).exchange, among: documents.source.recordings)
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
