// SPDX-License-Identifier: Apache-2.0
// A walk that is being changed, and the exchange in it that a rule is about.

internal import Encodings
internal import JSON
internal import Traffic

/// A walk that is being changed, and the exchange in it that a rule is about.
struct WalkDraft: Sendable {
  struct Member: Sendable {
    var exchange: RecordedExchange
    let kind: Int
  }

  /// The number of the walk.
  let walk: Int32
  let vocabulary: ExchangeVocabulary
  private(set) var members: [Member]
  /// Where the exchange is that the rule is about.
  private(set) var index: Int
  /// What was changed, in order.
  private(set) var words: [String] = []

  init(_ walk: RecordedWalk, number: Int32, at index: Int) {
    self.walk = number
    vocabulary = walk.vocabulary
    members = walk.members.map { Member(exchange: $0.exchange, kind: $0.kind) }
    self.index = index
  }
}

extension WalkDraft {
  var occasion: Member { members[index] }
  var exchanges: [RecordedExchange] { members.map(\.exchange) }

  /// The document of a member.
  func document(_ place: Int) -> ExchangeDocument {
    let member = members[place]
    return vocabulary.document(of: member.exchange, kind: member.kind)
  }

  func kindName(_ place: Int) -> String { vocabulary.kinds[members[place].kind].name }

  /// The same with one member changed; nil where that can't be.
  func changed(_ place: Int, _ change: DocumentChange) -> WalkDraft? {
    guard
      let exchange = members[place].exchange.changed(
        change, kind: members[place].kind, vocabulary)
    else { return nil }
    return replaced(place, exchange, "\(kindName(place)): \(change)")
  }

  func replaced(_ place: Int, _ exchange: RecordedExchange, _ text: String) -> WalkDraft {
    var result = self
    result.members[place].exchange = exchange
    result.words.append(text)
    return result
  }

  /// The same without some members.
  func without(_ places: [Int], _ text: String) -> WalkDraft? {
    let places = Set(places).subtracting([index])
    if places.isEmpty { return nil }
    var result = self
    result.members = members.enumerated().filter { !places.contains($0.offset) }.map(\.element)
    result.index = index - places.count { $0 < index }
    result.words.append(text)
    return result
  }

  /// The same in which an exchange is sent so long before the occasion, or after its end; what follows
  /// waits.
  func sending(
    _ exchange: RecordedExchange, kind: Int, isBefore: Bool, pause milliseconds: Int = 200
  ) -> WalkDraft {
    var result = self
    var exchange = exchange
    let copies = members.count { $0.exchange.entry.index < 0 }
    exchange.entry = EntryReference(
      recording: occasion.exchange.entry.recording, index: -1 - copies)
    exchange.isDeliberate = false
    let place = isBefore ? index : index + 1
    let time =
      isBefore
      ? occasion.exchange.startedAt.milliseconds : occasion.exchange.end + milliseconds
    let moved = exchange.later(by: time - exchange.startedAt.milliseconds)
    if place < members.count {
      let next = members[place].exchange.startedAt.milliseconds
      let shift = max(0, moved.end + milliseconds - next)
      for later in place..<members.count {
        result.members[later].exchange = members[later].exchange.later(by: shift)
      }
    }
    result.members.insert(Member(exchange: moved, kind: kind), at: place)
    if isBefore { result.index += 1 }
    let name = vocabulary.kinds[kind].name
    result.words.append("\(name) sent \(isBefore ? "before" : "after")")
    return result
  }

  /// The same in which a member, and all that follow, are sent later.
  func delayed(_ place: Int, by milliseconds: Int, _ text: String) -> WalkDraft {
    var result = self
    for later in place..<members.count {
      result.members[later].exchange = members[later].exchange.later(by: milliseconds)
    }
    result.words.append(text)
    return result
  }

  /// The places of the members of some kinds before the occasion, the last first.
  func earlier(_ kinds: [Int]) -> [Int] {
    (0..<index).reversed().filter { kinds.contains(members[$0].kind) }
  }

  /// The places of the members of some kinds after the occasion.
  func later(_ kinds: [Int]) -> [Int] {
    (index + 1..<max(index + 1, members.count)).filter { kinds.contains(members[$0].kind) }
  }
}
