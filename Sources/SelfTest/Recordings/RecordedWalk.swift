// SPDX-License-Identifier: Apache-2.0
// The requests of one device on one way through a service, and how a recording is split.

import Audit
import Formats
import Text

/// The exchanges of one walk, in the order of time: those of a session, or of a scenario with the
/// registration and the token that it shares with others.
struct RecordedWalk: Sendable {
  struct Member: Sendable {
    let exchange: RecordedExchange
    let kind: Int
    /// The exchange as patterns see it.
    let json: JSONValue
    let parts: [RequestPart]
    /// The texts in its answer that look as if they were made for somebody.
    private(set) var issued: Set<String> = []
    /// The times in its answer, in milliseconds since 1970, by where they stand.
    private(set) var times: [(name: String, time: Int)] = []
  }

  let vocabulary: ExchangeVocabulary
  /// The kinds that rules are about. Nothing says what is right in another.
  let judgedKinds: Set<Int>
  let members: [Member]
}

extension RecordedWalk {
  /// The walk as a recording that goes on for a quarter of an hour in which nothing is sent, so that
  /// what was left out at the end is known to be missing.
  static func recording(_ exchanges: [RecordedExchange], named names: [String]) -> ExchangeList {
    let end = exchanges.map(\.end).max() ?? 0
    let quiet = RecordedExchange(
      entry: EntryReference(recording: exchanges.first?.entry.recording ?? 0, index: Int.max),
      startedAt: Timestamp(milliseconds: end + quietMilliseconds),
      request: RecordedExchange.Request(
        method: "GET", url: "https://quiet.invalid/", headers: nil, body: .none),
      response: nil)
    return ExchangeList(recordings: names, exchanges + [quiet])
  }

  private static let quietMilliseconds = 900_000

  /// The index of the first member that walks don't share, and that does not begin them.
  var firstOwn: Int? {
    members.firstIndex {
      !vocabulary.kinds[$0.kind].isShared && !vocabulary.beginnings.contains($0.kind)
    }
  }

  /// The ends of what a member uses, in milliseconds since 1970, by where they are said: in the
  /// answers of which it sends a text, and in what it packs up itself.
  func ends(usedBy index: Int) -> [(name: String, time: Int)] {
    let member = members[index]
    let now = member.exchange.startedAt.milliseconds
    var ends: [String: Int] = [:]
    func note(_ name: String, _ time: Int) {
      if time > now, time < now + Self.longest { ends[name] = max(ends[name] ?? 0, time) }
    }
    if let decoded = member.json["decoded"] {
      decoded.walk("") { name, value in
        if let time = value.wholeNumber { note("its own\(name)", time) }
      }
    }
    let words = Self.words(of: member)
    for earlier in 0..<index where !members[earlier].issued.isDisjoint(with: words) {
      let kind = vocabulary.kinds[members[earlier].kind].name
      for (name, time) in members[earlier].times { note("\(kind)\(name)", time) }
    }
    return ends.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .map { (name: $0.0, time: $0.1) }
  }

  fileprivate static let longest = 365 * 86_400_000

  /// The texts that a request sends.
  private static func words(of member: Member) -> Set<String> {
    var words: Set<String> = []
    for part in ["headers", "query", "form", "parameters", "json"] {
      member.json[part]?.walk("") { _, value in
        guard let text = value.string else { return }
        words.insert(text)
        for word in text.split(separator: " ") { words.insert(String(word)) }
      }
    }
    return words
  }
}

extension RecordedWalk.Member {
  init(exchange: RecordedExchange, kind: Int, json: JSONValue, parts: [RequestPart]) {
    (self.exchange, self.kind, self.json, self.parts) = (exchange, kind, json, parts)
    json["answer"]?["json"]?.walk("") { name, value in
      // Such as a token or a code, and not a name that everybody uses.
      if let text = value.string, text.utf8.count >= 6, text.utf8.contains(where: \.isDigit) {
        issued.insert(text)
      }
      guard let number = value.wholeNumber else { return }
      // RFC 6749, section 5.1: the lifetime in seconds.
      let isLifetime =
        name.hasSuffix(".expires_in") && 0..<RecordedWalk.longest / 1000 ~= number
      times.append((name, isLifetime ? exchange.end + number * 1000 : number))
    }
  }
}

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

  /// A walk with what it shares with others: whatever leads to it by a value of a link.
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

extension JSONValue {
  /// Calls back for each value in it that is neither an array nor an object, with the names on the way
  /// to it: `.profiles.*.notAfter`. A name below a map is a name of the documents or `*`.
  func walk(_ name: String, depth: Int = 0, _ visit: (_ name: String, JSONValue) -> Void) {
    guard depth < 16 else { return }
    switch self {
    case .object(let object):
      for member in object.members {
        // Under names of its own a map has entries: `*` stands for each of them.
        let isEntry = depth > 0 && member.value.object != nil
        member.value.walk("\(name).\(isEntry ? "*" : member.name)", depth: depth + 1, visit)
      }
    case .array(let items):
      for item in items { item.walk("\(name)[*]", depth: depth + 1, visit) }
    case .null, .boolean, .number, .string: visit(name, self)
    }
  }

  /// A whole number, or a text of its digits.
  var wholeNumber: Int? { number?.integer ?? string.flatMap { Int($0) } }
}

/// The values of parts, by their kinds, with the walks that they are of.
struct ForeignValues {
  private struct Key: Hashable {
    let file: String
    let kind: Int
    let names: [String]
  }

  private var values: [Key: [(walk: Int, raw: String)]] = [:]
  private static let limit = 4

  init(_ walks: [RecordedWalk]) {
    for (number, walk) in walks.enumerated() {
      for member in walk.members {
        for part in member.parts {
          let key = Key(file: walk.vocabulary.file, kind: member.kind, names: part.site.names)
          let known = values[key] ?? []
          if known.count < Self.limit, !known.contains(where: { $0.raw == part.raw }) {
            values[key, default: []].append((number, part.raw))
          }
        }
      }
    }
  }

  /// A value that another walk has at a part.
  func value(notOf walk: RecordedWalk, _ number: Int, _ kind: Int, _ part: RequestPart) -> String? {
    let key = Key(file: walk.vocabulary.file, kind: kind, names: part.site.names)
    return values[key]?.first { $0.walk != number && $0.raw != part.raw }?.raw
  }
}
