// SPDX-License-Identifier: Apache-2.0
// The requests of one device on one way through a service.

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
    /// The texts in its answer that look as if they were made for one device or user.
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

  /// The ends of the values that a member uses, in milliseconds since 1970, each by the name of its
  /// place. They stand in the answers whose texts it sends, and in what it encodes itself.
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
      // Such as a token or a code, and not a name that all requests use.
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
