// SPDX-License-Identifier: Apache-2.0
// Several values under one key: the nodes that a query or a path selects.

import Formats

/// How a pattern is asked about several values.
enum SelectionStyle: Sendable {
  /// The nodes of a query or path. A pattern that is not for arrays matches exactly one node.
  case nodes
  /// The fields of a header name. A pattern that is not for arrays matches one of them.
  case fields
}

extension Pattern {
  /// Whether the pattern is asked about the array of everything that was selected.
  func seesArray(_ style: SelectionStyle) -> Bool {
    switch form {
    case .list: style == .nodes
    case .literal(let literal): style == .nodes && literal.value.array != nil
    case .matcher(let any): any.matcher.seesItems
    case .unknown, .statusClass, .object, .absent, .optional, .not, .oneOf, .all: false
    }
  }

  /// Whether the values that were selected match.
  func acceptsSelection(_ values: [JSONValue], _ style: SelectionStyle, in scope: Scope) -> Bool {
    switch form {
    case .absent: return values.isEmpty
    case .optional(let pattern):
      return values.isEmpty || pattern.acceptsSelection(values, style, in: scope)
    case .not(let pattern):
      return pattern.isComplete && !pattern.acceptsSelection(values, style, in: scope)
    case .all(let patterns):
      return patterns.allSatisfy { $0.acceptsSelection(values, style, in: scope) }
    case .oneOf(let patterns):
      return patterns.contains { $0.acceptsSelection(values, style, in: scope) }
    case .list(let patterns) where style == .nodes:
      return Self.areAccepted(values, by: patterns, in: scope)
    case .literal(let literal) where seesArray(style): return literal.value.array == values
    case .matcher(let any):
      if any.matcher.seesItems { return any.matcher.accepts(.array(values), in: scope) }
      return acceptsOne(of: values, style, in: scope)
    case .unknown, .statusClass, .object, .literal, .list:
      return acceptsOne(of: values, style, in: scope)
    }
  }

  /// Whether the only node, or any of the fields, matches.
  private func acceptsOne(of values: [JSONValue], _ style: SelectionStyle, in scope: Scope) -> Bool
  {
    switch style {
    case .nodes: values.count == 1 && accepts(values[0], in: scope)
    case .fields: values.contains { accepts($0, in: scope) }
    }
  }

  /// How the values that were selected differ from the pattern.
  ///
  /// - Parameter place: Of the selection as a whole.
  func selectionMismatches(
    _ items: [Item], _ style: SelectionStyle, at place: Place, in scope: Scope
  ) -> [Finding] {
    let values = items.map(\.value)
    if acceptsSelection(values, style, in: scope) { return [] }
    switch form {
    case .optional(let pattern):
      return pattern.selectionMismatches(items, style, at: place, in: scope)
    case .all(let patterns):
      return Self.unique(
        patterns.flatMap { $0.selectionMismatches(items, style, at: place, in: scope) })
    case .absent, .not, .oneOf:
      return [mismatch(whole(values), at: items.count == 1 ? items[0].place : place)]
    case .list(let patterns) where style == .nodes:
      return weighed(
        listMismatches(items, of: patterns, at: place, in: scope), .array(values), at: place,
        in: scope)
    case .literal where seesArray(style):
      let array = JSONValue.array(values)
      return [mismatch(array, at: place, nearest: MessageText.size(of: array, at: place))]
    case .matcher(let any):
      if any.matcher.seesItems {
        let whole = JSONValue.array(values)
        return weighed(
          any.matcher.itemMismatches(items, whole: whole, of: self, at: place, in: scope), whole,
          at: place, in: scope)
      }
    case .unknown, .statusClass, .object, .literal, .list: break
    }
    if items.isEmpty { return [mismatch(nil, at: place)] }
    if items.count == 1 { return mismatches(items[0].value, at: items[0].place, in: scope) }
    let nearest: QuotingText =
      switch style {
      case .nodes: "\(place.name) selects \(items.count) values; expected exactly one"
      case .fields: "none of the \(items.count) fields matches"
      }
    return [mismatch(whole(values), at: place, nearest: nearest)]
  }

  /// How many values a query selects, to check a pattern before there is an answer.
  enum SelectionSize: CaseIterable {
    case none
    case one
    case several
  }

  /// Whether there are values of these kinds that, selected together, don't match.
  func canFailOnSelection(_ style: SelectionStyle, of kinds: Kinds) -> Bool {
    SelectionSize.allCases.contains { !alwaysAccepts($0, style, of: kinds) }
  }

  private func alwaysAccepts(_ size: SelectionSize, _ style: SelectionStyle, of kinds: Kinds)
    -> Bool
  {
    switch form {
    case .absent: return size == .none
    case .optional(let pattern):
      return size == .none || pattern.alwaysAccepts(size, style, of: kinds)
    case .not(let pattern): return pattern.neverAccepts(size, style)
    case .all(let patterns): return patterns.allSatisfy { $0.alwaysAccepts(size, style, of: kinds) }
    case .oneOf(let patterns): return patterns.contains { $0.alwaysAccepts(size, style, of: kinds) }
    case .matcher(let any):
      if any.matcher.seesItems { return any.matcher.alwaysAccepts.contains(.array) }
    case .unknown, .literal, .statusClass, .object, .list: break
    }
    if seesArray(style) || size == .none || canFail(on: kinds) { return false }
    return size == .one || style == .fields
  }

  private func neverAccepts(_ size: SelectionSize, _ style: SelectionStyle) -> Bool {
    switch form {
    case .absent: size != .none
    case .optional(let pattern): size != .none && pattern.neverAccepts(size, style)
    case .all(let patterns): patterns.contains { $0.neverAccepts(size, style) }
    case .oneOf(let patterns): patterns.allSatisfy { $0.neverAccepts(size, style) }
    case .not, .unknown: false
    case .literal, .statusClass, .object, .list, .matcher:
      !seesArray(style) && (size == .none || (size == .several && style == .nodes))
    }
  }

  private func whole(_ values: [JSONValue]) -> JSONValue? {
    values.count > 1 ? .array(values) : values.first
  }
}
