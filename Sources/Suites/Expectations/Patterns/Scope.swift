// SPDX-License-Identifier: Apache-2.0
// What a pattern can look at besides the value: the document, the time, the target.

internal import Formats
internal import HTTP
internal import Text

/// What a pattern can look at besides the value: the document, the time, the target.
struct Scope {
  /// The document that queries select from.
  let document: JSONValue
  let moment: Moment
  /// The origin that requests go to; nil where there is none.
  let target: Origin?
  private let givenUp: GivenUp
  private let limits: JSONPathLimits

  init(
    document: JSONValue, moment: Moment, target: Origin? = nil,
    limits: JSONPathLimits = .standard
  ) {
    self.document = document
    self.moment = moment
    self.target = target
    self.limits = limits
    givenUp = GivenUp()
  }

  private init(document: JSONValue, within outer: Scope) {
    self.document = document
    moment = outer.moment
    target = outer.target
    limits = outer.limits
    givenUp = outer.givenUp
  }

  /// The same scope over another document.
  func over(_ document: JSONValue) -> Scope { Scope(document: document, within: self) }
}

/// The meaning of `now`.
struct Moment: Sendable {
  /// When the answer came.
  let now: Timestamp
  /// How far the target's clock may be off.
  let tolerance: Duration
}

/// The first query that was given up. Nobody knows what it selects, so nothing that depends on it
/// holds, not even a `!not`.
private final class GivenUp {
  var query: (source: String, error: JSONPathError)?
}

extension Scope {
  /// The nodes that a query selects in the document. A query that takes too long selects nothing,
  /// and the scope remembers it.
  func nodes(of query: Query) -> [JSONNode] {
    do throws(JSONPathError) {
      return try query.path.nodes(in: document, limits: limits)
    } catch {
      if givenUp.query == nil { givenUp.query = (query.source, error) }
      return []
    }
  }

  /// Whether every query so far was answered.
  var isAnswered: Bool { givenUp.query == nil }

  /// The mismatch that reports the query that was given up; nil if there is none.
  func givenUp(at position: Position) -> Finding? {
    givenUp.query.map { query in
      Finding(
        place: .query(query.source), position: position, expected: "an answer to the query",
        found: QuotingText(words: Finding.nothing),
        nearest: "the query was given up: \(query.error.description)")
    }
  }
}
