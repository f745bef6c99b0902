// SPDX-License-Identifier: Apache-2.0
// A compiled expectation: `expect:`, `should:` or the `while:` of a retry.

import HTTP
import Text

/// The expectation that a step has of its answer. Every part must hold.
package struct Expectation: Sendable, Equatable {
  var status: Pattern?
  var headers: [HeaderExpectation] = []
  package internal(set) var json: Pattern?
  /// nil where XML is not asked for; empty where any document will do.
  var xml: [XMLEntry]?
  var text: Pattern?
  var statuses: Pattern?
  /// Each is about the answers of a burst whose status its own `status` accepts.
  var answers: [Expectation] = []
  /// The alternatives of `either`, of which one must hold; empty without `either`.
  var either: [Alternative] = []
  let position: Position
}

struct HeaderExpectation: Sendable, Equatable {
  let name: String
  let pattern: Pattern

  /// The values that the pattern of a header is asked about.
  static let subject = Subject.items(of: .text("the value of a header"), .fields)

  static func == (left: HeaderExpectation, right: HeaderExpectation) -> Bool {
    HeaderList.isSame(left.name, right.name) && left.pattern == right.pattern
  }
}

extension Expectation {
  package static func == (left: Expectation, right: Expectation) -> Bool {
    left.status == right.status && left.headers == right.headers && left.json == right.json
      && left.xml == right.xml && left.text == right.text && left.statuses == right.statuses
      && left.answers == right.answers && left.either == right.either
  }

  /// All patterns outside of `either`.
  var patterns: [Pattern] {
    [status, json, text, statuses].compactMap { $0 } + headers.map(\.pattern)
      + (xml ?? []).map(\.pattern)
  }

  /// Whether all its variables have values.
  package var isComplete: Bool {
    patterns.allSatisfy(\.isComplete) && answers.allSatisfy(\.isComplete)
      && either.allSatisfy(\.expectation.isComplete)
  }

  /// Whether some answer does not match. JSON and XML can always fail: a body may be anything.
  ///
  /// - Parameter isResponse: Whether the answer is that of a request, not of a call.
  package func canFail(isResponse: Bool) -> Bool {
    if status?.canFail(on: .number) ?? false { return true }
    if headers.contains(where: { $0.pattern.canFailOnSelection(.fields, of: .string) }) {
      return true
    }
    if let json, isResponse || json.canFail(on: .values) { return true }
    if xml != nil || (text?.canFail(on: .string) ?? false) { return true }
    if statuses?.canFail(on: .array) ?? false { return true }
    if answers.contains(where: { $0.withoutStatus.canFail(isResponse: true) }) { return true }
    return !either.isEmpty && either.allSatisfy { $0.expectation.canFail(isResponse: isResponse) }
  }

  /// The expectation of an answer whose status is known to fit.
  var withoutStatus: Expectation {
    var rest = self
    rest.status = nil
    return rest
  }

  /// Whether it asks for the body as text.
  package var readsText: Bool { text != nil || either.contains(where: \.expectation.readsText) }

  /// The alternatives at any depth that one before them covers, so that they are never chosen.
  package var indistinguishableAlternatives: [PatternError] {
    var errors: [PatternError] = []
    for (index, later) in either.enumerated() {
      if let earlier = either[..<index].first(where: { $0.expectation.covers(later.expectation) }) {
        errors.append(
          PatternError(
            "'\(later.name)' can't be told from '\(earlier.name)': what matches it matches that,"
              + " which stands before it", at: later.position,
            length: later.name.unicodeScalars.count))
      }
      errors += later.expectation.indistinguishableAlternatives
    }
    return errors
  }

  /// Whether every answer that `other` accepts is accepted by this too, as far as their form shows.
  package func covers(_ other: Expectation) -> Bool {
    guard Self.covers(status, other.status, on: .number), Self.covers(json, other.json, on: []),
      Self.covers(text, other.text, on: .string), Self.covers(statuses, other.statuses, on: .array),
      answers.allSatisfy({ answer in other.answers.contains(answer) })
    else { return false }
    let headersCover = headers.allSatisfy { header in
      !header.pattern.canFailOnSelection(.fields, of: .string)
        || other.headers.contains { candidate in
          HeaderExpectation(name: candidate.name, pattern: header.pattern) == header
            && header.pattern.covers(candidate.pattern, isSelection: true)
        }
    }
    guard headersCover else { return false }
    if let xml {
      guard let others = other.xml else { return false }
      let pathsCover = xml.allSatisfy { entry in
        others.contains {
          $0.source == entry.source && entry.pattern.covers($0.pattern, isSelection: true)
        }
      }
      guard pathsCover else { return false }
    }
    return either.isEmpty || either.contains { $0.expectation.covers(other) }
      || (!other.either.isEmpty
        && other.either.allSatisfy { theirs in
          either.contains { $0.expectation.covers(theirs.expectation) }
        })
  }

  /// - Parameter kinds: The kinds that the value may have where `other` has no pattern for it.
  private static func covers(_ pattern: Pattern?, _ other: Pattern?, on kinds: Kinds) -> Bool {
    guard let pattern else { return true }
    if let other { return pattern.covers(other) }
    return !kinds.isEmpty && !pattern.canFail(on: kinds)
  }
}
