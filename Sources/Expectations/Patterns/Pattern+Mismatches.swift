// SPDX-License-Identifier: Apache-2.0
// How a value differs from a pattern, and the sentence that says so.

import Formats
import Text

extension Pattern {
  /// A value and the place where it stands.
  typealias Item = (value: JSONValue, place: Place)

  /// All the ways in which a value differs from the pattern; empty where it matches.
  func mismatches(_ value: JSONValue?, at place: Place, in scope: Scope) -> [Finding] {
    if accepts(value, in: scope) { return [] }
    guard let value else { return [mismatch(nil, at: place)] }
    let inner = innerMismatches(value, at: place, in: scope)
    return weighed(
      inner.isEmpty
        ? [mismatch(value, at: place, nearest: nearest(value, at: place, in: scope))] : inner,
      value, at: place, in: scope)
  }

  /// Findings that say of a value whether it grants more than the pattern: success, `true`, items.
  func weighed(_ findings: [Finding], _ value: JSONValue, at place: Place, in scope: Scope)
    -> [Finding]
  {
    let isExceeded =
      switch value {
      case .boolean(true): accepts(false, in: scope)
      case .array: accepts(.array([]), in: scope)
      case .object: accepts(.object(JSONObject()), in: scope)
      case .number:
        place == .status && Self.isStatus(value, ofClass: 2)
          && !(200...299).contains { accepts(.integer($0), in: scope) }
      default: false
      }
    guard isExceeded else { return findings }
    return findings.map {
      var finding = $0
      if finding.place == place { finding.excess = finding.excess ?? .granted }
      return finding
    }
  }

  /// The differences inside a value; empty where only the value as a whole can be named.
  private func innerMismatches(_ value: JSONValue, at place: Place, in scope: Scope) -> [Finding] {
    switch form {
    case .object(let object): return object.mismatches(value, of: self, at: place, in: scope)
    case .list(let patterns):
      guard value.array != nil else { return [] }
      return listMismatches(Self.items(of: value, at: place), of: patterns, at: place, in: scope)
    case .optional(let pattern):
      return pattern.mismatches(value, at: place, in: scope).map {
        var finding = $0.ofOptional(at: place)
        if pattern.isNull, finding.place == place { finding.excess = .unwanted }
        return finding
      }
    case .all(let patterns):
      return Self.unique(patterns.flatMap { $0.mismatches(value, at: place, in: scope) })
    case .matcher(let any):
      return any.matcher.innerMismatches(value, of: self, at: place, in: scope)
    case .unknown, .literal, .statusClass, .absent, .not, .oneOf: return []
    }
  }

  /// The items of an array, or the values of an object; no items for any other value.
  static func items(of value: JSONValue, at place: Place) -> [Item] {
    switch value {
    case .array(let values): values.enumerated().map { ($1, place.item($0)) }
    case .object(let object): object.members.map { ($0.value, place.member($0.name)) }
    case .null, .boolean, .number, .string: []
    }
  }

  /// How the items of an array differ from the patterns of a list.
  func listMismatches(_ items: [Item], of patterns: [Pattern], at place: Place, in scope: Scope)
    -> [Finding]
  {
    if patterns.count == items.count {
      return zip(patterns, items).flatMap { $0.mismatches($1.value, at: $1.place, in: scope) }
    }
    return [countMismatch(items, expected: patterns.count, at: place)]
  }

  /// The mismatch of an array with too few or too many items.
  func countMismatch(_ items: [Item], expected: Int, at place: Place) -> Finding {
    mismatch(
      .array(items.map(\.value)), at: place,
      nearest: "\(place.name) has \(MessageText.count(items.count, "item")); expected \(expected)")
  }

  /// The one mismatch of the pattern as a whole.
  func mismatch(_ value: JSONValue?, at place: Place, nearest: QuotingText? = nil) -> Finding {
    let isUnwanted =
      value != nil && acceptsNothing
      && (mayAccept.isSubset(of: [.nothing, .null]) || isMissingWithExceptions)
    return Finding(
      place: place, position: position, expected: text, found: found(value),
      nearest: nearest, words: value == nil ? words : wordsForAnother,
      excess: isUnwanted ? .unwanted : nil, expectedValue)
  }

  /// The value that came, with what it stands for.
  private func found(_ value: JSONValue?) -> FoundValue {
    let found = FoundValue(of: value)
    guard let value, case .matcher(let any) = form, let gloss = any.matcher.gloss(value) else {
      return found
    }
    return FoundValue(text: "\(found.text) (\(words: gloss))", kind: found.kind, value: found.value)
  }

