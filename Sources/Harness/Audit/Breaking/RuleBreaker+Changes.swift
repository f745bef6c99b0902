// SPDX-License-Identifier: Apache-2.0
// What could break a demand, and what could make a condition hold.

internal import Encodings
internal import JSON
internal import Traffic

extension RuleBreaker {
  /// Of so many changes of one part each is tried with each of another.
  private static let pairLimit = 24
  /// So many texts of answers are tried in the place of a value.
  private static let textLimit = 240

  /// Walks in which a demand may be broken.
  func changes(_ demand: Demand, _ draft: WalkDraft) -> [WalkDraft] {
    var found: [WalkDraft] = []
    func add(_ draft: WalkDraft?) { if let draft { found.append(draft) } }
    switch demand {
    case .expect(let pattern):
      found += changes(pattern.parts, draft, draft.index)
      found += otherRoutes(draft)
    case .earlier(let search):
      let places = draft.earlier(search.pattern.kinds)
      add(draft.without(places, "nothing of what comes before"))
      add(draft.without(matching(search.pattern, draft, places), "not what comes before"))
      if let bound = search.bound, let last = draft.earlier(bound.kinds).first {
        add(draft.without(places.filter { $0 > last }, "not what comes in between"))
      }
      found += values(search.pattern, draft)
      for place in places.prefix(2) { found += changes(search.pattern.parts, draft, place) }
      if let bound = search.bound { found += inserted(bound, draft, isBefore: true) }
    case .later(let search):
      let places = draft.later(search.pattern.kinds)
      add(draft.without(places, "nothing of what comes after"))
      add(draft.without(matching(search.pattern, draft, places), "not what comes after"))
      found += values(search.pattern, draft)
      for place in places.prefix(2) { found += changes(search.pattern.parts, draft, place) }
    case .notEarlier(let search):
      found += repeated(search, draft, isBefore: true, count: 1)
      for place in draft.earlier(search.pattern.kinds).prefix(2) {
        found += changes(search.pattern.parts, draft, place)
      }
      found += changes(search.pattern.parts, draft, draft.index)
    case .notLater(let search):
      found += repeated(search, draft, isBefore: false, count: 1)
      found += changes(search.pattern.parts, draft, draft.index)
    case .apart(_, let search): found += repeated(search, draft, isBefore: false, count: 1)
    case .atMost(let count, let search):
      found += repeated(search, draft, isBefore: false, count: count + 1)
    case .next(let of, let expected, _, _):
      found += inserted(of, draft, isBefore: false)
      for place in draft.later(of.kinds).prefix(1) {
        found += changes(expected.parts, draft, place)
      }
    case .latest(let of, let wanted, _):
      for place in draft.earlier(of.kinds).prefix(2) {
        found += changes(wanted.parts, draft, place)
      }
      found += values(of, draft)
      found += inserted(of, draft, isBefore: true)
    case .all(let demands, _): for demand in demands { found += changes(demand, draft) }
    case .any(let demands, _):
      let all = demands.map { changes($0, draft) }
      for changes in all { found += changes }
      for (index, demand) in demands.enumerated().dropFirst() {
        for first in all[..<index].joined().prefix(2 * Self.pairLimit) {
          found += changes(demand, first).prefix(Self.pairLimit)
        }
      }
    }
    return found
  }

  /// A member with each of the changes that matter to a pattern.
  private func changes(_ parts: [PartPattern], _ draft: WalkDraft, _ place: Int) -> [WalkDraft] {
    let time = draft.members[place].exchange.startedAt.milliseconds
    var wishes = Wishes(draft.document(place).json, now: time, bindings(draft), words)
    for part in parts { wishes.add(part) }
    return wishes.changes.compactMap { draft.changed(place, $0) }
  }

