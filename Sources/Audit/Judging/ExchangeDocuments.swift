// SPDX-License-Identifier: Apache-2.0
// The documents of exchanges, and patterns compiled with values.

import Expectations
import Formats
import Suites
import Text

/// The documents of exchanges, read on demand, and patterns compiled with values. Some are kept.
final class ExchangeDocuments {
  let vocabulary: ExchangeVocabulary
  let source: any TrafficSource
  private let openings: Set<Int>
  private var kept: [EntryReference: ExchangeDocument] = [:]
  private var keptBytes = 0
  /// How many documents were read.
  private(set) var readCount = 0
  private var bound: [BoundKey: Result<NumberedPattern, EvaluationError>] = [:]
  /// How many patterns were compiled.
  private var boundCount = 0
  private var ends: [EndKey: ValidityEnd] = [:]

  private struct BoundKey: Hashable {
    let pattern: Int
    /// The values of its names, as JSON.
    let values: [[UInt8]?]
  }

  private struct EndKey: Hashable {
    let pattern: Int
    let entry: EntryReference
  }

  /// A compiled pattern, and a number of its own by which what it matches is remembered.
  struct NumberedPattern {
    let pattern: BoundPattern
    /// What of it does not depend on the time of the occasion; nil where that is all or nothing.
    let timeless: BoundPattern?
    let number: Int
  }

  /// How many documents are kept, how many bytes of their bodies, and how many compiled patterns and
  /// ends of validity.
  private static let documentLimit = 4_000
  private static let byteLimit = 32 << 20
  private static let boundLimit = 1_000
  private static let endLimit = 100_000

  init(_ vocabulary: ExchangeVocabulary, _ source: any TrafficSource) {
    self.vocabulary = vocabulary
    self.source = source
    openings = Set(vocabulary.openings.map(\.kind))
  }

  /// A pattern with the values of an occasion in it, compiled once for equal ones.
  func bound(
    _ pattern: ExchangePattern, _ occasion: SessionJudge.Occasion
  ) -> Result<NumberedPattern, EvaluationError> {
    let key = BoundKey(
      pattern: pattern.id,
      values: pattern.names.map { occasion.value(of: $0).map { JSONWriter.bytes($0) } })
    if let known = bound[key] { return known }
    if bound.count >= Self.boundLimit { bound.removeAll(keepingCapacity: true) }
    boundCount += 1
    let result = Result { () throws(EvaluationError) in
      NumberedPattern(
        pattern: try BoundPattern(pattern, in: occasion.bindings),
        timeless: try pattern.timelessParts.map { parts throws(EvaluationError) in
          try BoundPattern(parts, in: occasion.bindings)
        }, number: boundCount)
    }
    bound[key] = result
    return result
  }

  /// When what an exchange gave is over, by the validity of a pattern.
  func end(
    of exchange: IndexedExchange, by validity: ExchangeValidity, of pattern: ExchangePattern
  ) throws(TrafficError) -> ValidityEnd {
    let key = EndKey(pattern: pattern.id, entry: exchange.entry)
    if let known = ends[key] { return known }
    if ends.count >= Self.endLimit { ends.removeAll(keepingCapacity: true) }
    let end = validity.end(of: try document(of: exchange), answeredAt: exchange.end)
    ends[key] = end
    return end
  }

  func document(of exchange: IndexedExchange) throws(TrafficError) -> ExchangeDocument {
    if let document = kept[exchange.entry] { return document }
    readCount += 1
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
    kept[exchange.entry] = document
    keptBytes += RecordedEntry.exchange(recorded).bodyBytes
    return document
  }
}
