// SPDX-License-Identifier: Apache-2.0
// What the marks of an exchange say of rules, found out once for equal ones.

/// What the marks of an exchange alone say of the rules that are about its kind.
///
/// Most exchanges have the marks of another one. The rules of which they are no occasion are then not
/// asked again, nor those that the marks show to be obeyed: that is most of all rules.
final class MarkedRules {
  /// A rule with its place.
  typealias Placed = (file: Int, number: Int, rule: AuditRule)

  /// A rule of which exchanges with some marks may be occasions. There are many of them, so it is
  /// small.
  struct Step {
    /// Its index among the rules of the kind.
    let index: Int32
    /// Whether the marks show that they are, and that they obey it.
    let isMet: Bool
  }

  private struct Key: Hashable {
    let kind: Int
    let marks: Int32
  }

  private let byKind: [Int: [Placed]]
  private let marks: PatternMarks
  private let rows: ExchangeRows
  private var known: [Key: [Step]] = [:]

  /// - Parameter byKind: The rules by the kinds that they are about.
  init(_ byKind: [Int: [Placed]], _ marks: PatternMarks, _ rows: ExchangeRows) {
    self.byKind = byKind
    self.marks = marks
    self.rows = rows
  }
}

extension MarkedRules {
  /// The rules that are about a kind.
  func rules(of kind: Int) -> [Placed] { byKind[kind] ?? [] }

  /// The rules of which an exchange may be an occasion, in their order.
  func steps(_ exchange: IndexedExchange) -> [Step] {
    let key = Key(kind: exchange.kind, marks: exchange.rows.marks)
    if let steps = known[key] { return steps }
    let steps = rules(of: exchange.kind).enumerated().compactMap { index, placed -> Step? in
      let rule = placed.rule
      let isOccasion = mark(rule.occasion, exchange)
      if isOccasion == .no { return nil }
      let isMet =
        isOccasion == .yes && rule.occasion.saves.isEmpty && rule.saves.isEmpty
        && rule.conditions.isEmpty && self.isMet(rule.demand, exchange)
      return Step(index: Int32(index), isMet: isMet)
    }
    known[key] = steps
    return steps
  }

  private func isMet(_ demand: Demand, _ exchange: IndexedExchange) -> Bool {
    switch demand {
    case .expect(let pattern): mark(pattern, exchange) == .yes
    case .all(let demands, _): demands.allSatisfy { isMet($0, exchange) }
    case .any(let demands, _): demands.contains { isMet($0, exchange) }
    default: false
    }
  }

  private func mark(_ pattern: ExchangePattern, _ exchange: IndexedExchange) -> Mark? {
    marks.mark(pattern, of: exchange, rows)
  }
}
