// SPDX-License-Identifier: Apache-2.0
// Which alternatives of an `either` can't be told apart: whatever a later one accepts, an earlier
// one accepts too.

internal import Encodings
internal import JSON
internal import SourceText

extension Expectation {
  /// The alternatives of `either`, at any depth, that can never be chosen because one before them
  /// accepts all that they accept; as far as that is plain from how they are written.
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

  /// Whether every answer that `other` accepts is accepted by this too, as far as that is plain.
  package func covers(_ other: Expectation) -> Bool {
    guard Self.covers(status, other.status, on: .number),
      Self.covers(json, other.json, on: []),
      Self.covers(text, other.text, on: .string),
      Self.covers(statuses, other.statuses, on: .array)
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
    return either.isEmpty
      || either.contains { $0.expectation.covers(other) }
      || (!other.either.isEmpty
        && other.either.allSatisfy { theirs in
          either.contains { $0.expectation.covers(theirs.expectation) }
        })
  }

  /// - Parameter kinds: What values there can be where `other` asks nothing.
  private static func covers(_ pattern: Pattern?, _ other: Pattern?, on kinds: Kinds) -> Bool {
    guard let pattern else { return true }
    if let other { return pattern.covers(other) }
    return !kinds.isEmpty && !pattern.canFail(on: kinds)
  }
}

extension Pattern {
  /// Whether every value that `other` accepts is accepted by this too, as far as that is plain.
  ///
  /// - Parameter isSelection: Whether both are asked about all that is selected, where what they
  ///   say of one value tells nothing.
  func covers(_ other: Pattern, isSelection: Bool = false) -> Bool {
    func covers(_ pattern: Pattern, _ other: Pattern) -> Bool {
      pattern.covers(other, isSelection: isSelection)
    }
    // What no variable has filled in yet may turn out to be anything.
    guard isComplete, other.isComplete else { return false }
    if self == other { return true }
    // Both want one of what is selected: then it is a matter of that one value.
    if isSelection, wantsOneValue, other.wantsOneValue { return self.covers(other) }
    if !isSelection, other.mayAccept.isSubset(of: alwaysAccepts) { return true }
    switch (form, other.form) {
    case (_, .oneOf(let others)): return others.allSatisfy { covers(self, $0) }
    case (.all(let patterns), _): return patterns.allSatisfy { covers($0, other) }
    case (.oneOf(let patterns), _): return patterns.contains { covers($0, other) }
    case (.optional(let pattern), .optional(let inner)): return covers(pattern, inner)
    case (.optional(let pattern), _): return covers(pattern, other)
    case (_, .all(let others)): return others.contains { covers(self, $0) }
    case (.not(let pattern), .not(let inner)): return covers(inner, pattern)
    case (.object(let object), .object(let inner)): return object.covers(inner)
    case (.enhancedError(let object), .enhancedError(let inner)): return object.covers(inner)
    case (.list(let patterns), .list(let others)):
      return patterns.count == others.count && zip(patterns, others).allSatisfy { $0.covers($1) }
    case (.each(let pattern), .each(let inner)), (.some(let pattern), .some(let inner)),
      (.some(let pattern), .each(let inner)):
      return pattern.covers(inner)
    case (.none(let pattern), .none(let inner)): return inner.covers(pattern)
    case (_, .literal(let literal)) where !isSelection:
      return dependsOnNothing && acceptsAlone(literal.value)
    default: return false
    }
  }

  /// Whether of several values it is asked about one.
  private var wantsOneValue: Bool {
    switch form {
    case .absent, .optional, .not, .all, .oneOf, .unknown: false
    default: !seesArray(.nodes)
    }
  }

  /// Whether it judges a value by that value alone, without the document or the time.
  private var dependsOnNothing: Bool {
    switch form {
    case .timestamp(let timestamp):
      return [timestamp.after, timestamp.before, timestamp.at].allSatisfy { bound in
        if case .now? = bound { false } else { true }
      }
    case .object(let object):
      let hasQuery = object.entries.contains { entry in
        if case .query = entry.key { true } else { false }
      }
      return !hasQuery && form.children.allSatisfy(\.dependsOnNothing)
    default: return form.children.allSatisfy(\.dependsOnNothing)
    }
  }

  private func acceptsAlone(_ value: JSONValue) -> Bool {
    let moment = Moment(now: Timestamp(milliseconds: 0), tolerance: .zero)
    return accepts(value, in: Scope(document: value, moment: moment))
  }
}

extension ObjectMatcher {
  /// Whether every object that `other` accepts is accepted by this too.
  fileprivate func covers(_ other: ObjectMatcher) -> Bool {
    if isClosed {
      let names = Set(entries.map(\.key.source))
      guard other.isClosed, other.entries.allSatisfy({ names.contains($0.key.source) }) else {
        return false
      }
    }
    guard other.needsObject || !needsObject else { return false }
    return entries.allSatisfy { entry in
      !entry.canFail
        || other.entries.contains {
          $0.key == entry.key
            && entry.pattern.covers($0.pattern, isSelection: entry.isSelection)
        }
    }
  }
}
