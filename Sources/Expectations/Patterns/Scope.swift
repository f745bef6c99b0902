// SPDX-License-Identifier: Apache-2.0
// The surroundings that a pattern can look at, and the subject that it is asked about.

import Formats
import HTTP
import Text

/// The surroundings that a pattern can look at besides the value: document, time, target.
struct Scope {
  /// The document that queries select from.
  private(set) var document: JSONValue
  let moment: Moment
  /// The origin that requests go to; nil without a target.
  var target: Origin?
  /// The actions that an enhanced error may have; nil for any.
  var actions: [String]?
  var limits = JSONPathLimits.standard
  private let givenUp = GivenUp()

  /// The same scope over another document.
  func over(_ document: JSONValue) -> Scope {
    var scope = self
    scope.document = document
    return scope
  }
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
private final class GivenUp { var query: (source: String, error: JSONPathError)? }

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

  /// The mismatch that reports the query that was given up; nil if each was answered.
  func givenUp(at position: Position) -> Finding? {
    givenUp.query.map { query in
      Finding(
        place: .query(query.source), position: position, expected: "an answer to the query",
        found: QuotingText(words: Finding.nothing),
        nearest: "the query was given up: \(query.error.description)")
    }
  }
}

/// The value that a pattern will be asked about, as far as it is known at load. It shows which
/// patterns nothing can match.
indirect enum Subject: Sendable {
  /// One value of some kinds.
  case one(Kinds, noun: String)
  /// A status code: `2xx` is a class of them.
  case status
  /// Several values: patterns for arrays see them all, others one.
  case items(of: Subject, SelectionStyle)
  /// The array of the status codes of a burst.
  case statuses

  /// A member of an object.
  static let json = one(.everything, noun: "a member")
  /// The root of a document: it is there.
  static let root = one(.values, noun: "the body")
  /// An item of an array: it is there.
  static let item = one(.values, noun: "an item")

  static func text(_ noun: String) -> Subject { one(.string, noun: noun) }

  /// One of several values, or the value itself.
  var single: Subject {
    if case .items(let item, _) = self { item } else { self }
  }

  /// The items of the value, as far as they are known.
  var item: Subject {
    switch self {
    case .items(let item, _): item
    case .statuses: .status
    case .one, .status: .item
    }
  }

  /// The kinds that the value may have, and its name in sentences.
  var kinds: (kinds: Kinds, noun: String) {
    switch self {
    case .one(let kinds, let noun): (kinds, noun)
    case .status: (.number, "a status")
    case .items(let item, _): (item.kinds.kinds.union(.nothing), item.kinds.noun)
    case .statuses: (.array, "the list of statuses")
    }
  }
}