  /// The occasion by the other paths of its kind.
  private func otherRoutes(_ draft: WalkDraft) -> [WalkDraft] {
    let document = draft.document(draft.index)
    let kind = draft.vocabulary.kinds[draft.occasion.kind]
    return kind.routes.compactMap { route in
      let segments = route.segments.map { segment -> String in
        switch segment {
        case .text(let text): text
        case .parameter(let name, let end):
          "\(document.value(["parameters", name])?.string ?? "x")\(end)"
        }
      }
      let path = "/\(segments.joined(separator: "/"))"
      return draft.changed(draft.index, DocumentChange(path: [.name("path")], value: .string(path)))
    }
  }

  /// The occasion with other values where it has to have the same as another exchange.
  private func values(_ pattern: ExchangePattern, _ draft: WalkDraft) -> [WalkDraft] {
    let document = draft.document(draft.index)
    let sources = draft.vocabulary.sources(of: draft.occasion.kind)
    let paths = pattern.same.flatMap { sources[$0] }.compactMap(\.names)
    var found: [WalkDraft] = []
    for names in paths {
      guard let text = document.value(names)?.string else { continue }
      let path = names.map { DocumentStep.name($0) }
      for variant in TextVariants.of(text).reversed() {
        let change = DocumentChange(path: path, value: .string(variant))
        if let changed = draft.changed(draft.index, change) { found.append(changed) }
      }
    }
    return found + savedValues(draft)
  }

  /// The occasion with texts of earlier answers in the place of the values that the rule saves.
  private func savedValues(_ draft: WalkDraft) -> [WalkDraft] {
    let document = draft.document(draft.index)
    let saves = rule.occasion.saves + rule.saves
    let paths = saves.flatMap(\.sources).compactMap(\.names).filter {
      document.value($0)?.string != nil
    }
    if paths.isEmpty { return [] }
    var texts: [String] = []
    var seen: Set<String> = []
    for place in (0..<draft.index).reversed() {
      draft.document(place).value(["answer", "json"])?.walk("") { _, value in
        guard let text = value.string, text.utf8.count < 64, !text.contains("/"),
          seen.insert(text).inserted
        else {
          return
        }
        texts.append(text)
      }
    }
    var found: [WalkDraft] = []
    for names in paths {
      let own = document.value(names)?.string.map { TextVariants.of($0) } ?? []
      for text in Array(texts.prefix(Self.textLimit)) + own {
        let change = DocumentChange(path: names.map { .name($0) }, value: .string(text))
        if let changed = draft.changed(draft.index, change) { found.append(changed) }
      }
    }
    return found
  }

  /// Exchanges that match what a rule forbids, sent so often before or after the occasion.
  private func repeated(
    _ search: Search, _ draft: WalkDraft, isBefore: Bool, count: Int
  ) -> [WalkDraft] {
    candidates(search.pattern, draft).map { member in
      (0..<count).reduce(draft) { draft, _ in
        draft.sending(member.exchange, kind: member.kind, isBefore: isBefore)
      }
    }
  }

  private func inserted(
    _ pattern: ExchangePattern, _ draft: WalkDraft, isBefore: Bool
  ) -> [WalkDraft] {
    candidates(pattern, draft).map {
      draft.sending($0.exchange, kind: $0.kind, isBefore: isBefore)
    }
  }

  /// Exchanges of the kinds of a pattern, as the device of the occasion would send them.
  private func candidates(_ pattern: ExchangePattern, _ draft: WalkDraft) -> [WalkDraft.Member] {
    var found: [WalkDraft.Member] = []
    func add(_ member: WalkDraft.Member) {
      let bindings = bindings(draft)
      let made = made(member.exchange, member.kind, pattern.parts, bindings, draft.vocabulary)
      if let made { found.append(WalkDraft.Member(exchange: made, kind: member.kind)) }
      if made != member.exchange { found.append(member) }
    }
    if pattern.kinds.contains(draft.occasion.kind) { add(draft.occasion) }
    let own = draft.earlier(pattern.kinds).prefix(2) + draft.later(pattern.kinds).prefix(2)
    for place in own { add(draft.members[place]) }
    // A pattern of any exchange means hardly the ones of other kinds.
    for kind in pattern.kinds.prefix(Self.kindLimit) {
      for member in pool(kind, draft.vocabulary) { add(asSent(by: draft, member)) }
    }
    return found
  }

