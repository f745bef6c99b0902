// SPDX-License-Identifier: Apache-2.0
// Maps and `!exactly`: the members an object must have, and queries over the document.

internal import Formats
internal import Text

/// The members an object must have, and what queries over the document must select.
struct ObjectPattern: Sendable, Equatable {
  enum Key: Sendable, Equatable {
    case name(String)
    case query(Query)
  }

  struct Entry: Sendable, Equatable {
    let key: Key
    let pattern: Pattern
  }

  let entries: [Entry]
  /// Whether other members are refused: `!exactly`.
  let isClosed: Bool
}

extension ObjectPattern.Key {
  /// The name of a member; nil for a query.
  var name: String? {
    if case .name(let name) = self { name } else { nil }
  }

  /// As the suite has it.
  var source: String {
    switch self {
    case .name(let name): name
    case .query(let query): query.source
    }
  }
}

extension ObjectPattern.Entry {
  /// The pattern as the end of a sentence: `` `a` is 1 ``.
  var clause: QuotingText {
    switch key {
    case .name(let name): pattern.clause("`\(name)`")
    case .query(let query): pattern.clause("\(words: QueryWords(query.source).noun)")
    }
  }

  /// Whether some document does not match it.
  var canFail: Bool {
    isSelection ? pattern.canFailOnSelection(.nodes, of: .values) : pattern.canFail()
  }

  /// Whether its pattern is asked about everything a query selects, not about one value.
  var isSelection: Bool {
    if case .query(let query) = key { !query.path.isSingular } else { false }
  }
}

extension ObjectPattern {
  /// Whether the value itself must be an object. A map with queries only says nothing about it.
  var needsObject: Bool { isClosed || entries.isEmpty || entries.contains { $0.key.name != nil } }

  /// Whether it asks about other parts of the document too.
  var hasQuery: Bool { entries.contains { $0.key.name == nil } }

  /// The kinds of which some value may match, and those of which every value matches.
  var kinds: (may: Kinds, always: Kinds) {
    let may: Kinds = needsObject ? .object : .values
    let canFail = isClosed || entries.contains(where: \.canFail)
    return (may, canFail ? [] : may)
  }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    let object = value.object
    if object == nil, needsObject { return false }
    for entry in entries {
      switch entry.key {
      case .name(let name): if !entry.pattern.accepts(object?[name], in: scope) { return false }
      case .query(let query): if !query.accepts(entry.pattern, in: scope) { return false }
      }
    }
    return !isClosed || foreignMembers(of: object ?? JSONObject()).isEmpty
  }

  func mismatches(_ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope)
    -> [Finding]
  {
    let object = value.object
    if object == nil, needsObject { return [] }
    var mismatches: [Finding] = []
    for entry in entries {
      switch entry.key {
      case .name(let name):
        let member = object?[name]
        let place = place.member(name)
        if member == nil, !entry.pattern.acceptsNothing {
          mismatches.append(
            entry.pattern.mismatch(
              nil, at: place, nearest: object.flatMap { misspelling(of: name, in: $0) }))
        } else {
          mismatches += entry.pattern.mismatches(member, at: place, in: scope)
        }
      case .query(let query): mismatches += query.mismatches(entry.pattern, at: place, in: scope)
      }
    }
    guard isClosed, let object else { return mismatches }
    let allowed = entries.map { "`\($0.key.source)`" }.joined(separator: ", ")
    return mismatches
      + pattern.listed(foreignMembers(of: object), at: place) { member in
        [
          Finding(
            place: place.member(member.name), position: pattern.position, expected: pattern.text,
            found: FoundValue(of: member.value),
            nearest: entries.isEmpty
              ? "`\(member.name)` is not expected: no member is"
              : "`\(member.name)` is not expected: only \(MessageText.cut(allowed)) may be there",
            words: MessageText.of(nil), excess: .unwanted)
        ]
      }
  }

  func distance(_ value: JSONValue, in scope: Scope) -> Int {
    let distances = entries.map { entry in
      switch entry.key {
      case .name(let name): min(1, entry.pattern.distance(value.object?[name], in: scope))
      case .query(let query): query.accepts(entry.pattern, in: scope) ? 0 : 1
      }
    }
    guard let first = distances.first else { return 1 }
    return max(1, distances.reduce(0, +) + first * (distances.count - 1))
  }

  private func foreignMembers(of object: JSONObject) -> [JSONObject.Member] {
    object.members.filter { member in
      !entries.contains { $0.key.name?.utf8.elementsEqual(member.name.utf8) ?? false }
    }
  }

  /// Names a member of the object that may be the missing one under a wrong name.
  private func misspelling(of name: String, in object: JSONObject) -> QuotingText? {
    // One letter of two is half of the word: any other name of two letters would be near.
    if name.utf8.count < 3 { return nil }
    let known = Set(entries.compactMap(\.key.name))
    let others = object.names.filter { !known.contains($0) }
    // An answer may have many members, and each comparison costs the product of the lengths.
    return Suggestion.nearest(to: name, among: Array(others.prefix(100)))
      .map { "`\(name)` is missing; there is `\($0)`" }
  }

  /// Whether every object that `other` accepts is accepted by this too.
  func covers(_ other: ObjectPattern) -> Bool {
    if isClosed {
      let names = Set(entries.map(\.key.source))
      guard other.isClosed, other.entries.allSatisfy({ names.contains($0.key.source) }) else {
        return false
      }
    }
    guard other.needsObject || !needsObject else { return false }
    return entries.allSatisfy { entry in
      !entry.canFail
        || other.entries.contains {
          $0.key == entry.key && entry.pattern.covers($0.pattern, isSelection: entry.isSelection)
        }
    }
  }
}
