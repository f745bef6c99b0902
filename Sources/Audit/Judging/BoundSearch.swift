// SPDX-License-Identifier: Apache-2.0
// A pattern with values in it, and what was found of the exchanges that it was asked about.

internal import Formats
internal import Suites
internal import Text

/// A pattern with the values of an occasion in it, asked about many exchanges.
///
/// Of what depends on one member alone, the answer is remembered for equal values.
final class BoundSearch {
  let pattern: BoundPattern
  /// Whether it depends on nothing but the exchange and the values.
  let isTimeless: Bool
  /// The places among the details, by kind, of the member that each part depends on alone.
  private let slots: [[Int: Int]?]
  private var answers: [[Int32: Bool]]
  /// When what the answers of exchanges gave is over.
  private var limits: [Int: ValidityLimit] = [:]
  /// Whether each part depends on nothing but the exchange, and by kind the place of the mark that
  /// tells of all those parts.
  private let areConstant: [Bool]
  private let markSlots: [Int: Int]

  /// Of so many exchanges the limits are remembered.
  private static let limitLimit = 10_000

  /// Stands for a missing value.
  private static let nothing: Int32 = -1

  init(_ bound: BoundPattern, _ pattern: ExchangePattern, _ marks: PatternMarks) {
    self.pattern = bound
    isTimeless = bound.isTimeless
    slots = zip(pattern.parts, bound.parts).map { part, bound in
      guard let path = part.path, !part.isOfAnswer, bound.lone?.subject == .json(path) else {
        return nil
      }
      let member = AskedMember(path: path, parts: part.parts, header: part.header)
      var slots: [Int: Int] = [:]
      for kind in pattern.kinds { slots[kind] = marks.slot(member, kind: kind) }
      return slots
    }
    answers = Array(repeating: [:], count: bound.parts.count)
    areConstant = pattern.parts.map { !$0.hasVariables && !$0.asksForTime }
    var markSlots: [Int: Int] = [:]
    for kind in pattern.kinds { markSlots[kind] = marks.slot(pattern, kind: kind) }
    self.markSlots = markSlots
  }

  /// Whether an exchange matches.
  ///
  /// - Parameter now: The time of the occasion.
  func match(_ index: Int, _ store: ExchangeStore, at now: Int) throws(TrafficError) -> Match {
    var lacking: ExchangeParts = []
    var document: ExchangeDocument?
    let kind = store.exchanges[index].kind
    let mark = markSlots[kind].map { store.exchanges.mark($0, of: index) }
    for (place, part) in pattern.parts.enumerated() {
      if mark == .yes, areConstant[place] { continue }
      if let slot = slots[place]?[kind] {
        let detail = store.exchanges.detail(slot, of: index)
        switch detail {
        case .lacking(let parts):
          lacking.formUnion(parts)
          continue
        case .number, .none:
          if !holds(part, place, detail, store) { return .no }
          continue
        case .unread: break
        }
      }
      if part.lone?.subject == .json(["time"]), !part.isOfAnswer {
        if part.lone?.accepts(.integer(store.exchanges[index].time)) != true { return .no }
        continue
      }
      let known = try self.document(document, index, store)
      document = known
      let unknown = known.lacking(part.parts, header: part.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if !part.holds(known, at: now) { return .no }
    }
    if let validity = pattern.validity {
      let limit = try limit(validity, index, document, store, at: now)
      switch limit.match(isValid: validity.isValid, margin: validity.margin, at: now) {
      case .yes: break
      case .no: return .no
      case .unknown(let doubt): return .unknown(doubt)
      }
    }
    return lacking.isEmpty ? .yes : .unknown(.lacks(lacking))
  }

  private func document(
    _ known: ExchangeDocument?, _ index: Int, _ store: ExchangeStore
  ) throws(TrafficError) -> ExchangeDocument {
    if let known { return known }
    return try store.document(index)
  }

  private func limit(
    _ validity: ExchangeValidity, _ index: Int, _ document: ExchangeDocument?,
    _ store: ExchangeStore, at now: Int
  ) throws(TrafficError) -> ValidityLimit {
    if let known = limits[index] { return known }
    if limits.count >= Self.limitLimit { limits.removeAll(keepingCapacity: true) }
    let document = try self.document(document, index, store)
    let limit = validity.limit(document, end: store.exchanges[index].end, at: now)
    limits[index] = limit
    return limit
  }

  private func holds(
    _ part: BoundPattern.Part, _ place: Int, _ detail: DetailNumber, _ store: ExchangeStore
  ) -> Bool {
    var number = Self.nothing
    if case .number(let known) = detail { number = known }
    if let known = answers[place][number] { return known }
    let value = number == Self.nothing ? nil : store.value(of: .detail(number))
    let holds = part.lone?.accepts(value) ?? false
    answers[place][number] = holds
    return holds
  }
}
