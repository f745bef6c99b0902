// SPDX-License-Identifier: Apache-2.0
// A value of a suite with `${…}` in it: what is sent, and what is expected.

import Encodings
package import Expectations
package import JSON
package import RegularExpressions
package import SourceText

/// A value as written in a suite: plain, or with variables, or with matchers.
package indirect enum ValueTemplate: Sendable, Equatable {
  /// No variable in it.
  case constant(PatternNode)
  /// A text that holds variables and more.
  case text(TextTemplate)
  /// One `${…}` and nothing else: the value keeps its type.
  case variable(VariableExpression)
  case list([ValueTemplate], at: Position)
  case map([Member], at: Position)
  case tagged(String, ValueTemplate?, at: Position)
  /// The argument of `!matches` with variables in it.
  case expression(RegularExpressionTemplate, [VariableExpression], at: Position)

  package struct Member: Sendable, Equatable {
    package let key: Key
    package let position: Position
    package let value: ValueTemplate
  }

  package enum Key: Sendable, Equatable {
    case name(TextTemplate)
    /// A key that is a JSONPath query; the expressions in the order of the query's variables.
    case query(JSONPathTemplate, [VariableExpression], source: String)
  }
}

extension ValueTemplate {
  /// The expressions in it, in their order.
  package var variables: [VariableExpression] {
    switch self {
    case .constant: []
    case .text(let text): text.variables
    case .variable(let expression): expression.variables
    case .list(let items, _): items.flatMap(\.variables)
    case .map(let members, _): members.flatMap { $0.key.variables + $0.value.variables }
    case .tagged(_, let argument, _): argument?.variables ?? []
    case .expression(_, let expressions, _): expressions.flatMap(\.variables)
    }
  }

  package var position: Position {
    switch self {
    case .constant(let node): node.position
    case .text(let text): text.position
    case .variable(let expression): expression.position
    case .list(_, let position), .map(_, let position), .tagged(_, _, let position),
      .expression(_, _, let position):
      position
    }
  }

  /// The value with variables replaced, as a pattern that is still to be compiled.
  package func node(in bindings: Bindings) throws(EvaluationError) -> PatternNode {
    switch self {
    case .constant(let node): return node
    case .text(let text):
      if bindings.isUnknown, !text.variables.isEmpty { return .unknown(at: text.position) }
      let filled = try text.text(in: bindings)
      return .scalar(.string(filled), written: filled, isPlain: false, at: text.position)
    case .variable(let expression):
      switch try expression.value(in: bindings) {
      case .json(let value): return .value(value, at: expression.position)
      case .pattern(let node): return node
      case .unknown: return .unknown(at: expression.position)
      }
    case .list(let items, let position):
      var nodes: [PatternNode] = []
      for item in items { nodes.append(try item.node(in: bindings)) }
      return .list(nodes, at: position)
    case .map(let members, let position):
      var entries: [PatternEntry] = []
      for member in members {
        entries.append(
          PatternEntry(
            try member.key.patternKey(in: bindings), at: member.position,
            try member.value.node(in: bindings)))
      }
      return .map(entries, at: position)
    case .tagged("url", .map(let members, let inner)?, let position):
      return .tagged("url", try Self.urlParts(members, inner, in: bindings), at: position)
    case .tagged(let name, let argument, let position):
      return .tagged(name, try argument?.node(in: bindings), at: position)
    case .expression(let template, let expressions, let position):
      if bindings.isUnknown { return .unknown(at: position) }
      var texts = try expressions.texts(in: bindings)[...]
      do {
        let expression = try template.bound { (_: String) throws(EvaluationError) in
          texts.popFirst() ?? ""
        }
        return .expression(expression, source: template.source, at: position)
      } catch {
        throw EvaluationError(error, at: position)
      }
    }
  }

  /// The parts of a URL that is expected: a path is written as in a request, so a variable in it
  /// is one segment.
  private static func urlParts(
    _ members: [Member], _ position: Position, in bindings: Bindings
  ) throws(EvaluationError) -> PatternNode {
    var entries: [PatternEntry] = []
    for member in members {
      let key = try member.key.patternKey(in: bindings)
      let value: PatternNode
      if key == .name("path"), case .text(let text) = member.value, !bindings.isUnknown {
        let path = try text.text(in: bindings, encode: PercentEncoding.encode)
        value = .scalar(.string(path), written: path, isPlain: false, at: text.position)
      } else {
        value = try member.value.node(in: bindings)
      }
      entries.append(PatternEntry(key, at: member.position, value))
    }
    return .map(entries, at: position)
  }

  /// The value as JSON to be sent.
  ///
  /// - Throws: where a matcher stands in it.
  package func json(in bindings: Bindings) throws(EvaluationError) -> JSONValue {
    guard let value = try node(in: bindings).json else {
      throw EvaluationError("a matcher can't be sent; write a value", at: position)
    }
    return value
  }
}

extension ValueTemplate.Key {
  package var variables: [VariableExpression] {
    switch self {
    case .name(let text): text.variables
    case .query(_, let expressions, _): expressions.flatMap(\.variables)
    }
  }

  func patternKey(in bindings: Bindings) throws(EvaluationError) -> PatternKey {
    switch self {
    case .name(let text): return .name(try text.text(in: bindings))
    case .query(let template, let expressions, let source):
      return .query(try template.path(expressions, in: bindings), source: source)
    }
  }
}

extension [VariableExpression] {
  fileprivate func texts(in bindings: Bindings) throws(EvaluationError) -> [String] {
    var texts: [String] = []
    for expression in self { texts.append(try expression.text(in: bindings)) }
    return texts
  }
}

extension PatternNode {
  /// The value, where no matcher stands in it; an unknown one is null.
  package var json: JSONValue? {
    switch self {
    case .scalar(let value, _, _, _), .value(let value, _): return value
    case .unknown: return .null
    case .list(let items, _):
      var values: [JSONValue] = []
      for item in items {
        guard let value = item.json else { return nil }
        values.append(value)
      }
      return .array(values)
    case .map(let entries, _):
      var object = JSONObject()
      for entry in entries {
        guard case .name(let name) = entry.key, let value = entry.value.json else { return nil }
        object.append(name, value)
      }
      return .object(object)
    case .tagged, .expression, .compiled: return nil
    }
  }
}
