// SPDX-License-Identifier: Apache-2.0
// The patterns that depend on nothing but an exchange: found out once, while it is read.

internal import Templates

/// The patterns of the rules that depend on nothing but the exchange, by its kind.
struct PatternMarks: Sendable {
  /// By the index of the kind, each compiled; nil for one that can't be.
  private(set) var patterns: [[BoundPattern?]]
  /// The place of each pattern among those of a kind.
  private var slots: [Slot: Int] = [:]

  private struct Slot: Hashable {
    let pattern: Int
    let kind: Int
  }

  init(_ files: [RuleFile], kinds: Int) {
    patterns = Array(repeating: [], count: kinds)
    for rule in files.flatMap(\.rules) {
      for pattern in rule.patterns where pattern.isConstant { add(pattern) }
    }
  }

  private mutating func add(_ pattern: ExchangePattern) {
    if pattern.parts.isEmpty { return }
    // It has no variables, so any values of them will do.
    let bound = try? BoundPattern(pattern, in: .unknown)
    for kind in pattern.kinds {
      let slot = Slot(pattern: pattern.id, kind: kind)
      guard slots[slot] == nil else { continue }
      slots[slot] = patterns[kind].count
      patterns[kind].append(bound)
    }
  }

  func slot(_ pattern: ExchangePattern, kind: Int) -> Int? {
    slots[Slot(pattern: pattern.id, kind: kind)]
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
