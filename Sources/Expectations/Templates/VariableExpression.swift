// SPDX-License-Identifier: Apache-2.0
// The expression between `${` and `}`: its grammar and its value.

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

  package private(set) var root: Root
  package private(set) var parts: [Part] = []
  /// Added to a time.
  package private(set) var offset: Duration?
  package private(set) var filters: [Filter] = []
  /// As written, without `${` and `}`.
  package let written: String
  /// The place of the `$`.
  package let position: Position
}

extension VariableExpression {
  /// Reads the text between `${` and `}`.
  ///
  /// - Throws: `TemplateError` whose offset counts in scalars from the start of `written`.
  package init(_ written: String, at position: Position) throws(TemplateError) {
    var scanner = ExpressionScanner(written)
    self.init(root: .name(try scanner.name()), written: written, position: position)
    while let part = try scanner.part() { parts.append(part) }
    offset = try scanner.offset()
    while let filter = try scanner.filter() { filters.append(filter) }
    try scanner.end()
  }

  /// The name it begins with; nil where a value stands in its place.
  package var name: String? {
    if case .name(let name) = root { name } else { nil }
  }

  /// Whether it is a name and nothing else.
  package var isBareName: Bool { parts.isEmpty && offset == nil && filters.isEmpty }

  /// The same with a value in the place of the name.
  package func replacingRoot(by template: ValueTemplate) -> VariableExpression {
    var result = self
    result.root = .inline(template)
    if case .variable(let inner) = template {
      if isBareName { return inner }
      if inner.offset == nil, inner.filters.isEmpty {
        // The name with all its parts stays known, so that a scenario needs only this part of a fact.
        result.root = inner.root
        result.parts = inner.parts + parts
      }
    }
    return result
  }

  /// The same place with a value instead of the whole expression.
  func replacingAll(by root: Root) -> VariableExpression {
    VariableExpression(root: root, written: written, position: position)
  }

  /// The expressions that name something, also those in the value of a row.
  package var variables: [VariableExpression] {
    switch root {
    case .name: [self]
    case .inline(let template): template.variables
    case .value: []
    }
  }

  /// The value of the whole expression.
  package func value(in bindings: Bindings) throws(EvaluationError) -> BoundValue {
    if bindings.isUnknown, case .name = root { return .unknown }
    let (start, rest) = try root(in: bindings)
    guard !rest.isEmpty || offset != nil || !filters.isEmpty else { return start }
    var value: JSONValue
    switch start {
    case .unknown: return .unknown
    case .json(let json): value = json
    case .pattern(let template):
      guard let json = try template.jsonWithoutMatchers(in: bindings) else {
        throw error("is a matcher, of which no part can be taken and no text made")
      }
      value = json
    }
    for part in rest { value = try self.part(part, of: value) }
    if let offset { value = try moved(value, by: offset) }
    for filter in filters {
      do {
        value = try filter.apply(to: value)
      } catch {
        throw self.error("can't be filtered: \(error.message)")
      }
    }
    return .json(value)
  }

  /// The value as JSON.
  package func json(in bindings: Bindings) throws(EvaluationError) -> JSONValue {
    switch try value(in: bindings) {
    case .unknown: return .string("")
    case .json(let json): return json
    case .pattern(let template):
      guard let json = try template.jsonWithoutMatchers(in: bindings) else {
        throw error("is a matcher; a value is needed here")
      }
      return json
    }
  }

  /// The value as a text: numbers and booleans as they are written.
  package func text(in bindings: Bindings) throws(EvaluationError) -> String {
    // A text of its own for each place, so that keys of a map stay different.
    if bindings.isUnknown, !variables.isEmpty {
      return "unknown-\(position.line)-\(position.column)"
    }
    let value = try json(in: bindings)
    guard let text = value.scalarText else {
      throw error("is \(value.withArticle), which can't stand inside a text")
    }
    return text
  }

  /// The value of the first name, and the parts that are still to be taken from it.
  private func root(
    in bindings: Bindings
  ) throws(EvaluationError) -> (value: BoundValue, rest: ArraySlice<Part>) {
    switch root {
    case .value(let value): return (.json(value), parts[...])
    case .inline(let template):
      switch template {
      case .variable(let expression): return (try expression.value(in: bindings), parts[...])
      case .text(let text) where bindings.isUnknown && !text.variables.isEmpty:
        return (.unknown, parts[...])
      case .scalar, .text, .list, .map, .tagged, .expression:
        return (.pattern(template), parts[...])
      }
    case .name(let name):
      if let value = bindings.saved[name] ?? bindings.given[name] { return (value, parts[...]) }
      if let value = bindings.facts[name] { return (.json(value), parts[...]) }
      if let value = try bindings.builtIn(name, nil) { return (.json(value), parts[...]) }
      if case .member(let member)? = parts.first, let value = try bindings.builtIn(name, member) {
        return (.json(value), parts.dropFirst())
      }
      throw EvaluationError("${\(written)} has no value here", at: position, cause: .unbound)
    }
  }

  private func part(_ part: Part, of value: JSONValue) throws(EvaluationError) -> JSONValue {
    switch (part, value) {
    case (.member(let name), .object(let object)):
      if let member = object[name] { return member }
      throw error("has no member '\(name)'")
    case (.index(let index), .array(let items)):
      if index < items.count { return items[index] }
      throw error("has \(items.count) items, so none at [\(index)]")
    case (.member(let name), _): throw error("is \(value.withArticle), so it has no '\(name)'")
    case (.index(let index), _): throw error("is \(value.withArticle), so it has no [\(index)]")
    }
  }

  private func moved(_ value: JSONValue, by duration: Duration) throws(EvaluationError) -> JSONValue
  {
    guard let time = value.scalarText.flatMap({ Int($0) }) ?? value.number?.integer else {
      throw error("is not a time in milliseconds, so a duration can't be added")
    }
    let (sum, overflow) = time.addingReportingOverflow(duration.wholeMilliseconds)
    guard !overflow else { throw error("is beyond all times") }
    return .integer(sum)
  }

  private func error(_ message: String) -> EvaluationError {
    EvaluationError("${\(written)} \(message)", at: position)
  }
}