  /// What is expected in the place of a value that came: where that one alone is refused, its finding
  /// names it already.
  private var wordsForAnother: QuotingText {
    guard case .not(let refused) = form, case .literal = refused.form else { return words }
    return "another value"
  }

  /// The mismatches of each wrong item, up to a limit, and one that counts those beyond it.
  func listed<Wrong>(_ wrong: [Wrong], at place: Place, _ mismatches: (Wrong) -> [Finding])
    -> [Finding]
  {
    let shown = wrong.prefix(Self.mismatchLimit).flatMap(mismatches)
    guard wrong.count > Self.mismatchLimit else { return shown }
    return shown + [
      Finding(
        place: place, position: position, expected: text,
        found: "\(wrong.count - Self.mismatchLimit) more that differ, \(wrong.count) in all",
        words: words, expectedValue)
    ]
  }

  /// At most so many items of one array, or members of one object, are reported one by one.
  static let mismatchLimit = 50

  static func unique(_ mismatches: [Finding]) -> [Finding] {
    var seen: Set<Finding> = []
    return mismatches.filter { seen.insert($0).inserted }
  }

  /// Why a value does not match, where that says more than the expected and the found value.
  func nearest(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    guard mayAccept.contains(Kinds(of: value)) else {
      if mayAccept.isSubset(of: .nothing) { return nil }
      return "\(Self.subject(value, place)), \(MessageText.kind(value)); expected \(noun)"
    }
    switch form {
    case .literal(let literal): return Self.closeness(of: value, to: literal.value, place)
    // By an exception nothing is said of what is right.
    case .oneOf(let patterns)
    where Self.exceptions(patterns).isEmpty && Self.exceptionsToNothing(patterns).isEmpty:
      return Self.closest(patterns, value, at: place, in: scope)
    case .matcher(let any): return any.matcher.reason(value, at: place, in: scope)
    case .unknown, .statusClass, .object, .list, .absent, .optional, .not, .all, .oneOf:
      return nil
    }
  }

  /// The expected value as a noun: `the boolean true`, `an integer`.
  private var noun: QuotingText {
    switch form {
    case .literal(let literal): literal.noun
    case .statusClass: "a status code"
    case .matcher(let any): QuotingText(words: any.matcher.noun)
    case .unknown, .object, .list, .absent, .optional, .not, .oneOf, .all:
      QuotingText(words: mayAccept.noun)
    }
  }

  /// How far a value is from the pattern: 0 where it matches.
  ///
  /// The first member of a map weighs as much as the others together, because authors write first
  /// the member that tells things apart.
  func distance(_ value: JSONValue?, in scope: Scope) -> Int {
    if accepts(value, in: scope) { return 0 }
    guard let value, mayAccept.contains(Kinds(of: value)) else { return Self.otherKind }
    switch form {
    case .object(let object): return object.distance(value, in: scope)
    case .optional(let pattern): return pattern.distance(value, in: scope)
    case .oneOf(let patterns): return patterns.map { $0.distance(value, in: scope) }.min() ?? 1
    case .all(let patterns):
      return patterns.reduce(0) { min(Self.otherKind, $0 + $1.distance(value, in: scope)) }
    case .unknown, .literal, .statusClass, .list, .absent, .not, .matcher: return 1
    }
  }

  /// The distance of a value of a kind that never matches.
  private static let otherKind = 1000

  /// `` `expires` is "5" ``: what came, where, short enough for a sentence.
  static func subject(_ value: JSONValue, _ place: Place) -> QuotingText {
    "\(place.name) is \(quoted(value))"
  }

  /// A value within a sentence. Strings stand in back quotes, so that their own quotes show.
  private static func quoted(_ value: JSONValue) -> QuotingText {
    let text = MessageText.of(value).cut(to: 80)
    return value.string == nil ? text : "`\(text)`"
  }

  /// How two strings differ that look alike.
  private static func closeness(of value: JSONValue, to wanted: JSONValue, _ place: Place)
    -> QuotingText?
  {
    if let value = value.object, let wanted = wanted.object {
      return otherMembers(of: value, than: wanted)
    }
    guard let value = value.string, let wanted = wanted.string else { return nil }
    if value.lowercased() == wanted.lowercased() { return "\(place.name) differs only in case" }
    if StringMatching.trimmed(value).elementsEqual(StringMatching.trimmed(wanted)) {
      return "\(place.name) differs only in the white space around it"
    }
    let same = zip(value.unicodeScalars, wanted.unicodeScalars).prefix { $0 == $1 }.count
    guard same >= 20 else { return nil }
    return "\(place.name) is the same up to character \(same)"
  }

