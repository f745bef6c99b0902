// SPDX-License-Identifier: Apache-2.0
// Splits a recording into walks.

import Audit

/// Splits the exchanges of one vocabulary into walks.
struct WalkSplitting {
  let exchanges: [IndexedExchange]
  let vocabulary: ExchangeVocabulary
}

extension WalkSplitting {
  /// The walks that have an exchange which only this vocabulary has, and that was not sent to break a
  /// rule.
  ///
  /// - Parameter name: The name of the walk of an entry; nil for one that several share.
  func walks(_ name: (EntryReference) -> String?) -> [[IndexedExchange]] {
    var named: [String: [Int]] = [:]
    var order: [String] = []
    var shared: [Int] = []
    for (index, exchange) in exchanges.enumerated() {
      guard let name = name(exchange.entry) else {
        shared.append(index)
        continue
      }
      if named[name] == nil { order.append(name) }
      named[name, default: []].append(index)
    }
    let groups =
      order.isEmpty
      ? SessionGrouping(exchanges, vocabulary).members
      : order.sorted().map { withShared(named[$0] ?? [], shared) }
    return groups.map { $0.map { exchanges[$0] } }.filter { walk in
      walk.contains { !vocabulary.kinds[$0.kind].isShared && !$0.isDeliberate }
    }
  }

  /// A walk with the exchanges that it shares with others: those that lead to it by a value of a link.
  private func withShared(_ own: [Int], _ shared: [Int]) -> [Int] {
    var members = Set(own)
    var open = shared
    for _ in 0..<Self.stepLimit {
      var values: [Int: Set<Int>] = [:]
      for index in members {
        for link in vocabulary.links {
          if case .number(let value) = exchanges[index].values[link] {
            values[link, default: []].insert(value)
          }
        }
      }
      let found = open.filter { index in
        vocabulary.links.contains { link in
          guard case .number(let value) = exchanges[index].values[link] else { return false }
          return values[link]?.contains(value) ?? false
        }
      }
      if found.isEmpty { break }
      members.formUnion(found)
      open.removeAll { members.contains($0) }
    }
    // A request that many walks share may be older than the registration of this one.
    let begin = members.filter {
      vocabulary.beginnings.contains(exchanges[$0].kind) && !exchanges[$0].isDeliberate
    }.min()
    let isOwn = Set(own)
    return members.filter { index in isOwn.contains(index) || begin.map { index >= $0 } ?? true }
      .sorted()
  }

  private static let stepLimit = 8
}
