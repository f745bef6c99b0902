// SPDX-License-Identifier: Apache-2.0
// Why a JSONPath query is refused, or was given up.

package import Text

/// A mistake in a query, or a query that takes more work than it may.
package typealias JSONPathError = LocatedError<JSONPathMistake, ScalarOffset>

/// Why a query is refused, or was given up.
package enum JSONPathMistake: Sendable, Equatable {
  /// No query by RFC 9535: what was found and what should stand there.
  case syntax(String)
  /// A variable where none can stand, or a value that can't stand in its place.
  case variable(String)
  /// The literal of `match` or `search` is no I-Regexp, or too large.
  case expression(ExpressionError)
  /// Filters, parentheses and functions nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The query selects more nodes, at some point, than the limit.
  case tooManyNodes(limit: Int)
  /// The query looks at more nodes than the limit. Its offset is 0.
  case tooMuchWork
}

extension JSONPathError {
  /// - Parameter index: Of the reader, which counts scalars.
  init(_ reason: JSONPathMistake, at index: Int) {
    self.init(reason, at: ScalarOffset(index))
  }
}

extension JSONPathMistake: CustomStringConvertible {
  /// What was found and what to write instead, without the place.
  package var description: String {
    switch self {
    case .syntax(let message), .variable(let message): message
    case .expression(let error): "the regular expression: \(error)"
    case .tooDeep(let limit):
      "filters, parentheses and functions are nested more than \(limit) deep"
    case .tooManyNodes(let limit): "the query selects more than \(limit) nodes"
    case .tooMuchWork: "the query takes too much work on this document"
    }
  }
}
