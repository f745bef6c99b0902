// SPDX-License-Identifier: Apache-2.0
// A value of a suite with `${…}` in it: a value that is sent, or a pattern that is expected.

package import Formats
package import Text

/// A value as written in a suite: plain, with variables, or with matchers.
package indirect enum ValueTemplate: Sendable, Equatable {
  /// A scalar without variables, and its text: under a string matcher, a plain one is that text.
  case scalar(JSONValue, written: String, isPlain: Bool, at: Position)
  /// A text that holds variables and more.
  case text(TextTemplate)
  /// One `${…}` and nothing else: the value keeps its type.
  case variable(VariableExpression)
  case list([ValueTemplate], at: Position)
  case map([Member], at: Position)
  /// A matcher and its argument; nil without one, or for an empty `{}`.
  case tagged(Tag, ValueTemplate?)
  /// The argument of a matcher that takes a regular expression, with variables in it.
  case expression(GrammarTemplate<RegularExpressionTemplate>)
}

extension ValueTemplate {
  /// A member of a map.
  package struct Member: Sendable, Equatable {
    package let key: Key
    package let position: Position
    package let value: ValueTemplate

    package init(key: Key, position: Position, value: ValueTemplate) {
      self.key = key
      self.position = position
      self.value = value
    }
  }

  /// The key of a member.
  package enum Key: Sendable, Equatable {
    case name(TextTemplate)
    /// A JSONPath query over the whole document.
    case query(QueryTemplate)
    /// A path into an XML document, under `xml:` or `!xml`.
    case path(PathTemplate)
  }

  /// The name of a matcher where it stands.
  package struct Tag: Sendable, Equatable {
    /// Without `!`.
    package let name: String
    /// Where its `!` stands.
    package let position: Position
    /// Where the argument stands, or the `{}`; findings point there.
    package let contentPosition: Position

    package init(name: String, position: Position, contentPosition: Position) {
      self.name = name
      self.position = position
      self.contentPosition = contentPosition
    }
  }

  /// The expressions in it that name something, in their order.
  package var variables: [VariableExpression] {
    switch self {
    case .scalar: []
    case .text(let text): text.variables
    case .variable(let expression): expression.variables
    case .list(let items, _): items.flatMap(\.variables)
    case .map(let members, _): members.flatMap { $0.key.variables + $0.value.variables }
    case .tagged(_, let argument): argument?.variables ?? []
    case .expression(let template): template.variables
    }
  }

  package var position: Position {
    switch self {
    case .scalar(_, _, _, let position), .list(_, let position), .map(_, let position): position
    case .text(let text): text.position
    case .variable(let expression): expression.position
    case .tagged(let tag, _): tag.contentPosition
    case .expression(let template): template.position
    }
  }

  /// The value of a scalar without variables; nil for any other template.
  package var constant: JSONValue? {
    if case .scalar(let value, _, _, _) = self { value } else { nil }
  }
}

extension ValueTemplate.Key {
  package var variables: [VariableExpression] {
    switch self {
    case .name(let text): text.variables
    case .query(let query): query.variables
    case .path(let path): path.variables
    }
  }

  /// As the suite writes it.
  package var written: String {
    switch self {
    case .name(let text): text.written
    case .query(let query): query.source
    case .path(let path): path.source
    }
  }
}

extension ValueTemplate {
  /// The value as JSON to be sent.
  ///
  /// - Throws: Where it holds a matcher, or a variable without a value.
  package func json(in bindings: Bindings) throws(EvaluationError) -> JSONValue {
    guard let value = try jsonWithoutMatchers(in: bindings) else {
      throw EvaluationError("a matcher can't be sent; write a value", at: position, cause: .step)
    }
    return value
  }

