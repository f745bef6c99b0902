// SPDX-License-Identifier: Apache-2.0
// Which alternatives of an `either` can never be chosen, because an earlier one accepts every
// answer that they accept.

internal import Text

extension Expectation {
  /// The alternatives of `either`, at any depth, that can never be chosen because one before them
  /// accepts every answer that they accept, as far as their form shows.
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
    guard Self.covers(status, other.status, on: .number),
      Self.covers(json, other.json, on: []),
      Self.covers(text, other.text, on: .string),
      Self.covers(statuses, other.statuses, on: .array),
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
    return either.isEmpty
      || either.contains { $0.expectation.covers(other) }
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
