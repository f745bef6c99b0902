// SPDX-License-Identifier: Apache-2.0
// Whether a value is as a pattern says: the question asked of every answer, without any text made.

internal import Encodings
internal import Findings
internal import HTTPMessages
internal import JSON
internal import RegularExpressions
internal import SourceText

/// What a pattern is asked in.
struct Scope {
  /// What queries are over.
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

  /// The scope of another document.
  func over(_ document: JSONValue) -> Scope { Scope(document: document, within: self) }
}

/// The first query that was given up. What it selects is not known, so that nothing that was asked
/// of it holds, `!not` neither.
private final class GivenUp {
  var query: (source: String, error: JSONPathError)?
}

extension Scope {
  /// What a query selects in the document; nothing where it is given up, which is noted.
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

  /// The mismatch of a query that was given up, if there is one.
  func givenUp(at position: Position) -> Finding? {
    givenUp.query.map { query in
      Finding(
        place: .query(query.source), position: position, expected: "an answer to the query",
        found: Wording.nothing, nearest: "the query was given up: \(query.error.description)")
    }
  }
}

/// What `now` is.
struct Moment: Sendable {
  /// When the answer came.
  let now: Timestamp
  /// How far the target's clock may be off.
  let tolerance: Duration
}

extension Pattern {
  /// Whether a value is as the pattern says.
  ///
  /// - Parameter value: nil for a member that is missing.
  func accepts(_ value: JSONValue?, in scope: Scope) -> Bool {
    guard let value else { return acceptsNothing }
    switch form {
    case .unknown, .absent: return false
    case .any: return true
    case .literal(let literal): return literal.value == value
    case .statusClass(let first): return Self.isStatus(value, ofClass: first)
    case .object(let object): return object.accepts(value, in: scope)
    case .optional(let pattern): return pattern.accepts(value, in: scope)
    case .not(let pattern): return pattern.isComplete && !pattern.accepts(value, in: scope)
    case .oneOf(let patterns): return patterns.contains { $0.accepts(value, in: scope) }
    case .all(let patterns): return patterns.allSatisfy { $0.accepts(value, in: scope) }
    case .boolean, .anyObject, .anyArray: return mayAccept.contains(Kinds(of: value))
    case .list, .each, .some, .none, .unordered:
      return acceptsItems(of: value, in: scope)
    case .size(let bounds): return Self.size(of: value).map { bounds.contains($0) } ?? false
    case .number(let number): return value.number.map { number.accepts($0) } ?? false
    case .timestamp(let timestamp): return timestamp.accepts(value, at: scope.moment)
    case .enhancedError(let object): return EnhancedError.accepts(value, object, in: scope)
    case .string, .matches, .contains, .startsWith, .base64, .json, .xml, .url, .mediaType, .uuid:
      return value.string.map { acceptsText($0, in: scope) } ?? false
    }
  }

  private func acceptsText(_ text: String, in scope: Scope) -> Bool {
    switch form {
    case .string(let length): length.map { $0.contains(text.unicodeScalars.count) } ?? true
    case .matches(let expression): expression.regular.matchesWhole(text)
    case .contains(let part): StringMatching.contains(text, part)
    case .startsWith(let prefix): text.utf8.starts(with: prefix.utf8)
    case .base64(let pattern): EncodedText.acceptsBase64(text, pattern, in: scope)
    case .json(let pattern): EncodedText.acceptsJSON(text, pattern, in: scope)
    case .xml(let entries): EncodedText.acceptsXML(text, entries, in: scope)
    case .url(let url): url.accepts(text, in: scope)
    case .mediaType(let type): type.accepts(text)
    case .uuid: UUIDText.isUUID(text)
    default: false
    }
  }

  /// The number of items or members; nil for another kind of value.
  static func size(of value: JSONValue) -> Int? {
    switch value {
    case .array(let items): items.count
    case .object(let object): object.count
    default: nil
    }
  }

  private static func isStatus(_ value: JSONValue, ofClass first: Int) -> Bool {
    value.number?.integer.map { $0 / 100 == first } ?? false
  }
}