  /// The value as JSON; nil where it holds a matcher or a query. An unknown variable is null.
  func jsonWithoutMatchers(in bindings: Bindings) throws(EvaluationError) -> JSONValue? {
    switch self {
    case .scalar(let value, _, _, _): return value
    case .text(let text):
      if bindings.isUnknown, !text.variables.isEmpty { return .null }
      return .string(try text.text(in: bindings))
    case .variable(let expression):
      switch try expression.value(in: bindings) {
      case .json(let value): return value
      case .pattern(let template): return try template.jsonWithoutMatchers(in: bindings)
      case .unknown: return .null
      }
    case .list(let items, _):
      var values: [JSONValue] = []
      values.reserveCapacity(items.count)
      for item in items {
        guard let value = try item.jsonWithoutMatchers(in: bindings) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .map(let members, _):
      var object = JSONObject()
      for member in members {
        guard case .name(let name) = member.key,
          let value = try member.value.jsonWithoutMatchers(in: bindings)
        else { return nil }
        object.append(try name.text(in: bindings), value)
      }
      return .object(object)
    case .tagged, .expression: return nil
    }
  }

  /// The value of a name that is given this template, by `with:` or as a default.
  ///
  /// - Throws: Where a variable has no value.
  package func bound(in bindings: Bindings) throws(EvaluationError) -> BoundValue {
    switch self {
    case .variable(let expression):
      switch try expression.value(in: bindings) {
      case .pattern(let template): return .pattern(try template.closed(in: bindings))
      case let value: return value
      }
    case .text(let text):
      let filled = try text.text(in: bindings)
      return .pattern(.scalar(.string(filled), written: filled, isPlain: false, at: text.position))
    case .scalar, .list, .map, .tagged, .expression: return .pattern(try closed(in: bindings))
    }
  }

  /// The same template with a value in the place of each name, so that other names don't change it.
  fileprivate func closed(in bindings: Bindings) throws(EvaluationError) -> ValueTemplate {
    if variables.isEmpty { return self }
    switch self {
    case .scalar: return self
    case .text(let text): return .text(try text.closed(in: bindings))
    case .variable(let expression): return .variable(try expression.closed(in: bindings))
    case .list(let items, let position):
      return .list(
        try items.map { item throws(EvaluationError) in try item.closed(in: bindings) },
        at: position)
    case .map(let members, let position):
      let closed = try members.map { member throws(EvaluationError) in
        Member(
          key: try member.key.closed(in: bindings), position: member.position,
          value: try member.value.closed(in: bindings))
      }
      return .map(closed, at: position)
    case .tagged(let tag, let argument): return .tagged(tag, try argument?.closed(in: bindings))
    case .expression(let template): return .expression(try template.closed(in: bindings))
    }
  }
}

extension ValueTemplate.Key {
  fileprivate func closed(in bindings: Bindings) throws(EvaluationError) -> ValueTemplate.Key {
    switch self {
    case .name(let text): .name(try text.closed(in: bindings))
    case .query(let query): .query(try query.closed(in: bindings))
    case .path(let path): .path(try path.closed(in: bindings))
    }
  }
}

extension VariableExpression {
  /// The same expression with its value in it.
  fileprivate func closed(in bindings: Bindings) throws(EvaluationError) -> VariableExpression {
    switch try value(in: bindings) {
    case .json(let value): replacingAll(by: .value(value))
    case .pattern(let template): replacingAll(by: .inline(try template.closed(in: bindings)))
    case .unknown: self
    }
  }
}

extension TextTemplate {
  fileprivate func closed(in bindings: Bindings) throws(EvaluationError) -> TextTemplate {
    let pieces = try pieces.map { piece throws(EvaluationError) in
      guard case .variable(let expression) = piece else { return piece }
      return Piece.variable(try expression.closed(in: bindings))
    }
    return TextTemplate(pieces: pieces, written: written, position: position)
  }
}

extension GrammarTemplate {
  fileprivate func closed(in bindings: Bindings) throws(EvaluationError) -> GrammarTemplate {
    let closed = try expressions.map { expression throws(EvaluationError) in
      try expression.closed(in: bindings)
    }
    return GrammarTemplate(
      grammar: grammar, expressions: closed, source: source, position: position)
  }
}
