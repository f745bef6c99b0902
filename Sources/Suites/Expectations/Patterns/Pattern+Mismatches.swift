// SPDX-License-Identifier: Apache-2.0
// How a value differs from a pattern: asked only when it does.

internal import Formats

extension Pattern {
  /// A value and the place where it stands.
  typealias Item = (value: JSONValue, place: Place)

  /// All the ways in which a value differs from the pattern; empty where it matches.
  func mismatches(_ value: JSONValue?, at place: Place, in scope: Scope) -> [Finding] {
    if accepts(value, in: scope) { return [] }
    guard let value else { return [mismatch(nil, at: place)] }
    let inner = innerMismatches(value, at: place, in: scope)
    return inner.isEmpty
      ? [mismatch(value, at: place, nearest: nearest(value, at: place, in: scope))] : inner
  }

  /// The differences inside a value; empty where only the value as a whole can be named.
  private func innerMismatches(_ value: JSONValue, at place: Place, in scope: Scope) -> [Finding] {
    switch form {
    case .object(let object): return object.mismatches(value, of: self, at: place, in: scope)
    case .list(let patterns):
      guard let values = value.array else { return [] }
      let items = values.enumerated().map { (value: $1, place: place.item($0)) }
      return listMismatches(items, of: patterns, at: place, in: scope)
    case .optional(let pattern): return pattern.mismatches(value, at: place, in: scope)
    case .all(let patterns):
      return Self.unique(patterns.flatMap { $0.mismatches(value, at: place, in: scope) })
    case .matcher(let any):
      return any.matcher.innerMismatches(value, of: self, at: place, in: scope)
    case .unknown, .literal, .statusClass, .absent, .not, .oneOf: return []
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
    Finding(
      place: place, position: position, expected: text, found: MessageText.of(value),
      nearest: nearest)
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
        found: "\(wrong.count - Self.mismatchLimit) more that differ, \(wrong.count) in all")
    ]
  }

  /// At most so many items of one array, or members of one object, are reported one by one.
  static let mismatchLimit = 50

  static func unique(_ mismatches: [Finding]) -> [Finding] {
    var seen: Set<Finding> = []
    return mismatches.filter { seen.insert($0).inserted }
  }
}
