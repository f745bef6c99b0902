// SPDX-License-Identifier: Apache-2.0
// Reads values and patterns with their variables.

package import Expectations
package import Formats
import Text

/// Reads values that are sent, and patterns that answers are compared with.
package struct ValueReader: Sendable {
  /// The purpose of a value.
  package enum Kind: Sendable {
    /// A value that is sent: no matchers.
    case value
    /// A pattern: it may have matchers, and keys that are queries.
    case pattern
  }

  /// The row of `cases` whose values are put in.
  let row: CaseRow

  package init(row: CaseRow = CaseRow()) { self.row = row }
}

extension ValueReader {
  /// A value with its variables; nil where it holds a mistake, which is reported.
  package func value(_ node: YAMLNode, _ kind: Kind, _ nodes: inout NodeReader) -> ValueTemplate? {
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
      return values.count == items.count ? .list(values, at: node.position) : nil
    case .mapping(let entries):
      return map(entries, kind, at: node.position, &nodes) { node, nodes in key(node, kind, &nodes)
      }
    }
  }

  /// - Parameter key: Reads a key.
  private func map(
    _ entries: [YAMLEntry], _ kind: Kind, at position: Position, _ nodes: inout NodeReader,
    key: (YAMLNode, inout NodeReader) -> ValueTemplate.Key?
  ) -> ValueTemplate? {
    var members: [ValueTemplate.Member] = []
    members.reserveCapacity(entries.count)
    for entry in entries {
      let key = key(entry.key, &nodes)
      let value = value(entry.value, kind, &nodes)
      if let key, let value {
        members.append(ValueTemplate.Member(key: key, position: entry.key.position, value: value))
      }
    }
    return members.count == entries.count ? .map(members, at: position) : nil
  }

  /// A text with variables.
  package func text(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> TextTemplate? {
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
      return .scalar(.string(constant), written: constant, isPlain: isPlain, at: node.position)
    }
    return .scalar(value, written: scalar.text, isPlain: isPlain, at: node.position)
  }

  private func key(
    _ node: YAMLNode, _ kind: Kind, _ nodes: inout NodeReader
  ) -> ValueTemplate.Key? {
    guard let text = node.text else { return nil }
    let isQuery = text == "$" || text.hasPrefix("$.") || text.hasPrefix("$[")
    if kind == .pattern, isQuery { return query(node, &nodes).map { .query($0) } }
    return template(text, node, &nodes).map { .name($0) }
  }

  private func tagged(
    _ node: YAMLNode, _ tag: YAMLTag, _ kind: Kind, _ nodes: inout NodeReader
  ) -> ValueTemplate? {
    guard kind == .pattern else {
      nodes.error("a matcher (!\(tag.name)) can't be sent; write a value", at: node)
      return nil
    }
    let name = ValueTemplate.Tag(
      name: tag.name, position: tag.position, contentPosition: node.position)
    if node.hasNoArgument { return .tagged(name, nil) }
    return argument(node.untagged, of: tag.name, &nodes).map { .tagged(name, $0) }
  }

  /// Reads an argument in the syntax that the matcher asks for.
  private func argument(
    _ node: YAMLNode, of name: String, _ nodes: inout NodeReader
  ) -> ValueTemplate? {
    switch MatcherTable.argumentSyntax(of: name) {
    case .pattern: break
    case .expression:
      guard let text = node.text, text.contains("${") else { break }
      return grammar(text, node, "regular expression", &nodes).map { .expression($0) }
    case .paths:
      if node.tag == nil, case .sequence(let items) = node.content, items.count == 1 {
        return argument(items[0], of: name, &nodes).map { .list([$0], at: node.position) }
      }
      guard node.tag == nil, case .mapping(let entries) = node.content else { break }
      return map(entries, .pattern, at: node.position, &nodes) { node, nodes in
        path(node, &nodes).map { .path($0) }
      }
    }
    return value(node, .pattern, &nodes)
  }

  /// Reports the mistakes that a pattern has with any variables.
  package static func check(_ template: ValueTemplate, _ nodes: inout NodeReader) {
    do throws(PatternErrors) {
      _ = try template.checkedPattern(in: nodes.bindings)
    } catch {
      report(error, &nodes)
    }
  }

  static func report(_ errors: PatternErrors, _ nodes: inout NodeReader) {
    for mistake in errors.errors {
      nodes.error(mistake.message, at: mistake.position, length: mistake.length)
    }
  }

  /// Words that YAML 1.1, and therefore many a tool, reads as booleans.
  private static let oldBooleans: Set<String> = ["yes", "no", "on", "off"]

  /// Warns of a bare `yes`, `no`, `on` or `off` in an expectation.
  static func warnOfOldBoolean(_ scalar: YAMLScalar, at node: YAMLNode, _ nodes: inout NodeReader) {
    guard scalar.style == .plain, scalar.text.utf8.count <= 3,
      oldBooleans.contains(scalar.text.lowercased())
    else { return }
    nodes.warning(
      "'\(scalar.text)' is the text here, not a boolean; quote it, or write true or false",
      at: node)
  }

  /// Reports the doubts of the query parser.
  static func warnOfQuery(
    _ template: JSONPathTemplate, _ node: YAMLNode, _ nodes: inout NodeReader
  ) {
    guard template.variables.isEmpty, let path = try? JSONPath(template.source) else { return }
    for warning in path.warnings {
      nodes.warning("\(warning)", at: node.position(atScalar: warning.offset))
    }
  }
}
