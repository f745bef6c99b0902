// SPDX-License-Identifier: Apache-2.0
// What one device sent on one way through a service, to be mutated.

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
}

extension RecordedWalk {
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
    for earlier in members[..<index] {
      guard let answer = earlier.json["answer"]?["json"] else { continue }
      var isUsed = false
      var found: [(String, Int)] = []
      answer.walk("") { name, value in
        if let text = value.string, Self.isIssued(text), words.contains(text) { isUsed = true }
        guard let number = value.wholeNumber else { return }
        // RFC 6749, section 5.1: the lifetime in seconds.
        let isLifetime = name.hasSuffix(".expires_in") && 0..<Self.longest / 1000 ~= number
        found.append((name, isLifetime ? earlier.exchange.end + number * 1000 : number))
      }
      guard isUsed else { continue }
      let kind = vocabulary.kinds[earlier.kind].name
      for (name, time) in found { note("\(kind)\(name)", time) }
    }
    return ends.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .map { (name: $0.0, time: $0.1) }
  }

  private static let longest = 365 * 86_400_000

  /// Whether a text looks like one that was made for somebody, such as a token or a code, and not
  /// like a name that everybody uses.
  private static func isIssued(_ text: String) -> Bool {
    text.utf8.count >= 6 && text.utf8.contains { 0x30...0x39 ~= $0 }
  }

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
