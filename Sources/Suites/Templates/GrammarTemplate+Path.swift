// SPDX-License-Identifier: Apache-2.0
// A text that is read as an XML path.

package import Formats
package import Text

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
      try XMLPathTemplate(source), expressions, source: text.written, at: position)
  }
}
