// SPDX-License-Identifier: Apache-2.0
// Why a JSONPath query is refused, or was given up.

package import RegularExpressions

/// A mistake in a query, or a query that takes more work than it may.
package struct JSONPathError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
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

  package let reason: Reason
  /// In Unicode scalars from the start of the query.
  package let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONPathError: CustomStringConvertible {
  /// What was found and what to write instead, without the place.
  package var description: String {
    switch reason {
    case .syntax(let message), .variable(let message): message
    case .expression(let error): "the regular expression: \(error)"
    case .tooDeep(let limit):
      "filters, parentheses and functions are nested more than \(limit) deep"
    case .tooManyNodes(let limit): "the query selects more than \(limit) nodes"
    case .tooMuchWork: "the query takes too much work on this document"
    }
  }
}
