// SPDX-License-Identifier: Apache-2.0
// A regular expression that is matched in time linear in expression × text.

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
}

extension RegularExpression {
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
