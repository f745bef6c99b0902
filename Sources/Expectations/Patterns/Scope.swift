// SPDX-License-Identifier: Apache-2.0
// The surroundings that a pattern can look at.

import Formats
import HTTP
import Text

/// The surroundings that a pattern can look at besides the value: document, time, target.
struct Scope {
  /// The document that queries select from.
  private(set) var document: JSONValue
  let referenceTime: ReferenceTime
  /// The origin that requests go to; nil where any may be it.
  var target: Origin?
  /// The actions that an enhanced error may have; nil for any.
  var actions: [String]?
  var limits = JSONPathLimits.standard
  private let aborted = AbortedQuery()

  /// The first query that was given up. What it selects is not known, so nothing that depends on it
  /// holds, not even a `!not`.
  private final class AbortedQuery { var query: (source: String, error: JSONPathError)? }

  /// The same scope over another document.
  func over(_ document: JSONValue) -> Scope {
    var scope = self
    scope.document = document
    return scope
  }
}

extension Scope {
  /// The nodes that a query selects in the document. A query that takes too long selects nothing,
  /// and the scope remembers it.
  func nodes(of query: Query) -> [JSONNode] {
    do throws(JSONPathError) {
      return try query.path.nodes(in: document, limits: limits)
    } catch {
      if aborted.query == nil { aborted.query = (query.source, error) }
      return []
    }
  }

  /// Whether every query so far was answered.
  var isAnswered: Bool { aborted.query == nil }

  /// The mismatch that reports the query that was given up; nil if each was answered.
  func abortedQuery(at position: Position) -> Finding? {
    aborted.query.map { query in
      Finding(
        place: .query(query.source), position: position, expected: "an answer to the query",
        found: .nothing,
        nearest: "the query was given up: \(query.error.description)")
    }
  }
}
