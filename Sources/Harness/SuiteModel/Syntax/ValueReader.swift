// SPDX-License-Identifier: Apache-2.0
// Reads values and patterns with their variables.

import Documents
import Expectations
import JSON
import RegularExpressions
import SourceText
import YAML

/// Reads values that are sent, and patterns that answers are compared with.
struct ValueReader {
  /// What may stand in a value.
  enum Kind {
    /// A value that is sent: no matchers.
    case value
    /// A pattern: it may have matchers, and keys that are queries.
    case pattern
  }

  /// The row of `cases` whose values are put in.
  var row = CaseRow()
}

extension ValueReader {
  /// A value with its variables; nil where it holds a mistake, which is reported.
  func value(_ node: YAMLNode, _ kind: Kind, _ nodes: inout NodeReader) -> ValueTemplate? {
    guard nodes.counts(1, node) else { return nil }
    if let tag = node.tag { return tagged(node, tag, kind, &nodes) }
    switch node.content {
    case .scalar(let scalar):
      if kind == .pattern { Self.warnOfOldBoolean(scalar, at: node, &nodes) }
      return self.scalar(scalar, node, &nodes)
    case .sequence(let items):
      var values: [ValueTemplate] = []
      values.reserveCapacity(items.count)
      for item in items {
        if let value = value(item, kind, &nodes) { values.append(value) }
      }
      return values.count == items.count ? Self.list(values, at: node.position) : nil
    case .mapping(let entries):
      var members: [ValueTemplate.Member] = []
      var isWhole = true
      for entry in entries {
        let key = self.key(entry.key, kind, &nodes)
        let value = self.value(entry.value, kind, &nodes)
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
  func text(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> TextTemplate? {
    guard node.tag == nil, let text = node.text else {
      nodes.error("expected \(what), a text, found \(node.withArticle)", at: node)
      return nil
    }
    return template(text, node, &nodes)
  }

  private func scalar(
    _ scalar: YAMLScalar, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> ValueTemplate? {
    let isPlain = scalar.style == .plain
    let value: JSONValue
    switch scalar.coreValue {
    case .null: value = .null
    case .boolean(let boolean): value = .boolean(boolean)
    case .integer(let literal), .float(let literal):
      guard let number = JSONNumber(literal: literal) else {
        nodes.error("JSON can't carry the number '\(scalar.text)'", at: node)
        return nil
      }
      value = .number(number)
    case .nonFinite(let text):
      nodes.error("JSON has no number '\(text)'; quote it to mean the text", at: node)
      return nil
    case .string(let text):
      guard let template = template(text, node, &nodes) else { return nil }
      if let expression = template.wholeVariable { return .variable(expression) }
      guard let constant = template.constant else { return .text(template) }
      return .constant(
        .scalar(.string(constant), written: constant, isPlain: isPlain, at: node.position))
    }
    return .constant(.scalar(value, written: scalar.text, isPlain: isPlain, at: node.position))
  }

  private func key(
    _ node: YAMLNode, _ kind: Kind, _ nodes: inout NodeReader
  ) -> ValueTemplate.Key? {
    guard let text = node.text else { return nil }
    let isQuery = text == "$" || text.hasPrefix("$.") || text.hasPrefix("$[")
    if kind == .pattern, isQuery {
      guard let (template, expressions) = query(node, &nodes) else { return nil }
      return .query(template, expressions, source: text)
    }
    return template(text, node, &nodes).map { .name($0) }
  }

  private func tagged(
    _ node: YAMLNode, _ tag: YAMLTag, _ kind: Kind, _ nodes: inout NodeReader
  ) -> ValueTemplate? {
    guard kind == .pattern else {
      nodes.error("a matcher (!\(tag.name)) can't be sent; write a value", at: node)
      return nil
    }
    let bare = node.untagged
    // An empty node and an empty map are not arguments.
    if bare.isNull && bare.text?.isEmpty == true { return Self.tagged(tag.name, nil, node) }
    if case .mapping(let entries) = bare.content, entries.isEmpty {
      return Self.tagged(tag.name, nil, node)
    }
    if tag.name == "matches", let text = bare.text, text.contains("${") {
      return expressionArgument(text, node, &nodes)
        .map { .tagged(tag.name, $0, at: node.position) }
    }
    guard let argument = value(bare, .pattern, &nodes) else { return nil }
    return Self.tagged(tag.name, argument, node)
  }

  private func expressionArgument(
    _ text: String, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> ValueTemplate? {
    do {
      let template = try RegularExpressionTemplate(text)
      return try expressions(template.variables, node, &nodes)
        .map { .expression(template, $0, at: node.position) }
    } catch let error as ExpressionError {
      nodes.error("\(error)", at: node.position(atScalar: error.offset))
    } catch let error as TemplateError {
      nodes.error(error.message, at: node.position(atScalar: error.offset))
    } catch {
      nodes.error("\(error)", at: node)
    }
    return nil
  }

  private static func tagged(
    _ name: String, _ argument: ValueTemplate?, _ node: YAMLNode
  ) -> ValueTemplate {
    switch argument {
    case nil: .constant(.tagged(name, nil, at: node.position))
    case .constant(let inner)?: .constant(.tagged(name, inner, at: node.position))
    case let argument?: .tagged(name, argument, at: node.position)
    }
  }

  /// A list; constant where all its items are.
  private static func list(_ items: [ValueTemplate], at position: Position) -> ValueTemplate {
    let nodes = items.compactMap { item -> PatternNode? in
      if case .constant(let node) = item { node } else { nil }
    }
    return nodes.count == items.count
      ? .constant(.list(nodes, at: position)) : .list(items, at: position)
  }

  /// A map; constant where all its keys and values are.
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
