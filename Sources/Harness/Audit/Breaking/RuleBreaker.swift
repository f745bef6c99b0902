// SPDX-License-Identifier: Apache-2.0
// Looks for a change of a recording that breaks one rule alone.

internal import Encodings
internal import Expectations
internal import JSON
internal import Templates
internal import Traffic

/// Looks for the smallest change of a walk that breaks one rule and no other.
///
/// What a rule demands says how to break it: what must be there is taken away or sent otherwise, what
/// must come before is left out, what must not follow is sent. Each change is judged, first by the
/// rule alone and then by all rules.
struct RuleBreaker {
  let rule: AuditRule
  let number: Int
  /// The numbers of the rules that are broken along with it.
  let companions: Set<Int>
  let walks: [(number: Int32, walk: RecordedWalk)]
  let words: RuleWords
  /// The rule alone.
  private let alone: Audit
  /// Which rules a walk breaks, beside those that it breaks unchanged.
  private let broken: ([RecordedExchange], Int32) throws(TrafficError) -> Set<Int>
  private let names: [String]
  private var trialsLeft = 4_000
  private var judgementsLeft = 400
  /// The fewest other rules that a change broke along with it.
  private(set) var fewest: Set<Int>?

  /// So many occasions are tried.
  private static let occasionLimit = 12
  /// So many walks are searched for an occasion.
  private static let walkLimit = 120

  init(
    _ rule: AuditRule, number: Int, companions: Set<Int>, alone: Audit,
    walks: [(number: Int32, walk: RecordedWalk)], words: RuleWords, names: [String],
    broken: @escaping ([RecordedExchange], Int32) throws(TrafficError) -> Set<Int>
  ) {
    self.rule = rule
    self.number = number
    self.companions = companions
    self.alone = alone
    self.walks = walks
    self.words = words
    self.names = names
    self.broken = broken
  }
}

extension RuleBreaker {
  /// The change, in words; nil where none was found.
  mutating func change() throws(TrafficError) -> String? {
    for draft in try occasions() {
      if let found = try attempt(draft) { return found }
      for change in changes(rule.demand, draft) {
        guard hasTime else { return nil }
        if let found = try attempt(change) { return found }
      }
      // What is over by then.
      for late in self.late(draft) {
        if let found = try attempt(late) { return found }
        for change in changes(rule.demand, late).prefix(40) {
          guard hasTime else { return nil }
          if let found = try attempt(change) { return found }
        }
      }
    }
    return nil
  }

  private var hasTime: Bool { trialsLeft > 0 && judgementsLeft > 0 }

  /// The words of a draft that breaks the rule alone.
  private mutating func attempt(_ draft: WalkDraft) throws(TrafficError) -> String? {
    if draft.words.isEmpty { return nil }
    guard try result(draft).broken > 0 else { return nil }
    judgementsLeft -= 1
    let found = try broken(draft.exchanges, draft.walk)
    guard found.contains(number) else { return nil }
    let others = found.subtracting(companions).subtracting([number])
    if others.isEmpty { return draft.words.joined(separator: "; ") }
    if others.count < fewest?.count ?? .max { fewest = others }
    return nil
  }

  /// How often the rule was met, broken, and not judged, and where it was met.
  private mutating func result(
    _ draft: WalkDraft
  ) throws(TrafficError) -> (met: Int, broken: Int, open: Int, examples: [EntryReference]) {
    trialsLeft -= 1
    let result = try alone.judge(RecordedWalk.recording(draft.exchanges, named: names))
    return result.rules.reduce(into: (0, 0, 0, [])) {
      $0.0 += $1.met
      $0.1 += $1.brokenCount
      $0.2 += $1.notJudged.values.reduce(0, +)
      $0.3 += $1.examples
    }
  }
}

