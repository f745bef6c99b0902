// SPDX-License-Identifier: Apache-2.0
// Which exchanges belong to one device.

/// Tells the exchanges of different devices apart.
///
/// Exchanges with the same value of `vocabulary.sessionValue` are one session. One without it belongs to the sessions
/// with which it shares a value of a link, the surest link first: directly, or by way of other
/// exchanges without it. So a token for many devices belongs to all of them.
package struct SessionGrouping {
  private let exchanges: [IndexedExchange]
  private let vocabulary: ExchangeVocabulary
  /// The sessions of each exchange.
  private(set) var sessions: [[Int]]
  /// The numbers of the values that tell them apart; nil for a session without one.
  private(set) var names: [Int?] = []
  /// Whether some exchanges belong to more sessions than are kept.
  private(set) var isCut = false
  /// When each session begins and ends, by its own exchanges.
  private var spans: [ClosedRange<Int>] = []
  /// How many exchanges of other sessions may still be kept.
  private var room = Self.roomLimit
  /// The sessions that a value of a link leads to.
  private var ties: [Tie: Set<Int>] = [:]
  /// Those that this round found.
  private var fresh: [Tie: Set<Int>] = [:]

  private struct Tie: Hashable {
    let link: Int
    let value: Int
  }

  /// The greatest number of sessions in which one exchange is judged.
  private static let judgedLimit = 16
  /// The greatest number of places in sessions for exchanges without a device identifier, in all.
  private static let roomLimit = 4_000_000
  /// The greatest number of exchanges that lead from one to its session.
  private static let stepLimit = 8

  package init(_ exchanges: [IndexedExchange], _ vocabulary: ExchangeVocabulary) {
    self.exchanges = exchanges
    self.vocabulary = vocabulary
    sessions = Array(repeating: [], count: exchanges.count)
    guard let by = vocabulary.sessionValue else {
      names = [nil]
      sessions = Array(repeating: [0], count: exchanges.count)
      return
    }
    groupByValue(by)
    var open = exchanges.indices.filter { sessions[$0].isEmpty }
    if names.count == 1 {
      // An exchange without a device identifier joins the only session.
      for index in open { sessions[index] = [0] }
      ties = [:]
      return
    }
    for _ in 0..<Self.stepLimit where !open.isEmpty {
      let found = follow(open)
      if found.isEmpty { break }
      for (index, own) in found { sessions[index] = kept(own, of: index) }
      for (index, own) in found { tie(index, to: own, onlyNew: true) }
      ties.merge(fresh) { old, _ in old }
      fresh = [:]
      open = open.filter { sessions[$0].isEmpty }
    }
    groupRest(open)
    ties = [:]
  }
}

extension SessionGrouping {
  private mutating func groupByValue(_ by: Int) {
    var known: [Int: Int] = [:]
    for index in exchanges.indices {
      guard case .number(let value) = exchanges[index].values[by] else { continue }
      let session = known[value] ?? names.count
      if session == names.count {
        known[value] = session
        names.append(value)
        spans.append(exchanges[index].time...exchanges[index].time)
      }
      spans[session] = spans[session].lowerBound...exchanges[index].time
      sessions[index] = [session]
      tie(index, to: [session], onlyNew: false)
    }
  }

  private mutating func tie(_ index: Int, to own: [Int], onlyNew: Bool) {
    for link in vocabulary.links {
      guard case .number(let value) = exchanges[index].values[link] else { continue }
      let tie = Tie(link: link, value: value)
      if !onlyNew {
        ties[tie, default: []].formUnion(own)
      } else if ties[tie] == nil {
        fresh[tie, default: []].formUnion(own)
      }
    }
  }

  /// The sessions that the exchanges are tied to by now.
  private func follow(_ open: [Int]) -> [(index: Int, sessions: [Int])] {
    // The exchanges with one value share the memory of its sessions: there may be thousands.
    var sorted: [Tie: [Int]] = [:]
    return open.compactMap { index in
      for link in vocabulary.links {
        guard case .number(let value) = exchanges[index].values[link] else { continue }
        let tie = Tie(link: link, value: value)
        guard let own = sorted[tie] ?? ties[tie]?.sorted() else { continue }
        sorted[tie] = own
        return (index, own)
      }
      return nil
    }
  }

  /// The exchanges that lead to no session are sessions of their own, as far as they share links.
  private mutating func groupRest(_ open: [Int]) {
    var groups: [Tie: Int] = [:]
    var parents: [Int] = []
    func root(_ group: Int) -> Int {
      var group = group
      while parents[group] != group {
        parents[group] = parents[parents[group]]
        group = parents[group]
      }
      return group
    }
    var own: [Int] = []
    for index in open {
      let group = parents.count
      parents.append(group)
      own.append(group)
      for link in vocabulary.links {
        guard case .number(let value) = exchanges[index].values[link] else { continue }
        let tie = Tie(link: link, value: value)
        if let other = groups[tie] {
          parents[root(group)] = root(other)
        } else {
          groups[tie] = group
        }
      }
    }
    var sessionOfRoot: [Int: Int] = [:]
    for (index, group) in zip(open, own) {
      let root = root(group)
      let session = sessionOfRoot[root] ?? names.count
      if session == names.count {
        sessionOfRoot[root] = session
        names.append(nil)
      }
      sessions[index] = [session]
    }
  }

  /// The sessions of an exchange, as far as there is room.
  private mutating func kept(_ own: [Int], of index: Int) -> [Int] {
    room -= own.count
    if room >= 0 { return own }
    isCut = true
    return nearest(own, to: index)
  }

  /// The sessions in which an exchange is judged.
  func judged(_ index: Int) -> [Int] { nearest(sessions[index], to: index) }

  /// The sessions nearest in time to an exchange, if there are many.
  private func nearest(_ own: [Int], to index: Int) -> [Int] {
    guard own.count > Self.judgedLimit else { return own }
    let time = exchanges[index].time
    func distance(_ session: Int) -> Int {
      guard spans.indices.contains(session) else { return .max }
      return max(0, spans[session].lowerBound - time, time - spans[session].upperBound)
    }
    let sorted = own.map { ($0, distance($0)) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    return sorted.prefix(Self.judgedLimit).map(\.0).sorted()
  }

  /// The members of each session, in their order.
  package var members: [[Int]] {
    var members: [[Int]] = Array(repeating: [], count: names.count)
    for index in exchanges.indices {
      for session in sessions[index] { members[session].append(index) }
    }
    return members
  }
}
