// SPDX-License-Identifier: Apache-2.0
// Reading values and patterns.

import Expectations
import JSON
import RegularExpressions
import SourceText
import YAML

extension SuiteDecoder {
  /// What may stand in a value.
  enum ValueKind {
    /// What is sent: no matchers.
    case value
    /// What is expected: matchers, and keys that are queries.
    case pattern
  }

  /// A value with its variables; nil where it holds a mistake, which is reported.
  mutating func value(_ node: YAMLNode, _ kind: ValueKind) -> ValueTemplate? {
    guard counts(1, node) else { return nil }
    if let tag = node.tag { return tagged(node, tag, kind) }
    switch node.content {
    case .scalar(let scalar):
      if kind == .pattern { warnOfOldBoolean(scalar, at: node) }
      return self.scalar(scalar, node)
    case .sequence(let items):
      let values = items.map { value($0, kind) }
      let known = values.compactMap(\.self)
      return known.count == values.count ? Self.list(known, at: node.position) : nil
    case .mapping(let entries):
      var members: [ValueTemplate.Member] = []
      var isWhole = true
      for entry in entries {
        let key = self.key(entry.key, kind)
        let value = self.value(entry.value, kind)
        if let key, let value {
          members.append(
            ValueTemplate.Member(key: key, position: entry.key.position, value: value))
        } else {
          isWhole = false
        }
      }
      return isWhole ? Self.map(members, at: node.position) : nil
    }
  }

  /// A text with variables.
  mutating func textTemplate(_ node: YAMLNode, _ what: String) -> TextTemplate? {
    guard node.tag == nil, let text = node.text else {
      error("expected \(what), a text, found \(node.withArticle)", at: node)
      return nil
    }
    return template(text, node)
  }

  private mutating func scalar(_ scalar: YAMLScalar, _ node: YAMLNode) -> ValueTemplate? {
    let isPlain = scalar.style == .plain
    let value: JSONValue
    switch scalar.coreValue {
    case .null: value = .null
    case .boolean(let boolean): value = .boolean(boolean)
    case .integer(let literal), .float(let literal):
      guard let number = JSONNumber(literal: literal) else {
        error("'\(scalar.text)' is no number that JSON can carry", at: node)
        return nil
      }
      value = .number(number)
    case .nonFinite(let text):
      error("JSON has no number '\(text)'; quote it to mean the text", at: node)
      return nil
    case .string(let text):
      guard let template = template(text, node) else { return nil }
      if let expression = template.wholeVariable { return .variable(expression) }
      guard let constant = template.constant else { return .text(template) }
      return .constant(
        .scalar(.string(constant), written: constant, isPlain: isPlain, at: node.position))
    }
    return .constant(.scalar(value, written: scalar.text, isPlain: isPlain, at: node.position))
  }

  private mutating func template(_ text: String, _ node: YAMLNode) -> TextTemplate? {
    // The place of each variable is counted from the start of the text.
    let variables = text.utf8.reduce(into: 0) { if $1 == UInt8(ascii: "$") { $0 += 1 } }
    guard counts(variables * (text.utf8.count / 256), node) else { return nil }
    do {
      let template = try TextTemplate(
        parsing: text, position: node.position, positions: { node.position(atScalar: $0) })
      return row.isEmpty ? template : filled(template, node)
    } catch {
      self.error(error.message, at: node.position(atScalar: error.offset))
      return nil
    }
  }

  /// The text with the row's values in it: they are there before any variable is bound.
  private mutating func filled(_ template: TextTemplate, _ node: YAMLNode) -> TextTemplate? {
    var pieces: [TextTemplate.Piece] = []
    for piece in template.pieces {
      guard case .variable(let written) = piece, let name = written.name,
        row.values[name] != nil
      else {
        pieces.append(piece)
        continue
      }
      guard let expression = inlined(written) else { return nil }
      guard case .inline(let value) = expression.root else {
        pieces.append(.variable(expression))
        continue
      }
      if expression.isBareName, case .text(let inner) = value {
        guard counts(inner.pieces.count + inner.written.utf8.count / 16, node) else { return nil }
        pieces += inner.pieces
        continue
      }
      guard value.variables.isEmpty else {
        pieces.append(.variable(expression))
        continue
      }
      do {
        if template.wholeVariable != nil, !expression.isBareName {
          // It keeps its type; what is asked is only whether there is a value.
          _ = try expression.json(in: .unknown)
          pieces.append(.variable(expression))
        } else {
          let text = try expression.text(in: .unknown)
          guard counts(1 + text.utf8.count / 16, node) else { return nil }
          if !text.isEmpty { pieces.append(.literal(text)) }
        }
      } catch {
        self.error(
          error.message, at: error.position ?? written.position, length: written.written.count + 3)
        return nil
      }
    }
    return TextTemplate(pieces: pieces, written: template.written, position: template.position)
  }

