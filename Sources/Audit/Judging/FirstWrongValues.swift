// SPDX-License-Identifier: Apache-2.0
// The exchanges in which values were first wrong.

import Suites
import Text

/// The exchanges of a session in which values were first wrong.
struct FirstWrongValues {
  /// The values that count once, each with the headers that have it.
  private let values: [(value: Int, headers: Set<String>)]
  private var firsts: [ValueNumber: Int] = [:]

  init(_ vocabulary: ExchangeVocabulary) {
    values = vocabulary.once.map { value in
      (value, Set((vocabulary.every[value] ?? []).compactMap(\.header)))
    }
  }

  /// The verdict on an exchange, which comes behind all that were judged before.
  mutating func counted(
    _ verdict: OccasionVerdict, of rule: AuditRule, _ index: Int, _ exchange: IndexedExchange
  ) -> OccasionVerdict {
    guard case .broken = verdict else { return verdict }
    for (value, headers) in values where !rule.headers.isDisjoint(with: headers) {
      guard case .number = exchange.values[value] else { continue }
      let first = firsts[exchange.values[value]] ?? index
      if first != index { return .notJudged(.wrongBefore) }
      firsts[exchange.values[value]] = index
    }
    return verdict
  }
}
