// SPDX-License-Identifier: Apache-2.0
// Texts with a grammar of their own: they are parsed first, and bound then.

package import Formats
package import Text

/// A grammar in whose texts `${…}` may stand: JSONPath queries, XML paths, regular expressions.
///
/// A text is parsed before any variable has a value, and values are put in as literals, so that
/// they can't change what the text means.
package protocol TemplateGrammar: Sendable, Equatable {
  /// The values that replace variables.
  associatedtype Value
  /// The text with all its variables replaced.
  associatedtype Bound: Sendable
  /// The mistakes that a text can have.
  associatedtype Mistake: Sendable & Equatable & CustomStringConvertible

  init(_ source: String) throws(LocatedError<Mistake, ScalarOffset>)

  /// In the order of the text.
  var variables: [TemplateVariable] { get }

  /// - Parameter values: One for each variable, in their order.
  /// - Throws: Where a value does not fit in its place.
  func bound(to values: [Value]) throws(ValueMistake) -> Bound

  static func value(of expression: VariableExpression, in bindings: Bindings)
    throws(EvaluationError) -> Value
}

extension TemplateGrammar where Value == String {
  package static func value(
    of expression: VariableExpression, in bindings: Bindings
  ) throws(EvaluationError) -> String {
    try expression.text(in: bindings)
  }
}

/// A text of such a grammar with the expressions of its variables.
package struct GrammarTemplate<Grammar: TemplateGrammar>: Sendable, Equatable {
  package let grammar: Grammar
  /// One for each variable, in their order.
  package let expressions: [VariableExpression]
  /// As written.
  package let source: String
  package let position: Position

  package init(
    grammar: Grammar, expressions: [VariableExpression], source: String, position: Position
  ) {
    self.grammar = grammar
    self.expressions = expressions
    self.source = source
    self.position = position
  }

  package static func == (left: GrammarTemplate, right: GrammarTemplate) -> Bool {
    left.source == right.source && left.expressions == right.expressions
  }
}

package typealias QueryTemplate = GrammarTemplate<JSONPathTemplate>
package typealias PathTemplate = GrammarTemplate<XMLPathTemplate>

extension GrammarTemplate {
  /// The expressions in it that name something.
  package var variables: [VariableExpression] { expressions.flatMap(\.variables) }

  /// The text with the values of its variables.
  package func bound(in bindings: Bindings) throws(EvaluationError) -> Grammar.Bound {
    var values: [Grammar.Value] = []
    for expression in expressions { values.append(try Grammar.value(of: expression, in: bindings)) }
    do throws(ValueMistake) {
      return try grammar.bound(to: values)
    } catch {
      throw EvaluationError(error.message, at: expressions.first?.position ?? position)
    }
  }

  /// The same with the text as it is written.
  func written(in bindings: Bindings) throws(EvaluationError) -> WrittenPath<Grammar.Bound> {
    WrittenPath(path: try bound(in: bindings), source: source)
  }
}

extension JSONPathTemplate: TemplateGrammar {
  package func bound(to values: [JSONValue]) throws(ValueMistake) -> JSONPath {
    var rest = values[...]
    do {
      return try bound { (_: String) throws(Never) in rest.popFirst() ?? .null }
    } catch {
      throw ValueMistake(error)
    }
  }

  package static func value(
    of expression: VariableExpression, in bindings: Bindings
  ) throws(EvaluationError) -> JSONValue {
    try expression.json(in: bindings)
  }
}

extension XMLPathTemplate: TemplateGrammar {
  package func bound(to values: [String]) -> XMLPath {
    var rest = values[...]
    return bound { (_: String) throws(Never) in rest.popFirst() ?? "" }
  }
}

extension RegularExpressionTemplate: TemplateGrammar {
  package func bound(to values: [String]) throws(ValueMistake) -> RegularExpression {
    var rest = values[...]
    do {
      return try bound { (_: String) throws(Never) in rest.popFirst() ?? "" }
    } catch {
      throw ValueMistake(error)
    }
  }
}

extension GrammarTemplate where Grammar == XMLPathTemplate {
  /// Reads a text, whose variables are known, as a path.
  package init(_ text: TextTemplate, at position: Position) throws(XMLPathError) {
    let source = text.pieces.map { piece in
      switch piece {
      case .literal(let literal): literal.replacing("${", with: "$${")
      case .variable(let expression): "${\(expression.written)}"
      }
    }.joined()
    let expressions = text.pieces.compactMap { piece in
      if case .variable(let expression) = piece { expression } else { nil }
    }
    self.init(
      grammar: try XMLPathTemplate(source), expressions: expressions, source: text.written,
      position: position)
  }
}
