// SPDX-License-Identifier: Apache-2.0
// Which exchanges belong to one application.

import Record
import Suites
import Text

/// The exchanges of a vocabulary that are judged, by their sessions.
struct GroupedExchanges {
  /// The index of the vocabulary's collection.
  let collection: Int
  private(set) var exchanges: [IndexedExchange]
  private(set) var grouping: SessionGrouping
}

extension GroupedExchanges {
  /// Adds calls of the framework, each of which has the values of its session.
  mutating func add(_ calls: [IndexedExchange], _ vocabulary: ExchangeVocabulary) {
    if calls.isEmpty { return }
    exchanges = (exchanges + calls).sorted { $0.isBefore($1) }
    grouping = SessionGrouping(exchanges, vocabulary)
  }
}

/// Tells applications apart, by the registration of each, and by the host at which it was made.
///
/// An exchange belongs to the application whose registration it names; else to the one with which it
/// shares a value of a link, such as a token; else to that of its session.
struct ApplicationGrouping {
  /// By the groups of exchanges, and in them by exchange, the number of the application, from 0 in the
  /// order of their first exchanges.
  private(set) var numbers: [[Int]] = []
  private(set) var applications: [SeenApplication] = []

  /// A registration.
  private struct Key: Hashable {
    /// Which of the values it is: 0 for the one that is one at each host.
    let rank: Int
    let host: String
    /// The number of its text.
    let value: Int
  }

  private struct Tie: Hashable {
    let link: Int
    let value: Int
  }

  private var keys: [Key: Int] = [:]
  /// The key that each is the same application as.
  private var parents: [Int] = []

  /// The greatest number of exchanges that lead from one to its application.
  private static let stepLimit = 8

  init(_ groups: [GroupedExchanges], _ reading: TrafficReading) {
    let hosts = reading.origins.texts.map { RecordedURL($0).authority }
    var roots: [[Int?]] = groups.map { group in
      let vocabulary = reading.collections[group.collection].vocabulary
      return group.exchanges.map { exchange in
        let own = vocabulary.applicationValues.enumerated().compactMap { rank, value -> Key? in
          guard case .number(let number) = exchange.values[value] else { return nil }
          return Key(rank: rank, host: rank == 0 ? hosts[exchange.origin] : "", value: number)
        }
        // A request that breaks the cookbook on purpose may name a registration that was never made;
        // an answer that joins two of its values shows that it was.
        if exchange.isDeliberate, own.count < 2 { return nil }
        let keys = own.map { key($0) }
        for other in keys.dropFirst() { join(keys[0], other) }
        return keys.first
      }
    }
    for (place, group) in groups.enumerated() {
      let links = reading.collections[group.collection].vocabulary.links
      roots[place] = roots[place].map { $0.map { root($0) } }
      follow(links, group, &roots[place])
      followSessions(group, &roots[place])
    }
    // What belongs to none is of the one with the most.
    var counts: [Int: Int] = [:]
    for case let root? in roots.joined() { counts[root, default: 0] += 1 }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? -1
    number(roots.map { $0.map { $0 ?? most } }, groups, reading)
  }
}

extension ApplicationGrouping {
  private mutating func key(_ key: Key) -> Int {
    if let known = keys[key] { return known }
    keys[key] = parents.count
    parents.append(parents.count)
    return parents.count - 1
  }

