// SPDX-License-Identifier: Apache-2.0
// Finds out what is kept of an exchange.

internal import Formats
internal import Suites
internal import Text

/// Finds out what is kept of exchanges: their values, and which patterns they match.
///
/// What it finds of a header, a URL or a body, it remembers for the next one that is equal: in a long
/// recording most are.
struct ExchangeIndexer: Sendable {
  private var memos: [FacetMemo] = []
  private let plans: [Plan]
  /// The row of each facet of the exchange at hand.
  private var memoRows: [Int]
  // What is found of the exchange at hand: room that is used again for each.
  private var values: [ValueNumber] = []
  private var marks: [Mark] = []
  private var details: [DetailNumber] = []

  /// What is asked of the exchanges of a kind.
  private struct Plan: Sendable {
    var values: [[Place<ValueSource>]] = []
    /// nil for a pattern that can't be compiled.
    var patterns: [[Place<BoundPattern.Part>]?] = []
    var saves: [[Place<SavedSource>]] = []
    var asked: [Place<AskedMember>] = []
  }

  /// A question, and where its answer is remembered; nil where that is of no use.
  ///
  /// A class, because every exchange is asked all of them, and a question has many references.
  private final class Place<Question: Sendable>: Sendable {
    let question: Question
    let memo: Int?
    let place: Int

    init(question: Question, memo: Int?, place: Int) {
      self.question = question
      self.memo = memo
      self.place = place
    }
  }

  /// The row of a value that is not remembered.
  private static let noRow = -1
  /// The row of a value that was not asked for.
  private static let unaskedRow = -2

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
        return Place(question: part, memo: memo, place: memos[memo].place(of: .lone(lone)))
      }
      if part.isOfHeaderOnly, let header = part.header, let memo = index(of: .header(header)) {
        let place = memos[memo].place(of: .part(ObjectIdentifier(part)))
        return Place(question: part, memo: memo, place: place)
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
    memoRows = Array(repeating: Self.unaskedRow, count: memos.count)
  }
}

extension ExchangeIndexer {
  /// What is known of an exchange of a kind.
  mutating func rows(
    of document: ExchangeDocument, kind: Int, _ numbers: inout ValueNumbers,
    _ rows: inout ExchangeRows
  ) -> IndexedExchange.Rows {
    for index in memoRows.indices { memoRows[index] = Self.unaskedRow }
    values.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    let plan = plans[kind]
    for sources in plan.values { values.append(value(sources, document, &numbers)) }
    for pattern in plan.patterns {
      marks.append(pattern.map { mark($0, document) } ?? .unknown)
    }
    for sources in plan.saves { details.append(detail(sources, document, &numbers)) }
    for member in plan.asked {
      let lacking = document.lacking(member.question.parts, header: member.question.header)
      details.append(
        lacking.isEmpty
          ? detail(member, member.question.path, document, &numbers) : .lacking(lacking))
    }
    return rows.add(values: values, marks: marks, details: details)
  }

  /// Forgets what was found of exchanges: there are no more.
  mutating func close() { memos.removeAll() }

  /// The row of a facet of the exchange at hand.
  private mutating func row(_ memo: Int, _ document: ExchangeDocument) -> Int {
    if memoRows[memo] != Self.unaskedRow { return memoRows[memo] }
    let row: Int =
      switch memos[memo].facet.key(of: document) {
      case .missing: memos[memo].rowOfMissing()
      case .text(let text): memos[memo].row(text)
      case .tooLong: Self.noRow
      }
    memoRows[memo] = row
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
    _ parts: [Place<BoundPattern.Part>], _ document: ExchangeDocument
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
          memos[memo].holds(part.place, row: row, question.holds(document, at: document.time))
        } else {
          question.holds(document, at: document.time)
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
      if let value = document.value(names) {
        guard numbers.hasRoom else { return .unread }
        number = numbers.detail(value)
      } else {
        number = -1
      }
      memos[memo][slot: place.place, row: row] = number
    }
    return number < 0 ? .none : .number(number)
  }
}