extension RuleBreaker {
  /// Walks in which the rule is obeyed, each with an exchange that it is about. Where the recording has
  /// none, such are made of others.
  private mutating func occasions() throws(TrafficError) -> [WalkDraft] {
    var found: [WalkDraft] = []
    var signatures: [String: Int] = [:]
    var others: [WalkDraft] = []
    let kinds = rule.occasion.kinds
    var searched = 0
    for (number, walk) in walks {
      let places = walk.members.indices.filter {
        kinds.contains(walk.members[$0].kind) && !walk.members[$0].exchange.isDeliberate
      }
      guard let last = places.last else { continue }
      searched += 1
      if searched > Self.walkLimit { break }
      let draft = WalkDraft(walk, number: number, at: last)
      let result = try result(draft)
      if result.broken > 0 { continue }
      let met = places.filter { result.examples.contains(walk.members[$0].exchange.entry) }
      for place in met.suffix(2) {
        let draft = WalkDraft(walk, number: number, at: place)
        let later = Set(draft.later(kinds).map { draft.members[$0].kind }).count
        let signature = "\(draft.kindName(place)) \(later) \(place == 0)"
        signatures[signature, default: 0] += 1
        if signatures[signature, default: 0] <= 2 { found.append(draft) }
      }
      if found.count >= Self.occasionLimit { return found }
      if others.count < 3 * Self.occasionLimit {
        for place in places.suffix(2) {
          let draft = WalkDraft(walk, number: number, at: place)
          let signature = "\(draft.kindName(place)) \(place > 3) \(walk.members.count > 6)"
          signatures["other \(signature)", default: 0] += 1
          if signatures["other \(signature)", default: 0] <= 4 { others.append(draft) }
        }
      }
    }
    return found.isEmpty ? try made(others) : found
  }

  /// Drafts changed so that the rule is about them.
  private mutating func made(_ drafts: [WalkDraft]) throws(TrafficError) -> [WalkDraft] {
    var live: [WalkDraft] = []
    for draft in drafts {
      guard let exchange = made(draft, draft.index, rule.occasion.parts) else { continue }
      var start = draft
      if exchange != draft.occasion.exchange {
        start = draft.replaced(
          draft.index, exchange, "\(draft.kindName(draft.index)): as the rule is about")
      }
      var variants = [start]
      for condition in rule.conditions {
        variants = Array(variants.flatMap { satisfied($0, condition) }.prefix(240))
      }
      for variant in variants {
        guard trialsLeft > 1_000 else { return live }
        let result = try result(variant)
        if result.met + result.broken + result.open > 0 { live.append(variant) }
        if live.count >= Self.occasionLimit { return live }
      }
    }
    return live
  }

  /// The exchange at a place, changed so that it matches some patterns as far as they depend on nothing
  /// else; nil where no change makes it match.
  func made(_ draft: WalkDraft, _ place: Int, _ parts: [PartPattern]) -> RecordedExchange? {
    made(
      draft.members[place].exchange, draft.members[place].kind, parts, bindings(draft),
      draft.vocabulary)
  }

  func made(
    _ exchange: RecordedExchange, _ kind: Int, _ parts: [PartPattern], _ bindings: Bindings,
    _ vocabulary: ExchangeVocabulary
  ) -> RecordedExchange? {
    var exchange = exchange
    let now = exchange.startedAt.milliseconds
    for part in parts {
      guard let bound = try? BoundPattern.Part(part, in: bindings), bound.expectation.isComplete
      else {
        continue
      }
      let document = vocabulary.document(of: exchange, kind: kind)
      if bound.holds(document, at: now) { continue }
      var wishes = Wishes(document.json, now: now, bindings, words)
      wishes.add(part)
      let whole = wishes.wanted.reduce(exchange) {
        $0.changed($1, kind: kind, vocabulary) ?? $0
      }
      if bound.holds(vocabulary.document(of: whole, kind: kind), at: now) {
        exchange = whole
        continue
      }
      let candidates = wishes.changes.lazy.compactMap {
        exchange.changed($0, kind: kind, vocabulary)
      }
      guard
        let found = candidates.first(where: {
          bound.holds(vocabulary.document(of: $0, kind: kind), at: now)
        })
      else { return nil }
      exchange = found
    }
    return exchange
  }

  /// The values that the rule saves of the occasion.
  func bindings(_ draft: WalkDraft) -> Bindings {
    let document = draft.document(draft.index)
    let time = draft.occasion.exchange.startedAt.milliseconds
    var bindings = Bindings(builtIn: { name, member in
      name == "now" && member == nil ? .integer(time) : nil
    })
    for save in rule.occasion.saves + rule.saves {
      let value = save.sources.lazy.compactMap(\.names).compactMap { document.value($0) }.first
      if let value { bindings.saved[save.name] = .json(value) }
    }
    return bindings
  }
}
