// SPDX-License-Identifier: Apache-2.0
// A pattern with the values of an occasion in it, and what was found of it.

import Formats
import Suites
import Text

/// The parts of a pattern, compiled with the values of an occasion.
struct BoundPattern: Sendable {
  /// A class, because each exchange is asked about many of them.
  final class Part: Sendable {
    let parts: ExchangeParts
    let header: String?
    let isOfAnswer: Bool
    /// Whether `header` decides it, and neither an occasion nor its time.
    let isOfHeaderOnly: Bool
    let expectation: Expectation
    /// The same as what is asked of one value; nil where it is about more than that.
    let lone: LoneExpectation?

    init(_ part: PartPattern, in bindings: Bindings) throws(EvaluationError) {
      parts = part.parts
      header = part.header
      isOfAnswer = part.isOfAnswer
      isOfHeaderOnly = part.isOfHeaderOnly && !part.hasVariables && !part.asksForTime
      expectation = try part.template.expectation(evaluatedIn: bindings)
      lone = LoneExpectation(expectation, membersOf: part.isOfAnswer ? [] : ["headers"])
    }
  }

  let parts: [Part]
  let validity: ExchangeValidity?

  /// - Throws: `EvaluationError` for a value that does not fit where the rule puts it.
  init(_ pattern: ExchangePattern, in bindings: Bindings) throws(EvaluationError) {
    var parts: [Part] = []
    for part in pattern.parts { parts.append(try Part(part, in: bindings)) }
    self.parts = parts
    validity = pattern.validity
  }

  /// Some parts of a pattern.
  init(_ pattern: [PartPattern], in bindings: Bindings) throws(EvaluationError) {
    var parts: [Part] = []
    for part in pattern { parts.append(try Part(part, in: bindings)) }
    self.parts = parts
    validity = nil
  }
}

extension BoundPattern.Part {
  /// Whether it depends on nothing but the exchange.
  var isTimeless: Bool { lone != nil }

  /// Whether an exchange of which it lacks nothing matches.
  ///
  /// - Parameter now: The time of the occasion.
  func holds(_ document: ExchangeDocument, at now: Int) -> Bool {
    if let lone {
      switch lone.subject {
      case .status: if let status = document.status { return lone.accepts(.integer(status)) }
      case .json(let path):
        if !isOfAnswer { return lone.accepts(document.value(path)) }
        if path.isEmpty, let json = document.answerJSONWithoutMark { return lone.accepts(json) }
      }
    }
    let time = Timestamp(milliseconds: now)
    guard isOfAnswer else { return expectation.holds(for: document.request(at: time)) }
    return document.answer(at: time).map { expectation.holds(for: $0) } ?? false
  }
}

extension BoundPattern {
  /// Whether it depends on nothing but the exchange.
  var isTimeless: Bool { validity == nil && parts.allSatisfy(\.isTimeless) }

  /// Whether an exchange matches.
  ///
  /// - Parameter now: The time of the occasion.
  func match(_ document: ExchangeDocument, end: Int?, at now: Int) -> Match {
    match(document, end: end, at: now) { $0.holds(document, at: now) }
  }

  /// The same with what is known of some of its parts.
  func match(
    _ document: ExchangeDocument, end: Int?, at now: Int, _ holds: (Part) -> Bool
  ) -> Match {
    var lacking: ExchangeParts = []
    for part in parts {
      let unknown = document.lacking(part.parts, header: part.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if !holds(part) { return .no }
    }
    if let validity {
      switch validity.match(document, end: end, at: now) {
      case .yes: break
      case .no: return .no
      case .unknown(let doubt): return .unknown(doubt)
      }
    }
    return lacking.isEmpty ? .yes : .unknown(.lacks(lacking))
  }

  /// How an exchange differs; and what the recording lacks.
  func findings(
    _ document: ExchangeDocument, at now: Int
  ) -> (findings: [OccasionFinding], lacking: ExchangeParts) {
    var lacking: ExchangeParts = []
    var findings: [OccasionFinding] = []
    let time = Timestamp(milliseconds: now)
    for part in parts {
      let unknown = document.lacking(part.parts, header: part.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if part.holds(document, at: now) { continue }
      guard part.isOfAnswer else {
        findings += part.expectation.judgement(of: document.request(at: time)).mismatches.map {
          OccasionFinding(finding: $0, touched: PlacePattern.touched(by: $0))
        }
        continue
      }
      guard let answer = document.answer(at: time) else { continue }
      findings += part.expectation.judgement(of: answer).mismatches.map {
        OccasionFinding(finding: $0.ofAnswer, touched: nil)
      }
    }
    return (findings, lacking)
  }
}

extension ExchangeValidity {
  /// Whether what the answer of an exchange gave holds, or is over, at a time.
  func match(_ document: ExchangeDocument, end: Int?, at now: Int) -> Match {
    limit(document, end: end, at: now).match(isValid: isValid, margin: margin, at: now)
  }

  /// When what the answer of an exchange gave is over.
  func limit(_ document: ExchangeDocument, end: Int?, at now: Int) -> ValidityLimit {
    let lacking = document.lacking(parts, header: header)
    guard lacking.isEmpty else { return .unknown(.lacks(lacking)) }
    let template: SourceTemplate
    let start: Int
    switch self.end {
    case .after(let source):
      template = source
      start = end ?? document.value(["time"])?.number?.integer ?? now
    case .at(let source):
      template = source
      start = 0
    }
    let observation = document.request(at: Timestamp(milliseconds: now))
    guard let source = try? template.source(evaluatedIn: .unknown),
      case .success(let value) = source.value(in: observation),
      let number = value.number?.integer ?? value.string.flatMap({ Int($0) })
    else { return .unknown(.nothingToCompare("end of the validity")) }
    guard case .after = self.end else { return .at(number) }
    let (milliseconds, isTooMuch) = number.multipliedReportingOverflow(by: 1000)
    let (limit, isTooLate) = start.addingReportingOverflow(milliseconds)
    return isTooMuch || isTooLate ? .never : .at(limit)
  }
}

/// When something is over.
enum ValidityLimit {
  /// In milliseconds since 1970.
  case at(Int)
  case never
  case unknown(Doubt)

  func match(isValid: Bool, margin: Duration, at now: Int) -> Match {
    switch self {
    case .unknown(let doubt): return .unknown(doubt)
    case .never: return isValid ? .yes : .no
    case .at(let limit):
      let margin = margin.wholeMilliseconds
      if limit > now + margin { return isValid ? .yes : .no }
      if limit < now - margin { return isValid ? .no : .yes }
      return .unknown(.nearEnd)
    }
  }
}

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
