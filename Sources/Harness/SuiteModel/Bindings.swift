// SPDX-License-Identifier: Apache-2.0
// What the names of a suite stand for at a step.

import Encodings
package import Expectations
package import JSON
package import SourceText

/// What a name stands for.
package enum BoundValue: Sendable, Equatable {
  case json(JSONValue)
  /// What `cases` or `with` give: a pattern, its matchers kept.
  case pattern(PatternNode)
  /// Not known before the suite runs.
  case unknown
}

/// What the names of a suite stand for at a step, the nearest first.
package struct Bindings {
  /// By `save` and `gives`.
  package var saved: [String: BoundValue]
  /// By `cases`, or what a fragment takes.
  package var given: [String: BoundValue]
  /// Of the target.
  package var facts: [String: JSONValue]
  /// `device`, `run`, `now` and the scenario's other devices: name and member give a value, nil
  /// where there is none of that name.
  package var builtIn: (_ name: String, _ member: String?) throws(EvaluationError) -> JSONValue?
  /// Whether values are not known: what is asked is only whether everything fits together.
  package let isUnknown: Bool

  package init(
    facts: [String: JSONValue] = [:],
    builtIn: @escaping (String, String?) throws(EvaluationError) -> JSONValue?
  ) {
    saved = [:]
    given = [:]
    self.facts = facts
    self.builtIn = builtIn
    isUnknown = false
  }

  private init() {
    saved = [:]
    given = [:]
    facts = [:]
    builtIn = { _, _ in nil }
    isUnknown = true
  }

  /// For checks before a run: every name stands for something unknown.
  package static var unknown: Bindings { Bindings() }
}

/// Why an expression has no value: a fault that only shows while the suite runs.
package struct EvaluationError: Error, Sendable, Equatable {
  /// Who has to mend it.
  package enum Cause: Sendable, Equatable {
    /// The suite: a value does not suit the place where it is used.
    case suite
    /// The suite, or the step that should have bound the name and did not.
    case unbound
    /// The partner's framework, which did not answer when it was asked for its status.
    case framework
  }

  package let message: String
  /// Where in the suite's file; nil where the message is about the whole action of the step.
  package let position: Position?
  package let cause: Cause

  package init(_ message: String, at position: Position?, cause: Cause = .suite) {
    self.message = message
    self.position = position
    self.cause = cause
  }
}

extension VariableExpression {
  /// The value of the whole expression.
  package func value(in bindings: Bindings) throws(EvaluationError) -> BoundValue {
    if bindings.isUnknown, case .name = root { return .unknown }
    let (start, rest) = try root(in: bindings)
    guard !rest.isEmpty || offset != nil || !filters.isEmpty else { return start }
    guard var value = start.json else {
      if case .unknown = start { return .unknown }
      throw error("is a matcher, of which no part can be taken and no text made")
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
    let value = try value(in: bindings)
    if case .unknown = value { return .string("") }
    guard let json = value.json else { throw error("is a matcher; a value is needed here") }
    return json
  }

  /// The value as a text: numbers and booleans as they are written.
  package func text(in bindings: Bindings) throws(EvaluationError) -> String {
    // A name of its own, so that keys of a map stay apart.
    if bindings.isUnknown, !variables.isEmpty {
      return "unknown-\(position.line)-\(position.column)"
    }
    let value = try json(in: bindings)
    guard let text = value.scalarText else {
      throw error("is \(value.withArticle), which can't stand inside a text")
    }
    return text
  }

  /// What the first name stands for, and the parts that are still to be taken of it.
  private func root(
    in bindings: Bindings
  ) throws(EvaluationError) -> (value: BoundValue, rest: ArraySlice<Part>) {
    switch root {
    case .inline(let template):
      switch try template.node(in: bindings) {
      case .unknown: return (.unknown, parts[...])
      case let node: return (.pattern(node), parts[...])
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
      throw error("is no time in milliseconds, so no duration can be added")
    }
    let (sum, overflow) = time.addingReportingOverflow(duration.wholeMilliseconds)
    guard !overflow else { throw error("is beyond all times") }
    return .integer(sum)
  }

  private func error(_ message: String) -> EvaluationError {
    EvaluationError("${\(written)} \(message)", at: position)
  }
}

extension BoundValue {
  /// The value as JSON; nil for a matcher and for what is unknown.
  package var json: JSONValue? {
    switch self {
    case .json(let value): value
    case .pattern(let node): node.json
    case .unknown: nil
    }
  }
}
