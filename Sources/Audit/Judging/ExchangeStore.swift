// SPDX-License-Identifier: Apache-2.0
// The exchanges of an audit, read once more where a rule looks into them.

internal import Formats
internal import Suites
internal import Text

/// The documents of exchanges, read on demand. Those read last are kept.
final class ExchangeStore {
  let exchanges: ExchangeTable
  let vocabulary: ExchangeVocabulary
  private let source: any TrafficSource
  private var kept: [Int: ExchangeDocument] = [:]
  private var order: [Int] = []
  private var oldest = 0
  /// How many documents were read.
  private(set) var readCount = 0

  /// The values of exchanges, by their numbers.
  private let details: [JSONValue]
  private let openings: Set<Int>
  /// Values that were read once more, with numbers after those of the exchanges.
  private var more = ValueNumbers()
  private var bound: [BoundKey: Result<BoundSearch, EvaluationError>] = [:]
  /// Those without values in them, by their numbers.
  private var constant: [Int: Result<BoundSearch, EvaluationError>] = [:]

  private struct BoundKey: Hashable {
    let pattern: Int
    let values: [SavedNumber]
  }

  /// How many documents are kept.
  private static let limit = 256
  /// How many compiled patterns are kept.
  private static let boundLimit = 1_000
  /// How many values are kept that were read once more.
  private static let moreLimit = 10_000

  init(
    _ exchanges: ExchangeTable, _ vocabulary: ExchangeVocabulary, _ source: any TrafficSource,
    details: [JSONValue]
  ) {
    self.exchanges = exchanges
    self.vocabulary = vocabulary
    self.source = source
    self.details = details
    openings = Set(vocabulary.openings.map(\.kind))
  }

  /// A value that was saved.
  func value(of number: SavedNumber) -> JSONValue? {
    switch number {
    case .nothing: nil
    case .time(let milliseconds): .integer(milliseconds)
    case .detail(let number): details[Int(number)]
    case .more(let number): more.details[Int(number)]
    }
  }

  /// The number of a value that was read once more.
  func number(of value: JSONValue) -> SavedNumber { .more(more.detail(value)) }

  /// Forgets values that were read once more, if there are too many; false if there are not.
  func forgetsValues() -> Bool {
    guard more.details.count > Self.moreLimit else { return false }
    more = ValueNumbers()
    bound = [:]
    return true
  }

  /// A pattern with values in it, compiled once for equal ones.
  ///
  /// - Parameters:
  ///   - values: The numbers of the values of its names.
  ///   - bindings: The values themselves.
  func bound(
    _ pattern: ExchangePattern, _ values: [SavedNumber], _ marks: PatternMarks,
    _ bindings: () -> Bindings
  ) -> Result<BoundSearch, EvaluationError> {
    if values.isEmpty {
      if let known = constant[pattern.id] { return known }
      let result = Self.compiled(pattern, marks, bindings)
      constant[pattern.id] = result
      return result
    }
    let key = BoundKey(pattern: pattern.id, values: values)
    if let known = bound[key] { return known }
    if bound.count >= Self.boundLimit { bound.removeAll(keepingCapacity: true) }
    let result = Self.compiled(pattern, marks, bindings)
    bound[key] = result
    return result
  }

  private static func compiled(
    _ pattern: ExchangePattern, _ marks: PatternMarks, _ bindings: () -> Bindings
  ) -> Result<BoundSearch, EvaluationError> {
    do throws(EvaluationError) {
      return .success(BoundSearch(try BoundPattern(pattern, in: bindings()), pattern, marks))
    } catch {
      return .failure(error)
    }
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
        response: nil)
      : try source.exchange(exchange.entry)
    let document = vocabulary.document(of: recorded, kind: exchange.kind)
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
    let sources = vocabulary.sources(of: exchanges[index].kind)[value]
    let isOfAnswer = sources.map { !$0.parts.isDisjoint(with: .answer) }
    // Most values have one source.
    if !openings.contains(exchanges[index].kind), Set(isOfAnswer).count == 1,
      case .number = exchanges.value(value, of: index)
    {
      return isOfAnswer[0]
    }
    let document = try document(index)
    let source = sources.first { $0.value(in: document) != nil }
    return source.map { !$0.parts.isDisjoint(with: .answer) } ?? false
  }
}

/// A value that a rule saved on an occasion, by which equal ones are known.
enum SavedNumber: Hashable {
  case nothing
  case time(Int)
  /// A value that was found while the recordings were read.
  case detail(Int32)
  /// One that was read once more.
  case more(Int32)
}