  private mutating func root(_ key: Int) -> Int {
    var key = key
    while parents[key] != key {
      parents[key] = parents[parents[key]]
      key = parents[key]
    }
    return key
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(one), root(other))
    parents[max(one, other)] = min(one, other)
  }

  /// Gives exchanges the application with which alone they share a value of a link.
  private func follow(_ links: [Int], _ group: GroupedExchanges, _ roots: inout [Int?]) {
    for _ in 0..<Self.stepLimit {
      var ties: [Tie: Set<Int>] = [:]
      for (exchange, root) in zip(group.exchanges, roots) {
        guard let root else { continue }
        for tie in Self.ties(exchange, links) { ties[tie, default: []].insert(root) }
      }
      var isDone = true
      for (index, exchange) in group.exchanges.enumerated() where roots[index] == nil {
        guard
          let root = Self.ties(exchange, links).lazy.compactMap({ ties[$0] })
            .first(where: { $0.count == 1 })?.first
        else { continue }
        roots[index] = root
        isDone = false
      }
      if isDone { return }
    }
  }

  private static func ties(_ exchange: IndexedExchange, _ links: [Int]) -> [Tie] {
    links.compactMap { link in
      if case .number(let value) = exchange.values[link] {
        Tie(link: link, value: value)
      } else {
        nil
      }
    }
  }

  /// Gives exchanges the application of their session: the latest before them, or the first.
  private func followSessions(_ group: GroupedExchanges, _ roots: inout [Int?]) {
    for members in group.grouping.members {
      var latest = members.first { roots[$0] != nil }.flatMap { roots[$0] }
      for member in members {
        latest = roots[member] ?? latest
        roots[member] = latest
      }
    }
  }

  /// Numbers the applications, and says what is known of each.
  private mutating func number(
    _ roots: [[Int]], _ groups: [GroupedExchanges], _ reading: TrafficReading
  ) {
    struct Seen {
      var first: IndexedExchange
      var entries: Set<EntryReference> = []
      var sessions: [Set<Int>]
      var origins: [Int: Int] = [:]
      var vocabularies: Set<Int> = []

      mutating func add(
        _ exchange: IndexedExchange, sessions numbers: [Int], of place: Int, vocabulary: Int?
      ) {
        if exchange.isBefore(first) { first = exchange }
        if !exchange.isDeliberate { entries.insert(exchange.entry) }
        sessions[place].formUnion(numbers)
        origins[exchange.origin, default: 0] += 1
        if let vocabulary { vocabularies.insert(vocabulary) }
      }
    }
    var seen: [Int: Seen] = [:]
    for (place, group) in groups.enumerated() {
      let kinds = reading.collections[group.collection].vocabulary.kinds
      for (index, exchange) in group.exchanges.enumerated() where !exchange.isCall {
        let root = roots[place][index]
        // Changed in its place: a copy of the sets for each exchange would take longer and longer.
        let new = Seen(first: exchange, sessions: Array(repeating: [], count: groups.count))
        seen[root, default: new].add(
          exchange, sessions: group.grouping.sessions[index], of: place,
          vocabulary: kinds[exchange.kind].isShared ? nil : group.collection)
      }
    }
    let order = seen.filter { !$0.value.entries.isEmpty }
      .sorted { $0.value.first.isBefore($1.value.first) }
    let numbersByRoot = Dictionary(
      uniqueKeysWithValues: order.enumerated().map { ($1.key, $0) })
    numbers = roots.map { $0.map { numbersByRoot[$0] ?? 0 } }
    let registrations = registrations(reading.numbers.texts)
    applications = order.map { root, seen in
      let origin = seen.origins.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      var application = AuditApplication(origin: origin.map { reading.origins.texts[$0] } ?? "")
      application.registrations = registrations[root] ?? []
      application.entries = seen.entries.count
      application.sessions = seen.sessions.map(\.count).max() ?? 0
      return SeenApplication(
        application: application, first: seen.first.entry, vocabularies: seen.vocabularies)
    }
  }

  /// A shorter registration could be found from its digest.
  private static let shortestRegistration = 16
  private static let digestCharacters = 16

  private static let registrationLimit = 100

  /// The digests of the registrations, by their roots.
  private mutating func registrations(_ texts: [String]) -> [Int: [String]] {
    var digests: [Int: [String]] = [:]
    for (key, number) in keys.sorted(by: { $0.value < $1.value }) {
      let (root, text) = (root(number), texts[key.value])
      guard text.utf8.count >= Self.shortestRegistration,
        digests[root, default: []].count < Self.registrationLimit
      else { continue }
      let digest = SHA256.hexadecimal(Array(text.utf8)).prefix(Self.digestCharacters)
      digests[root, default: []].append(String(digest))
    }
    return digests.mapValues(\.unique)
  }
}
