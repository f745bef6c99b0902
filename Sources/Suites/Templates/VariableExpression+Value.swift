// SPDX-License-Identifier: Apache-2.0
// Evaluates the expression between `${` and `}`.

package import Formats
internal import Text

extension VariableExpression {
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
      if case .member(let member)? = parts.first,
        let value = try bindings.builtIn(name, member)
      {
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