  /// The expression with the value of the row in the place of its name; nil where that holds a
  /// mistake, which is reported.
  mutating func inlined(_ expression: VariableExpression) -> VariableExpression? {
    guard let name = expression.name, let node = row.values[name] else { return expression }
    // A row may hide a fact by a value that is made of that fact.
    if activeNames == [name] { return expression }
    if activeNames.contains(name) || activeNames.count >= RowSubstitution.chainLimit {
      let chain = (activeNames + [name]).joined(separator: " → ")
      error(
        "the row refers to itself, or through too many of its variables: \(chain)",
        at: expression.position, length: expression.written.count + 3)
      return nil
    }
    activeNames.append(name)
    defer { activeNames.removeLast() }
    return value(node, .pattern).map { expression.replacingRoot(by: $0) }
  }

  mutating func key(_ node: YAMLNode, _ kind: ValueKind) -> ValueTemplate.Key? {
    guard let text = node.text else { return nil }
    let isQuery = text == "$" || text.hasPrefix("$.") || text.hasPrefix("$[")
    if kind == .pattern, isQuery {
      guard let (template, expressions) = query(node) else { return nil }
      return .query(template, expressions, source: text)
    }
    return template(text, node).map { .name($0) }
  }

  /// A JSONPath query with its variables.
  mutating func query(
    _ node: YAMLNode
  ) -> (template: JSONPathTemplate, expressions: [VariableExpression])? {
    guard node.tag == nil, let text = node.text else {
      error("expected a query ($…), found \(node.withArticle)", at: node)
      return nil
    }
    do {
      let template = try JSONPathTemplate(text)
      warnOfQuery(template, node)
      return try expressions(template.variables, node)
        .map { (template, $0) }
    } catch let error as JSONPathError {
      self.error("\(error)", at: node.position(atScalar: error.offset))
    } catch let error as TemplateError {
      self.error(error.message, at: node.position(atScalar: error.offset))
    } catch {
      self.error("\(error)", at: node)
    }
    return nil
  }

  /// Reads expressions that another grammar has found.
  ///
  /// - Returns: nil where a row holds a mistake, which is reported.
  mutating func expressions(
    _ found: [TemplateVariable], _ node: YAMLNode
  ) throws(TemplateError) -> [VariableExpression]? {
    guard counts(found.count * ((node.text?.utf8.count ?? 0) / 256), node) else { return nil }
    var expressions: [VariableExpression] = []
    for variable in found {
      do {
        let expression = try VariableExpression(
          variable.expression, at: node.position(atScalar: variable.offset))
        guard let filled = inlined(expression) else { return nil }
        expressions.append(filled)
      } catch {
        throw TemplateError(message: error.message, offset: variable.offset + 2 + error.offset)
      }
    }
    return expressions
  }

  private mutating func tagged(
    _ node: YAMLNode, _ tag: YAMLTag, _ kind: ValueKind
  ) -> ValueTemplate? {
    guard kind == .pattern else {
      error("a matcher (!\(tag.name)) can't be sent; write a value", at: node)
      return nil
    }
    let bare = node.untagged
    // Nothing, or an empty map, is no argument.
    if bare.isNull && bare.text?.isEmpty == true { return constantTagged(tag.name, nil, node) }
    if case .mapping(let entries) = bare.content, entries.isEmpty {
      return constantTagged(tag.name, nil, node)
    }
    if tag.name == "matches", let text = bare.text, text.contains("${") {
      return expressionArgument(text, node).map { .tagged(tag.name, $0, at: node.position) }
    }
    guard let argument = value(bare, .pattern) else { return nil }
    return constantTagged(tag.name, argument, node)
  }

  private func constantTagged(
    _ name: String, _ argument: ValueTemplate?, _ node: YAMLNode
  ) -> ValueTemplate {
    switch argument {
    case nil: .constant(.tagged(name, nil, at: node.position))
    case .constant(let inner)?: .constant(.tagged(name, inner, at: node.position))
    case let argument?: .tagged(name, argument, at: node.position)
    }
  }

  private mutating func expressionArgument(_ text: String, _ node: YAMLNode) -> ValueTemplate? {
    do {
      let template = try RegularExpressionTemplate(text)
      return try expressions(template.variables, node)
        .map { .expression(template, $0, at: node.position) }
    } catch let error as ExpressionError {
      self.error("\(error)", at: node.position(atScalar: error.offset))
    } catch let error as TemplateError {
      self.error(error.message, at: node.position(atScalar: error.offset))
    } catch {
      self.error("\(error)", at: node)
    }
    return nil
  }

  /// A list; constant where all its items are.
  private static func list(_ items: [ValueTemplate], at position: Position) -> ValueTemplate {
    let nodes = items.compactMap { item -> PatternNode? in
      if case .constant(let node) = item { node } else { nil }
    }
    return nodes.count == items.count
      ? .constant(.list(nodes, at: position)) : .list(items, at: position)
  }

  private static func map(_ members: [ValueTemplate.Member], at position: Position) -> ValueTemplate
  {
    var entries: [PatternEntry] = []
    for member in members {
      guard case .constant(let value) = member.value, member.key.variables.isEmpty,
        let key = try? member.key.patternKey(in: .unknown)
      else { return .map(members, at: position) }
      entries.append(PatternEntry(key, at: member.position, value))
    }
    return .constant(.map(entries, at: position))
  }
}
