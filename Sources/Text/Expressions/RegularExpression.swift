// SPDX-License-Identifier: Apache-2.0
// Regular expressions that are matched in time linear in expression × text.

/// A regular expression over Unicode scalars.
///
///     [A-Z]{3}-\d+      the suites' dialect
///     \p{Lu}.*          I-Regexp (RFC 9485), which JSONPath's `match` and `search` take
///
/// The suites' dialect has literals, `.` (any character but LF and CR), classes with ranges and
/// negation, `\d \w \s \D \W \S` (of ASCII: `[0-9]`, `[0-9A-Za-z_]`, blank and U+0009…U+000D),
/// groups `( )` and `(?: )`, `|`, `* + ? {m} {m,} {m,n}`, `^` and `$` (the ends of the text),
/// `(?i)` in front, and escapes of punctuation, `\n`, `\r` and `\t`. A `?` after a repetition is
/// read and changes nothing: it is only asked whether a text matches. All else is refused.
///
/// I-Regexp has no anchors. As the JSONPath test suite does, a `^` in front of the whole
/// expression and a `$` at its end are taken for the ends of the text; elsewhere they are
/// characters, as RFC 9485 has it.
package struct RegularExpression: Sendable, Equatable {
  package enum Dialect: Sendable {
    case suite
    case iRegexp
  }

  /// As written.
  package let source: String
  package let dialect: Dialect
  private let program: ExpressionProgram

  /// The highest count in a repetition.
  package static let repetitionLimit = 1000
  /// How many instructions an expression may have when its repetitions are written out.
  package static let sizeLimit = 20_000
  /// How deep groups may be nested.
  package static let depthLimit = 100

  package init(_ source: String, dialect: Dialect = .suite) throws(ExpressionError) {
    var parser = ExpressionParser(source, dialect: dialect)
    program = ExpressionProgram(try parser.expression())
    self.source = source
    self.dialect = dialect
  }

  /// Whether the whole text matches.
  package func matchesWhole(_ text: String) -> Bool {
    ExpressionMatcher(program).matches(text, somewhere: false)
  }

  /// Whether a part of the text matches, be it an empty one.
  package func matchesSomewhere(in text: String) -> Bool {
    ExpressionMatcher(program).matches(text, somewhere: true)
  }

  /// How many instructions a matcher goes through for each character of a text, at most.
  package var size: Int { program.instructions.count }

  package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
    left.dialect == right.dialect && left.source.utf8.elementsEqual(right.source.utf8)
  }
}

/// A regular expression of the suites' dialect with `${…}` in it.
///
///     urn:${partner}:\d+
///
/// The text of a variable stands for itself, signs of the language too; a repetition after it repeats all
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

/// A mistake in a regular expression, or something in it that this matcher does not have.
package typealias ExpressionError = LocatedError<ExpressionMistake, ScalarOffset>

/// Why a regular expression is refused.
package enum ExpressionMistake: Sendable, Equatable {
  /// The mistake, and the text to write instead.
  case syntax(String)
  /// Something other matchers have: its name, and what to write instead.
  case unsupported(String, instead: String)
  /// A count of a repetition above the limit.
  case tooManyRepetitions(limit: Int)
  /// Written out, the expression has more instructions than the limit.
  case tooLarge(limit: Int)
  /// Groups nested deeper than the limit.
  case tooDeep(limit: Int)
}

extension ExpressionMistake: CustomStringConvertible {
  /// The mistake and what to write instead, without the place.
  package var description: String {
    switch self {
    case .syntax(let message): message
    case .unsupported(let what, let instead): "\(what) is not supported: \(instead)"
    case .tooManyRepetitions(let limit): "a repetition counts to \(limit) at most"
    case .tooLarge(let limit):
      "the expression is too large: with its repetitions written out it has more than"
        + " \(limit) characters and classes"
    case .tooDeep(let limit): "groups are nested more than \(limit) deep"
    }
  }
}
