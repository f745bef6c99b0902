// SPDX-License-Identifier: Apache-2.0
// A regular expression with variables: parsed first, bound then.

/// A regular expression of the suites' dialect with `${…}` in it.
///
///     urn:${partner}:\d+
///
/// The text of a variable stands for itself, whatever is in it; a repetition after it repeats all
/// of it. A variable can't stand in a class. `$${` is a literal `${`.
package struct RegularExpressionTemplate: Sendable, Equatable {
  package let source: String
  private let slots: [ExpressionParser.Slot]

  package init(_ source: String) throws(ExpressionError) {
    var parser = ExpressionParser(source, dialect: .suite, isTemplate: true)
    _ = try parser.expression()
    self.source = source
    slots = parser.slots
  }

  /// In the order of the template.
  package var variables: [TemplateVariable] { slots.compactMap(\.variable) }
}

extension RegularExpressionTemplate {
  /// The expression with the texts of its variables, whose source has them escaped.
  ///
  /// - Parameter value: The text of a variable, by what stands between `${` and `}`.
  /// - Throws: `.value` what `value` throws; `.place` where a text makes the expression too large.
  package func bound<Failure: Error>(
    _ value: (String) throws(Failure) -> String
  ) throws(TemplateBindingError<Failure, ExpressionError>) -> RegularExpression {
    let scalars = Array(source.unicodeScalars)
    var bound = ""
    var end = 0
    for slot in slots {
      bound.unicodeScalars += scalars[end..<slot.range.lowerBound]
      end = slot.range.upperBound
      if let variable = slot.variable {
        do throws(Failure) {
          bound += "(?:\(Self.escaped(try value(variable.expression))))"
        } catch { throw .value(error) }
      } else {
        bound += #"(?:\$\{)"#
      }
    }
    bound.unicodeScalars += scalars[end...]
    do throws(ExpressionError) {
      return try RegularExpression(bound)
    } catch {
      // The shape is known to be right, so it is the size; and the place in what was written is
      // that of a variable.
      throw .place(ExpressionError(error.reason, at: variables.first?.offset ?? 0))
    }
  }

  /// The text as an expression that matches it and nothing else.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": escaped += "\\"
      default: break
      }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
