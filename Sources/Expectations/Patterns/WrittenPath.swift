// SPDX-License-Identifier: Apache-2.0
// A JSONPath query or an XML path, with the text it was written as.

package import Formats

/// A JSONPath query or an XML path, with the text it was written as.
package struct WrittenPath<Path: Sendable>: Sendable, Equatable {
  let path: Path
  let source: String

  package static func == (left: Self, right: Self) -> Bool { left.source == right.source }
}

package typealias Query = WrittenPath<JSONPath>

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
        at: nodes.first.map { place.selected($0.pointer) } ?? place.query(source), in: scope)
    }
    let items = nodes.map { (value: $0.value, place: place.selected($0.pointer)) }
    return pattern.selectionMismatches(items, .nodes, at: place.query(source), in: scope)
  }
}
