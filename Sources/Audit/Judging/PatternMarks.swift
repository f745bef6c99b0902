// SPDX-License-Identifier: Apache-2.0
// The patterns that depend on nothing but an exchange: found out once, while it is read.

import Suites

/// The patterns of rules that depend on nothing but the exchange, by the kind of exchange.
struct PatternMarks: Sendable {
  /// By the index of the kind, each compiled; nil for one that can't be.
  private var patterns: [[BoundPattern?]]
  /// By the number of the pattern and the index of the kind, the place of its mark.
  private var places: [[Int?]]

  init(_ files: [RuleFile], kinds: Int) {
    let all = files.flatMap(\.rules).flatMap(\.patterns)
    patterns = Array(repeating: [], count: kinds)
    places = Array(
      repeating: Array(repeating: nil, count: kinds), count: (all.map(\.id).max() ?? -1) + 1)
    for pattern in all where !pattern.constantParts.isEmpty {
      // They have no variables, so any values of them will do.
      let bound = try? BoundPattern(pattern.constantParts, in: .unknown)
      for kind in pattern.kinds where places[pattern.id][kind] == nil {
        places[pattern.id][kind] = patterns[kind].count
        patterns[kind].append(bound)
      }
    }
  }

  /// The marks of an exchange.
  func marks(of document: ExchangeDocument, kind: Int) -> [Mark] {
    patterns[kind].map { pattern in
      switch pattern?.match(document, end: nil, at: document.time) {
      case .yes?: .yes
      case .no?: .no
      case .unknown?, nil: .unknown
      }
    }
  }

  /// The marks of an exchange of which nothing but the URL is known.
  func unknown(kind: Int) -> [Mark] { patterns[kind].map { _ in .unknown } }

  /// Whether an exchange matches a pattern that depends on nothing else; nil for another pattern.
  func mark(_ pattern: ExchangePattern, of exchange: IndexedExchange) -> Mark? {
    guard pattern.isConstant else { return nil }
    return pattern.parts.isEmpty ? .yes : markOfConstantParts(pattern, of: exchange)
  }

  /// Whether it matches those parts of a pattern that depend on nothing else.
  func markOfConstantParts(_ pattern: ExchangePattern, of exchange: IndexedExchange) -> Mark? {
    places[pattern.id][exchange.kind].map { exchange.marks[$0] }
  }
}
