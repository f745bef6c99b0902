// SPDX-License-Identifier: Apache-2.0
// The expression between `${` and `}`: a name, a part of it, a time moved, filters.

package import Formats
package import Text

/// The expression between `${` and `}`:
///
///     token                          a name
///     resources.permitted[0]         a part of it
///     now + 1h, not_after - 1s       a time moved by a duration, in milliseconds
///     status | json | base64         filters, from left to right
package struct VariableExpression: Sendable, Equatable {
  package indirect enum Root: Sendable, Equatable {
    case name(String)
    /// The value that a row of `cases` has under the name, as if it were written here.
    case inline(ValueTemplate)
    /// The value of the whole expression.
    case value(JSONValue)
  }

  package enum Part: Sendable, Hashable {
    case member(String)
    case index(Int)
  }

  package let root: Root
  package let parts: [Part]
  /// Added to a time.
  package let offset: Duration?
  package let filters: [Filter]
  /// As written, without `${` and `}`.
  package let written: String
  /// Of the `$`.
  package let position: Position
}

extension VariableExpression {
  /// Reads the text between `${` and `}`.
  ///
  /// - Throws: `TemplateError` whose offset counts in scalars from the start of `written`.
  package init(_ written: String, at position: Position) throws(TemplateError) {
    var scanner = ExpressionScanner(written)
    let name = try scanner.name()
    var parts: [Part] = []
    while let part = try scanner.part() { parts.append(part) }
    let offset = try scanner.offset()
    var filters: [Filter] = []
    while let filter = try scanner.filter() { filters.append(filter) }
    try scanner.end()
    self.init(
      root: .name(name), parts: parts, offset: offset, filters: filters, written: written,
      position: position)
  }

  /// The name it begins with; nil where a value stands in its place.
  package var name: String? {
    if case .name(let name) = root { name } else { nil }
  }

  /// Whether it is a name and nothing else.
  package var isBareName: Bool { parts.isEmpty && offset == nil && filters.isEmpty }

  /// The same with a value in the place of the name.
  package func replacingRoot(by template: ValueTemplate) -> VariableExpression {
    if case .variable(let inner) = template {
      if isBareName { return inner }
      if inner.offset == nil, inner.filters.isEmpty {
        // The name with all its parts stays known, so that a scenario needs only this part of a fact.
        return VariableExpression(
          root: inner.root, parts: inner.parts + parts, offset: offset, filters: filters,
          written: written, position: position)
      }
    }
    return VariableExpression(
      root: .inline(template), parts: parts, offset: offset, filters: filters, written: written,
      position: position)
  }

  /// The same place with a value instead of the whole expression.
  func replacingAll(by root: Root) -> VariableExpression {
    VariableExpression(
      root: root, parts: [], offset: nil, filters: [], written: written, position: position)
  }

  /// The expressions that name something, also those in the value of a row.
  package var variables: [VariableExpression] {
    switch root {
    case .name: [self]
    case .inline(let template): template.variables
    case .value: []
    }
  }
}
