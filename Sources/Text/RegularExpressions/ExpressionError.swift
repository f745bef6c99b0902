// SPDX-License-Identifier: Apache-2.0
// Why a regular expression is refused, and where.

/// A mistake in a regular expression, or something in it that this matcher does not have.
package typealias ExpressionError = LocatedError<ExpressionMistake, ScalarOffset>

/// Why a regular expression is refused.
package enum ExpressionMistake: Sendable, Equatable {
  /// What is missing or wrong, and what to write instead.
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

extension ExpressionError {
  /// - Parameter index: Of the reader, which counts scalars.
  init(_ reason: ExpressionMistake, at index: Int) {
    self.init(reason, at: ScalarOffset(index))
  }
}

extension ExpressionMistake: CustomStringConvertible {
  /// What was found and what to write instead, without the place.
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
