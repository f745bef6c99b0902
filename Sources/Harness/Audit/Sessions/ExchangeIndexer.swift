// SPDX-License-Identifier: Apache-2.0
// Finds out what is kept of an exchange.

internal import Encodings
internal import Expectations
internal import JSON
internal import Traffic

/// Finds out what is kept of exchanges: their values, and which patterns they match.
///
/// What it finds of a header, a URL or a body, it remembers for the next one that is equal: in a long
/// recording most are.
struct ExchangeIndexer: Sendable {
  private var memos: [FacetMemo] = []
  private let plans: [Plan]
  private var sharedValues = SharedArrays<ValueNumber>()
  private var sharedMarks = SharedArrays<Mark>()
  private var sharedDetails = SharedArrays<DetailNumber>()
  /// The row of each facet of the exchange at hand; nil where it was not asked for.
  private var rows: [Int?] = []

  /// What is asked of the exchanges of a kind.
  private struct Plan: Sendable {
    var values: [[Place<ValueSource>]] = []
    /// nil for a pattern that can't be compiled.
    var patterns: [[Place<BoundPattern.Part>]?] = []
    var saves: [[Place<SavedSource>]] = []
    var asked: [Place<AskedMember>] = []
  }

  /// A question, and where its answer is remembered; nil where that is of no use.
  private struct Place<Question: Sendable>: Sendable {
    let question: Question
    let memo: Int?
    let place: Int
  }

  /// The row of a value that is not remembered.
  private static let noRow = -1

  init(_ vocabulary: ExchangeVocabulary, _ marks: PatternMarks) {
    var memos: [FacetMemo] = []
    var plans: [Plan] = []
    func index(of facet: Facet?) -> Int? {
      guard let facet else { return nil }
      if let index = memos.firstIndex(where: { $0.facet == facet }) { return index }
      memos.append(FacetMemo(facet))
      return memos.count - 1
    }
    func slot<Question: Sendable>(
      _ question: Question, _ names: [String]?, _ name: String
    ) -> Place<Question> {
      let memo = index(of: names.flatMap { Facet(of: $0, vocabulary.decoded) })
      return Place(
        question: question, memo: memo, place: memo.map { memos[$0].slot(named: name) } ?? 0)
    }
    func place(of part: BoundPattern.Part) -> Place<BoundPattern.Part> {
      if let lone = part.lone, !part.isOfAnswer, case .json(let path) = lone.subject,
        let memo = index(of: Facet(of: path, []))
      {
        return Place(question: part, memo: memo, place: memos[memo].place(of: lone))
      }
      return Place(question: part, memo: nil, place: 0)
    }
    for kind in vocabulary.kinds.indices {
      var plan = Plan()
      plan.values = vocabulary.sources(of: kind).map { sources in
        sources.map { source in
          let names = source.names.map { $0.joined(separator: "\n") } ?? ""
          return slot(source, source.names, "value \(source.prefix ?? "") \(names)")
        }
      }
      plan.patterns = marks.patterns[kind].map { $0?.parts.map { place(of: $0) } }
      plan.saves = marks.saves[kind].map { save in
        save.sources.map { source in
          let names = (source.names ?? []).joined(separator: "\n")
          return slot(source, source.names, "detail \(names)")
        }
      }
      plan.asked = marks.asked[kind].map { member in
        slot(member, member.path, "detail \(member.path.joined(separator: "\n"))")
      }
      plans.append(plan)
    }
    self.memos = memos
    self.plans = plans
  }
}