  /// That only some values are others than expected: the values themselves may be masked, and look the
  /// same. nil where other members are there, or all of them differ.
  private static func otherMembers(of value: JSONObject, than wanted: JSONObject) -> QuotingText? {
    let names = wanted.names.filter { value[$0] != wanted[$0] }
    guard Set(value.names) == Set(wanted.names), !names.isEmpty, names.count < wanted.names.count
    else { return nil }
    let shown = QuotingText.list(names.map { "`\($0)`" })
    return names.count == 1
      ? "\(shown) is another one than expected, and the rest is the same"
      : "\(shown) are others than expected, and the rest is the same"
  }

  /// The difference from the closest alternative; nil if it only says that the value is another.
  private static func closest(
    _ patterns: [Pattern], _ value: JSONValue, at place: Place, in scope: Scope
  ) -> QuotingText? {
    let candidates = patterns.filter { $0.mayAccept.contains(Kinds(of: value)) }
    let distances = candidates.map { $0.distance(value, in: scope) }
    guard let least = distances.min() else { return nil }
    // Of those that are equally far, the one is meant that differs further inside, and a value as a whole
    // of which only some is another one before all.
    func isValue(_ pattern: Pattern) -> Bool {
      if case .literal = pattern.form { value.object != nil } else { false }
    }
    let nearest = zip(candidates, distances).filter { $0.1 == least }.map(\.0)
    let closest = nearest.compactMap { pattern -> (depth: Int, mismatches: [Finding])? in
      let mismatches = pattern.mismatches(value, at: place, in: scope)
      guard let first = mismatches.first else { return nil }
      if first.place != place {
        return (first.place.description.count { $0 == "/" }, mismatches)
      }
      return (first.nearest == nil ? -1 : isValue(pattern) ? .max : 0, mismatches)
    }.max { $0.depth < $1.depth }
    return closest.flatMap { $0.depth < 0 ? nil : summary($0.mismatches) }
  }

  /// The difference of the closest item; nil if it only says that the item is another.
  func closest(of items: [Item], in scope: Scope) -> QuotingText? {
    guard let item = first(ofNearest: items.prefix(Self.itemLimit), in: scope) else { return nil }
    let mismatches = mismatches(item.value, at: item.place, in: scope)
    if mismatches.count == 1, mismatches[0].place == item.place, mismatches[0].nearest == nil {
      return nil
    }
    return Self.summary(mismatches).map { "\(item.place) comes closest: \($0)" as QuotingText }
  }

  /// The closest item whose first member of the map is as expected; nil without one, or if the
  /// pattern is not a map of several members.
  func meant(among items: [Item], in scope: Scope) -> Item? {
    first(
      ofNearest: items.prefix(Self.itemLimit).filter { tellsApart($0.value, in: scope) }, in: scope)
  }

  /// The first of the items that come closest to the pattern.
  private func first(ofNearest items: some Sequence<Item>, in scope: Scope) -> Item? {
    items.map { (item: $0, distance: distance($0.value, in: scope)) }
      .min { $0.distance < $1.distance }?.item
  }

  /// Whether the first member of the map, which tells things apart, is as expected.
  private func tellsApart(_ value: JSONValue, in scope: Scope) -> Bool {
    switch form {
    case .object(let object):
      guard object.entries.count > 1, let value = value.object, let first = object.entries.first,
        case .name(let name) = first.key
      else { return false }
      return value[name] != nil && first.pattern.accepts(value[name], in: scope)
    case .all(let patterns): return patterns.contains { $0.tellsApart(value, in: scope) }
    case .optional(let pattern): return pattern.tellsApart(value, in: scope)
    case .unknown, .literal, .statusClass, .list, .absent, .not, .oneOf, .matcher: return false
    }
  }

  /// The closest item is looked for among at most so many.
  private static let itemLimit = 1000

  /// The first mismatch in words, and how many more there are.
  private static func summary(_ mismatches: [Finding]) -> QuotingText? {
    guard let first = mismatches.first else { return nil }
    let more = mismatches.count - 1
    return more == 0
      ? first.sentence : "\(first.sentence), and \(MessageText.count(more, "difference")) more"
  }
}

extension Kinds {
  /// `a string`, `an array or an object`: the values that are expected, without "nothing".
  var noun: String { subtracting(.nothing).description }
}