  private static let kindLimit = 16

  /// Some exchanges of a kind, of other walks.
  private func pool(_ kind: Int, _ vocabulary: ExchangeVocabulary) -> [WalkDraft.Member] {
    var found: [Int: WalkDraft.Member] = [:]
    for (_, walk) in walks where walk.vocabulary.file == vocabulary.file {
      for member in walk.members where member.kind == kind && !member.exchange.isDeliberate {
        let status = (member.exchange.response?.status ?? 0) / 100
        if found[status] == nil {
          found[status] = WalkDraft.Member(exchange: member.exchange, kind: kind)
        }
      }
      if found.count > 1 { break }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// An exchange with the values of the occasion that relate exchanges.
  private func asSent(by draft: WalkDraft, _ member: WalkDraft.Member) -> WalkDraft.Member {
    let vocabulary = draft.vocabulary
    let document = draft.document(draft.index)
    let own = vocabulary.sources(of: draft.occasion.kind)
    var result = member
    for (value, sources) in vocabulary.sources(of: member.kind).enumerated() {
      guard let text = own[value].lazy.compactMap({ $0.value(in: document) }).first else {
        continue
      }
      for source in sources {
        guard let names = source.names, names.first != "answer",
          vocabulary.document(of: result.exchange, kind: member.kind).value(names) != nil
        else { continue }
        let change = DocumentChange(
          path: names.map { .name($0) }, value: .string("\(source.prefix ?? "")\(text)"))
        if let changed = result.exchange.changed(change, kind: member.kind, vocabulary) {
          result.exchange = changed
        }
      }
    }
    return result
  }

  /// The walk with the occasion sent when something is over that it uses.
  func late(_ draft: WalkDraft) -> [WalkDraft] {
    guard let walk = walks.first(where: { $0.number == draft.walk })?.walk else { return [] }
    guard draft.index < walk.members.count, draft.members.count == walk.members.count else {
      return []
    }
    let now = draft.occasion.exchange.startedAt.milliseconds
    return walk.ends(usedBy: draft.index).map { end in
      draft.delayed(draft.index, by: end.time - now + 120_000, "\(end.name) is over")
    }
  }

  /// Walks in which a condition may hold.
  func satisfied(_ draft: WalkDraft, _ condition: Condition) -> [WalkDraft] {
    var found = [draft]
    switch condition {
    case .earlier(let search):
      found += adapted(search.pattern.parts, draft, draft.earlier(search.pattern.kinds))
      found += inserted(search.pattern, draft, isBefore: true)
    case .notEarlier(let search):
      let places = draft.earlier(search.pattern.kinds)
      for places in [matching(search.pattern, draft, places), places] {
        if let left = draft.without(places, "nothing of it before") { found.append(left) }
      }
    case .latest(let of, let wanted, _, _):
      let parts = of.parts + (wanted?.parts ?? [])
      found += adapted(parts, draft, draft.earlier(of.kinds))
      found += savedValues(draft)
      for draft in inserted(of, draft, isBefore: true) {
        if let wanted { found += adapted(wanted.parts, draft, [draft.index - 1]) }
        found.append(draft)
      }
    }
    return found
  }

  /// Those of some places whose exchange matches a pattern as it is.
  private func matching(
    _ pattern: ExchangePattern, _ draft: WalkDraft, _ places: [Int]
  ) -> [Int] {
    places.filter { made(draft, $0, pattern.parts) == draft.members[$0].exchange }
  }

  /// The walk with one of some members changed so that it matches.
  private func adapted(
    _ parts: [PartPattern], _ draft: WalkDraft, _ places: [Int]
  ) -> [WalkDraft] {
    places.prefix(3).compactMap { place in
      guard let exchange = made(draft, place, parts), exchange != draft.members[place].exchange
      else {
        return nil
      }
      return draft.replaced(place, exchange, "\(draft.kindName(place)): as the rule is about")
    }
  }
}
