// SPDX-License-Identifier: Apache-2.0
// A text with `${…}` in it.

package import Formats
package import Text

/// A text with variables: `Bearer ${token}`. `$${` stands for a literal `${`.
package struct TextTemplate: Sendable, Equatable {
  package enum Piece: Sendable, Equatable {
    case literal(String)
    case variable(VariableExpression)
  }

  package let pieces: [Piece]
  /// As written.
  package let written: String
  package let position: Position

  package init(pieces: [Piece], written: String, position: Position) {
    self.pieces = pieces
    self.written = written
    self.position = position
  }
}

extension TextTemplate {
  /// A text without variables.
  package init(literal text: String, at position: Position) {
    self.init(pieces: text.isEmpty ? [] : [.literal(text)], written: text, position: position)
  }

  /// Reads a text.
  ///
  /// - Parameter positions: Gives the place of a scalar of `text` by its offset.
  /// - Throws: `TemplateError` with an offset into `text`.
  package init(
    parsing text: String, position: Position, positions: (ScalarOffset) -> Position
  ) throws(TemplateError) {
    // Most texts have no variable and need no parsing.
    guard text.utf8.contains(UInt8(ascii: "$")) else {
      self.init(literal: text, at: position)
      return
    }
    // The grammar is ASCII, so bytes are enough; an offset in scalars is counted only for a message.
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var index = 0
    func offset(of index: Int) -> ScalarOffset { ScalarOffset(ByteOffset(index), in: bytes) }
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "$") else {
        literal.append(bytes[index])
        index += 1
        continue
      }
      if bytes[index...].starts(with: "$${".utf8) {
        literal.append(contentsOf: "${".utf8)
        index += 3
      } else if bytes[index...].starts(with: "${".utf8) {
        let start = index + 2
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
          throw TemplateError(
            message: "'${' without '}'; write '$${' for a literal '${'", offset: offset(of: index))
        }
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        let inner = String(decoding: bytes[start..<end], as: UTF8.self)
        do {
          pieces.append(.variable(try VariableExpression(inner, at: positions(offset(of: index)))))
        } catch {
          throw TemplateError(message: error.message, offset: offset(of: start) + error.offset)
        }
        index = end + 1
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
    self.init(pieces: pieces, written: text, position: position)
  }

  /// The text, if it has no variables.
  package var constant: String? {
    guard let first = pieces.first else { return "" }
    if pieces.count == 1, case .literal(let text) = first { return text } else { return nil }
  }

  /// The text, with variables as they are written.
  package var text: String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .variable(let expression): "${\(expression.written)}"
      }
    }.joined()
  }

  /// The expression, if the text is one `${…}` and nothing else.
  package var wholeVariable: VariableExpression? {
    if pieces.count == 1, case .variable(let expression) = pieces[0] { expression } else { nil }
  }

  /// The expressions that name something, in their order, also those in the values of rows.
  package var variables: [VariableExpression] {
    pieces.flatMap { piece -> [VariableExpression] in
      if case .variable(let expression) = piece { expression.variables } else { [] }
    }
  }

  /// The text with each variable's text in its place.
  ///
  /// - Parameter encode: Encodes the text of each variable for the place it goes to.
  package func text(
    in bindings: Bindings, encode: (String) -> String = { $0 }
  ) throws(EvaluationError) -> String {
    if let constant { return constant }
    var output = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): output += text
      case .variable(let expression): output += encode(try expression.text(in: bindings))
      }
    }
    return output
  }

  /// The text with the values of these facts; what else is a variable is missing.
  package func wildcard(facts: [String: JSONValue]) -> Wildcard {
    let bindings = Bindings(facts: facts) { _, _ in nil }
    return Wildcard(
      pieces.reduce(into: [""]) { parts, piece in
        switch piece {
        case .literal(let text): parts[parts.count - 1] += text
        case .variable(let expression):
          if let text = try? expression.text(in: bindings) {
            parts[parts.count - 1] += text
          } else {
            parts.append("")
          }
        }
      })
  }
}
