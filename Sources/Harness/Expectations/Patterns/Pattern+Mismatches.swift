// SPDX-License-Identifier: Apache-2.0
// How a value differs from a pattern: asked only when it does.

internal import Findings
internal import JSON

extension Pattern {
  /// All the ways in which a value is not as the pattern says; none where it is.
  func mismatches(_ value: JSONValue?, at place: Place, in scope: Scope) -> [Finding] {
    if accepts(value, in: scope) { return [] }
    guard let value else { return [mismatch(nil, at: place)] }
    let inner: [Finding] =
      switch form {
      case .object(let object): object.mismatches(value, of: self, at: place, in: scope)
      case .optional(let pattern): pattern.mismatches(value, at: place, in: scope)
      case .all(let patterns):
        Self.unique(patterns.flatMap { $0.mismatches(value, at: place, in: scope) })
      case .list, .each, .some, .none, .unordered:
        itemMismatches(of: value, at: place, in: scope)
      case .base64(let pattern?): base64Mismatches(value, pattern, at: place, in: scope)
      case .json(let pattern?): jsonMismatches(value, pattern, at: place, in: scope)
      case .xml(let entries): xmlMismatches(value, entries, at: place, in: scope)
      case .url(let url): url.mismatches(value, of: self, at: place, in: scope)
      case .enhancedError(let object):
        EnhancedError.mismatches(value, object, of: self, at: place, in: scope)
      default: []
      }
    return inner.isEmpty
      ? [mismatch(value, at: place, nearest: nearest(value, at: place, in: scope))] : inner
  }

  /// The one mismatch of the pattern as a whole.
  func mismatch(_ value: JSONValue?, at place: Place, nearest: String? = nil) -> Finding {
    Finding(
      place: place, position: position, expected: text, found: Wording.text(value),
      nearest: nearest)
  }

  /// How far a value is from the pattern: 0 where it matches.
  ///
  /// The first member of a map weighs as much as the others together, for authors name first what
  /// tells things apart.
  func distance(_ value: JSONValue?, in scope: Scope) -> Int {
    if accepts(value, in: scope) { return 0 }
    guard let value, mayAccept.contains(Kinds(of: value)) else { return Self.otherKind }
    switch form {
    case .object(let object): return object.distance(value, in: scope)
    case .optional(let pattern): return pattern.distance(value, in: scope)
    case .oneOf(let patterns): return patterns.map { $0.distance(value, in: scope) }.min() ?? 1
    case .all(let patterns):
      return patterns.reduce(0) { min(Self.otherKind, $0 + $1.distance(value, in: scope)) }
    default: return 1
    }
  }

  private static let otherKind = 1000

  static func unique(_ mismatches: [Finding]) -> [Finding] {
    var seen: Set<Finding> = []
    return mismatches.filter { seen.insert($0).inserted }
  }

  /// At most so many items of one array, or members of one object, are reported one by one.
  static let mismatchLimit = 50
}