extension ExchangeIndexer {
  /// What is kept of an exchange of a kind.
  mutating func indexed(
    _ recorded: RecordedExchange, _ document: ExchangeDocument, kind: Int,
    _ numbers: inout ValueNumbers
  ) -> IndexedExchange {
    rows = Array(repeating: nil, count: memos.count)
    let time = recorded.startedAt.milliseconds
    let end = recorded.duration.map { time + max(0, $0.wholeMilliseconds) }
    let plan = plans[kind]
    var values: [ValueNumber] = []
    values.reserveCapacity(plan.values.count)
    for sources in plan.values { values.append(value(sources, document, &numbers)) }
    var marks: [Mark] = []
    marks.reserveCapacity(plan.patterns.count)
    for (index, pattern) in plan.patterns.enumerated() {
      marks.append(pattern.map { mark($0, index, kind, document, end: end, at: time) } ?? .unknown)
    }
    var details: [DetailNumber] = []
    details.reserveCapacity(plan.saves.count + plan.asked.count)
    for sources in plan.saves { details.append(detail(sources, document, &numbers)) }
    for member in plan.asked {
      let lacking = document.lacking(member.question.parts, header: member.question.header)
      details.append(
        lacking.isEmpty
          ? detail(member, member.question.path, document, &numbers) : .lacking(lacking))
    }
    return IndexedExchange(
      entry: recorded.entry, time: time, end: end, kind: kind, values: sharedValues.shared(values),
      marks: sharedMarks.shared(marks), details: sharedDetails.shared(details),
      isDeliberate: recorded.isDeliberate)
  }

  /// The row of a facet of the exchange at hand.
  private mutating func row(_ memo: Int, _ document: ExchangeDocument) -> Int {
    if let row = rows[memo] { return row }
    let row =
      memos[memo].facet.key(of: document).map { memos[memo].row($0) } ?? Self.noRow
    rows[memo] = row
    return row
  }

  private mutating func value(
    _ sources: [Place<ValueSource>], _ document: ExchangeDocument, _ numbers: inout ValueNumbers
  ) -> ValueNumber {
    var isUnknown = false
    for source in sources {
      if let memo = source.memo {
        let row = row(memo, document)
        if row != Self.noRow {
          var number = memos[memo][slot: source.place, row: row]
          if number == FacetMemo.unasked {
            number = source.question.value(in: document).map { numbers.number(of: $0) } ?? -1
            memos[memo][slot: source.place, row: row] = number
          }
          if number >= 0 { return .number(number) }
          if isLacking(source.question, document) { isUnknown = true }
          continue
        }
      }
      if let text = source.question.value(in: document) {
        return .number(numbers.number(of: text))
      }
      if isLacking(source.question, document) { isUnknown = true }
    }
    return isUnknown ? .unknown : .none
  }

  private func isLacking(_ source: ValueSource, _ document: ExchangeDocument) -> Bool {
    !document.lacking(source.parts, header: source.header).isEmpty
  }

  private mutating func mark(
    _ parts: [Place<BoundPattern.Part>], _ index: Int, _ kind: Int, _ document: ExchangeDocument,
    end: Int?, at time: Int
  ) -> Mark {
    var isLacking = false
    for part in parts {
      let question = part.question
      guard document.lacking(question.parts, header: question.header).isEmpty else {
        isLacking = true
        continue
      }
      var row = Self.noRow
      if let memo = part.memo { row = self.row(memo, document) }
      let holds =
        if let memo = part.memo, row != Self.noRow {
          memos[memo].holds(part.place, row: row, question.holds(document, at: time))
        } else {
          question.holds(document, at: time)
        }
      if !holds { return .no }
    }
    return isLacking ? .unknown : .yes
  }

  private mutating func detail(
    _ sources: [Place<SavedSource>], _ document: ExchangeDocument, _ numbers: inout ValueNumbers
  ) -> DetailNumber {
    var lacking: ExchangeParts = []
    for source in sources {
      let unknown = document.lacking(source.question.parts, header: source.question.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      let found = detail(source, source.question.names ?? [], document, &numbers)
      if found != .none { return found }
    }
    return lacking.isEmpty ? .none : .lacking(lacking)
  }

  private mutating func detail<Question: Sendable>(
    _ place: Place<Question>, _ names: [String], _ document: ExchangeDocument,
    _ numbers: inout ValueNumbers
  ) -> DetailNumber {
    // Of what is remembered nowhere, there would be one for each exchange.
    guard let memo = place.memo else { return .unread }
    let row = row(memo, document)
    guard row != Self.noRow else { return .unread }
    var number = memos[memo][slot: place.place, row: row]
    if number == FacetMemo.unasked {
      number = document.value(names).map { numbers.detail($0) } ?? -1
      memos[memo][slot: place.place, row: row] = number
    }
    return number < 0 ? .none : .number(number)
  }
}
