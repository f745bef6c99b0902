// SPDX-License-Identifier: Apache-2.0
// Maps and `!exactly`: the members that an object must have, and queries over the document.

internal import Findings
internal import JSON

/// The members that an object must have, and what queries over the document must select.
package struct ObjectMatcher: Sendable, Equatable {
  package enum Key: Sendable, Equatable {
    case name(String)
    case query(Query)
  }

  package struct Entry: Sendable, Equatable {
    package let key: Key
    package let pattern: Pattern
  }

  package let entries: [Entry]
  /// `!exactly`: no other members.
  package let isClosed: Bool
}

/// A JSONPath query with the text it was written as.
package struct Query: Sendable, Equatable {
  let path: JSONPath
  package let source: String

  package static func == (left: Query, right: Query) -> Bool { left.source == right.source }
}

extension ObjectMatcher.Key {
  package var source: String {
    switch self {
    case .name(let name): name
    case .query(let query): query.source
    }
  }
}

extension ObjectMatcher.Entry {
  /// Whether some document misses it.
  var canFail: Bool {
    if isSelection { return pattern.canFailOnSelection(.nodes, of: .values) }
    return pattern.canFail()
  }

  /// Whether its pattern is asked about all that a query selects.
  var isSelection: Bool {
    if case .query(let query) = key { !query.path.isSingular } else { false }
  }
}

extension ObjectMatcher {
  /// A map of queries only says nothing of the value in whose place it stands.
  var needsObject: Bool {
    isClosed || entries.isEmpty
      || entries.contains { entry in
        if case .name = entry.key { true } else { false }
      }
  }

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
      case .query(let query):
        mismatches += query.mismatches(entry.pattern, at: place, in: scope)
      }
    }
    guard isClosed, let object else { return mismatches }
    let allowed = entries.map { "`\($0.key.source)`" }.joined(separator: ", ")
    return mismatches
      + pattern.listed(foreignMembers(of: object), at: place) { member in
        [
          Finding(
            place: place.member(member.name), position: pattern.position, expected: pattern.text,
            found: Wording.text(member.value),
            nearest: entries.isEmpty
              ? "`\(member.name)` is not expected: no member is"
              : "`\(member.name)` is not expected: only \(Wording.cut(allowed)) may be there")
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
      !entries.contains { entry in
        if case .name(let name) = entry.key {
          name.utf8.elementsEqual(member.name.utf8)
        } else {
          false
        }
      }
    }
  }
}

extension Query {
  func accepts(_ pattern: Pattern, in scope: Scope) -> Bool {
    let values = scope.nodes(of: self).map(\.value)
    return path.isSingular
      ? pattern.accepts(values.first, in: scope)
      : pattern.acceptsSelection(values, .nodes, in: scope)
  }

  func mismatches(_ pattern: Pattern, at place: Place, in scope: Scope) -> [Finding] {
    let nodes = scope.nodes(of: self)
    if path.isSingular {
      return pattern.mismatches(
        nodes.first?.value,
        at: nodes.first.map { place.selected($0.pointer) } ?? place.query(source),
        in: scope)
    }
    let items = nodes.map { (value: $0.value, place: place.selected($0.pointer)) }
    return pattern.selectionMismatches(items, .nodes, at: place.query(source), in: scope)
  }
}
