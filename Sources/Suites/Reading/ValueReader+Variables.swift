// SPDX-License-Identifier: Apache-2.0
// Reads the variables of texts and queries, and puts the values of a row in.

package import Expectations
package import Formats
internal import Text

extension ValueReader {
  /// The template of a scalar's text; nil where it holds a mistake, which is reported.
  func template(_ text: String, _ node: YAMLNode, _ nodes: inout NodeReader) -> TextTemplate? {
    // The place of each variable is counted from the start of the text.
    let variables = text.utf8.reduce(into: 0) { if $1 == UInt8(ascii: "$") { $0 += 1 } }
    guard nodes.counts(variables * (text.utf8.count / 256), node) else { return nil }
    do {
      let template = try TextTemplate(
        parsing: text, position: node.position, positions: { node.position(atScalar: $0) })
      return variables == 0 || row.isEmpty ? template : filled(template, node, &nodes)
    } catch {
      nodes.error(error.message, at: node.position(atScalar: error.offset))
      return nil
    }
  }

  /// The text with the row's values in it: they are there before any variable is bound.
  private func filled(
    _ template: TextTemplate, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> TextTemplate? {
    var pieces: [TextTemplate.Piece] = []
    for piece in template.pieces {
      guard case .variable(let written) = piece else {
        pieces.append(piece)
        continue
      }
      guard let expression = filled(written, &nodes) else { return nil }
      guard case .inline(let value) = expression.root else {
        pieces.append(.variable(expression))
        continue
      }
      if expression.isBareName, case .text(let inner) = value {
        let size = inner.pieces.count + inner.written.utf8.count / 16
        guard nodes.counts(size, node) else { return nil }
        pieces += inner.pieces
        continue
      }
      guard value.variables.isEmpty else {
        pieces.append(.variable(expression))
        continue
      }
      do {
        if template.wholeVariable != nil, !expression.isBareName {
          // The value keeps its type; this only asks whether there is one.
          _ = try expression.json(in: .unknown)
          pieces.append(.variable(expression))
        } else {
          let text = try expression.text(in: .unknown)
          guard nodes.counts(1 + text.utf8.count / 16, node) else { return nil }
          if !text.isEmpty { pieces.append(.literal(text)) }
        }
      } catch {
        nodes.error(
          error.message, at: error.position ?? written.position, length: written.written.count + 3)
        return nil
      }
    }
    return TextTemplate(pieces: pieces, written: template.written, position: template.position)
  }

  /// The expression with the value of the row in the place of its name.
  ///
  /// - Returns: nil where that value holds a mistake, which is reported.
  package func filled(
    _ expression: VariableExpression, _ nodes: inout NodeReader
  ) -> VariableExpression? {
    guard let name = expression.name else { return expression }
    switch row.meaning(of: name) {
    case .other: return expression
    case .endless: return nil
    case .value(let node, let row):
      return ValueReader(row: row).value(node, .pattern, &nodes)
        .map { expression.replacingRoot(by: $0) }
    }
  }

  /// A JSONPath query with its variables; nil where it holds a mistake, which is reported.
  package func query(_ node: YAMLNode, _ nodes: inout NodeReader) -> QueryTemplate? {
    guard node.tag == nil, let text = node.text else {
      nodes.error("expected a query ($…), found \(node.withArticle)", at: node)
      return nil
    }
    guard let query: QueryTemplate = grammar(text, node, "JSONPath", &nodes) else { return nil }
    Self.warnOfQuery(query.grammar, node, &nodes)
    return query
  }

  /// An XML path with its variables; nil where it holds a mistake, which is reported.
  func path(_ node: YAMLNode, _ nodes: inout NodeReader) -> PathTemplate? {
    guard let text = node.text else { return nil }
    if text.hasPrefix("$.") || text.hasPrefix("$[") {
      nodes.error("'\(text)' is a JSONPath query; an XML path begins with '/'", at: node)
      return nil
    }
    return grammar(text, node, "XML path", &nodes)
  }

  /// A text of a grammar of its own with its variables.
  ///
  /// - Parameter name: What messages call the text.
  func grammar<Grammar>(
    _ text: String, _ node: YAMLNode, _ name: String, _ nodes: inout NodeReader
  ) -> GrammarTemplate<Grammar>? {
    let grammar: Grammar
    do throws(LocatedError<Grammar.Mistake, ScalarOffset>) {
      grammar = try Grammar(text)
    } catch {
      nodes.error(
        "invalid \(name): \(error.description)", at: node.position(atScalar: error.offset))
      return nil
    }
    do throws(TemplateError) {
      return try expressions(grammar.variables, node, &nodes).map {
        GrammarTemplate(grammar: grammar, expressions: $0, source: text, position: node.position)
      }
    } catch {
      nodes.error(error.message, at: node.position(atScalar: error.offset))
      return nil
    }
  }

  /// Reads the expressions in a query, a path or a regular expression.
  ///
  /// - Returns: nil where a row holds a mistake, which is reported.
  private func expressions(
    _ found: [TemplateVariable], _ node: YAMLNode, _ nodes: inout NodeReader
  ) throws(TemplateError) -> [VariableExpression]? {
    let size = found.count * ((node.text?.utf8.count ?? 0) / 256)
    guard nodes.counts(size, node) else { return nil }
    var expressions: [VariableExpression] = []
    for variable in found {
      do {
        let expression = try VariableExpression(
          variable.expression, at: node.position(atScalar: variable.offset))
        guard let filled = filled(expression, &nodes) else { return nil }
        expressions.append(filled)
      } catch {
        throw TemplateError(message: error.message, offset: variable.offset + 2 + error.offset)
      }
    }
    return expressions
  }
}
