// SPDX-License-Identifier: Apache-2.0
// The patterns that depend on nothing but an exchange: found out once, while it is read.

import Suites

/// The patterns of the rules that depend on nothing but the exchange, and the values that rules save,
/// by the kind of exchange.
struct PatternMarks: Sendable {
  /// By the index of the kind, each compiled; nil for one that can't be.
  private(set) var patterns: [[BoundPattern?]]
  /// By the index of the kind.
  private(set) var saves: [[SavedValue]]
  /// By the index of the kind, what patterns ask for that depend on more.
  private(set) var asked: [[AskedMember]]
  /// By the number of the pattern and then by the kind, the place of each pattern among those of the
  /// kind; -1 where it has none. It is asked for with every exchange and every rule, so nothing is
  /// hashed.
  private var slots: [Int16]
  private let kindCount: Int
  private var saveSlots: [SaveSlot: Int] = [:]

  private struct SaveSlot: Hashable {
    let value: ObjectIdentifier
    let kind: Int
  }

  init(_ files: [RuleFile], kinds: Int) {
    patterns = Array(repeating: [], count: kinds)
    saves = Array(repeating: [], count: kinds)
    asked = Array(repeating: [], count: kinds)
    kindCount = kinds
    let all = files.flatMap(\.rules).map { ($0, $0.patterns) }
    let patternCount = (all.flatMap(\.1).map(\.id).max() ?? -1) + 1
    slots = Array(repeating: -1, count: patternCount * kinds)
    for (rule, patterns) in all {
      for pattern in patterns where pattern.isConstant { add(pattern) }
      for pattern in patterns where !pattern.isConstant {
        addMembers(of: pattern)
        if let parts = pattern.constantParts {
          add(pattern, try? BoundPattern(parts, in: .unknown))
        }
      }
      for (kinds, saves) in rule.savesByKinds {
        for kind in kinds { for save in saves { add(save, kind) } }
      }
    }
  }

  private mutating func add(_ pattern: ExchangePattern) {
    if pattern.parts.isEmpty { return }
    // It has no variables, so any values of them will do.
    add(pattern, try? BoundPattern(pattern, in: .unknown))
  }

  private mutating func add(_ pattern: ExchangePattern, _ bound: BoundPattern?) {
    for kind in pattern.kinds {
      let place = pattern.id * kindCount + kind
      guard slots[place] < 0 else { continue }
      slots[place] = Int16(patterns[kind].count)
      patterns[kind].append(bound)
    }
  }

  private mutating func addMembers(of pattern: ExchangePattern) {
    for part in pattern.parts where !part.isOfAnswer {
      guard let path = part.path else { continue }
      let member = AskedMember(path: path, parts: part.parts, header: part.header)
      for kind in pattern.kinds where !asked[kind].contains(member) { asked[kind].append(member) }
    }
  }

  /// What comes from answers is read when it is needed: few exchanges are asked for it.
  private mutating func add(_ save: SavedValue, _ kind: Int) {
    let slot = SaveSlot(value: ObjectIdentifier(save), kind: kind)
    guard saveSlots[slot] == nil,
      save.sources.allSatisfy({ $0.names != nil && $0.parts.isDisjoint(with: .answer) })
    else { return }
    saveSlots[slot] = saves[kind].count
    saves[kind].append(save)
  }

  /// The place of a pattern, or of those of its parts that depend on nothing but the exchange.
  func slot(_ pattern: ExchangePattern, kind: Int) -> Int? {
    let slot = slots[pattern.id * kindCount + kind]
    return slot < 0 ? nil : Int(slot)
  }

  /// What was found of an exchange and a pattern that depends on nothing else; nil for another one.
  func mark(
    _ pattern: ExchangePattern, of exchange: IndexedExchange, _ rows: ExchangeRows
  ) -> Mark? {
    guard pattern.isConstant else { return nil }
    return pattern.parts.isEmpty ? .yes : markOfConstantParts(pattern, of: exchange, rows)
  }

  /// The same of those of its parts that depend on nothing else.
  func markOfConstantParts(
    _ pattern: ExchangePattern, of exchange: IndexedExchange, _ rows: ExchangeRows
  ) -> Mark? {
    slot(pattern, kind: exchange.kind).map { rows.mark($0, of: exchange) }
  }

  /// The place of a value among the details of an exchange.
  func slot(_ save: SavedValue, kind: Int) -> Int? {
    saveSlots[SaveSlot(value: ObjectIdentifier(save), kind: kind)]
  }

  /// The place of a member among the details of an exchange.
  func slot(_ member: AskedMember, kind: Int) -> Int? {
    asked[kind].firstIndex(of: member).map { saves[kind].count + $0 }
  }
}

/// A member of an exchange's document that patterns ask for which depend on an occasion.
struct AskedMember: Sendable, Equatable {
  let path: [String]
  let parts: ExchangeParts
  /// The only header that it reads, in lower case.
  let header: String?
}

extension AuditRule {
  /// The values that it saves, by the kinds of the exchanges that it saves them from.
  fileprivate var savesByKinds: [(kinds: [Int], saves: [SavedValue])] {
    [(occasion.kinds, occasion.saves + saves)]
      + conditions.map { condition in
        switch condition {
        case .earlier(let search), .notEarlier(let search):
          (search.pattern.kinds, search.pattern.saves)
        case .latest(let of, let wanted, let saves, _):
          (of.kinds, of.saves + (wanted?.saves ?? []) + saves)
        }
      }
  }
}

extension AuditRule {
  /// All its patterns.
  var patterns: [ExchangePattern] {
    var patterns = [occasion]
    for condition in conditions {
      switch condition {
      case .earlier(let search), .notEarlier(let search): patterns += search.patterns
      case .latest(let of, let wanted, _, _): patterns += [of] + (wanted.map { [$0] } ?? [])
      }
    }
    return patterns + demand.patterns
  }
}

extension Demand {
  var patterns: [ExchangePattern] {
    switch self {
    case .expect(let pattern): [pattern]
    case .earlier(let search), .notEarlier(let search), .later(let search),
      .notLater(let search), .atMost(_, let search), .apart(_, let search):
      search.patterns
    case .latest(let of, let wanted, _): [of, wanted]
    case .next(let of, let expected, let before, _):
      [of, expected] + (before.map { [$0] } ?? [])
    case .all(let demands, _), .any(let demands, _): demands.flatMap(\.patterns)
    }
  }
}

extension Search {
  var patterns: [ExchangePattern] { [pattern] + (bound.map { [$0] } ?? []) }
}

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
