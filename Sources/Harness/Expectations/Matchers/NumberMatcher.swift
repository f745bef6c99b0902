// SPDX-License-Identifier: Apache-2.0
// `!integer`, `!number`, and the bounds of lengths and sizes.

internal import Findings
package import JSON
internal import SourceText

/// `!integer {min, max}` and `!number {min, max}`, bounds included.
package struct NumberMatcher: Sendable, Equatable {
  package let isWhole: Bool
  package let min: JSONNumber?
  package let max: JSONNumber?
}

extension NumberMatcher {
  /// Whether every number matches.
  var isOpen: Bool { !isWhole && min == nil && max == nil }

  func accepts(_ number: JSONNumber) -> Bool {
    if isWhole, !number.isInteger { return false }
    if let min, number < min { return false }
    if let max, max < number { return false }
    return true
  }

  var text: String {
    let bounds = [("min", min), ("max", max)].compactMap { name, bound in
      bound.map { "\(name): \($0.literal)" }
    }
    return "!\(isWhole ? "integer" : "number") {\(bounds.joined(separator: ", "))}"
  }

  func reason(_ value: JSONValue, _ place: Place) -> String? {
    guard isWhole, let number = value.number, !number.isInteger else { return nil }
    return "\(Pattern.subject(value, place)), not a whole number"
  }
}

/// A count: `3`, or `{min: 1, max: 5}`, bounds included.
package struct CountBounds: Sendable, Equatable {
  package let min: Int?
  package let max: Int?
}

extension CountBounds {
  /// Whether every count matches.
  var isOpen: Bool { (min ?? 0) <= 0 && max == nil }

  func contains(_ count: Int) -> Bool { count >= (min ?? 0) && count <= (max ?? .max) }
}

extension CountBounds: CustomStringConvertible {
  /// As written in a suite.
  package var description: String {
    if let min, min == max { return String(min) }
    let bounds = [("min", min), ("max", max)].compactMap { name, bound in
      bound.map { "\(name): \($0)" }
    }
    return "{\(bounds.joined(separator: ", "))}"
  }
}

extension PatternCompilation {
  /// The argument of `!integer` or `!number`: nil, or `{min, max}`.
  mutating func number(_ argument: PatternNode?, isWhole: Bool, _ tag: Tag) -> Pattern.Form? {
    let none = NumberMatcher(isWhole: isWhole, min: nil, max: nil)
    guard let argument else { return .number(none) }
    if case .unknown = argument { return .unknown }
    guard let members = members(argument, of: tag, allowed: ["min", "max"]) else { return nil }
    var bounds: [String: JSONNumber] = [:]
    var isKnown = true
    for member in members {
      switch constant(member.value) {
      case .known(.number(let number)) where !isWhole || number.isInteger:
        bounds[member.name] = number
      case .unknown: isKnown = false
      case .known, .notConstant:
        fail(
          "'\(member.name)' must be \(isWhole ? "an integer" : "a number")",
          at: member.value.position)
        return nil
      }
    }
    if let min = bounds["min"], let max = bounds["max"], max < min {
      fail("no number is from \(min.literal) to \(max.literal)", at: argument.position)
      return nil
    }
    return isKnown
      ? .number(NumberMatcher(isWhole: isWhole, min: bounds["min"], max: bounds["max"])) : .unknown
  }

  /// A count: an integer from 0, or `{min, max}`.
  ///
  /// - Returns: nil after a mistake; the inner nil where a variable in it has no value yet.
  mutating func count(_ argument: PatternNode, of tag: Tag, named name: String) -> CountBounds?? {
    switch constant(argument) {
    case .unknown: return .some(nil)
    case .known(let value):
      guard let count = value.number?.integer, count >= 0 else { break }
      return CountBounds(min: count, max: count)
    case .notConstant:
      guard case .map = argument else { break }
      guard let members = members(argument, of: tag, allowed: ["min", "max"]) else { return nil }
      return limits(members, at: argument.position, of: tag, named: name)
    }
    fail("\(name) is an integer from 0, or {min, max}", at: argument.position)
    return nil
  }

  private mutating func limits(
    _ members: [ArgumentMember], at position: Position, of tag: Tag, named name: String
  ) -> CountBounds?? {
    if members.isEmpty {
      fail("\(name) is an integer from 0, or {min, max}", at: position)
      return nil
    }
    var bounds: [String: Int] = [:]
    var isKnown = true
    for member in members {
      switch constant(member.value) {
      case .unknown: isKnown = false
      case .known(let value) where (value.number?.integer ?? -1) >= 0:
        bounds[member.name] = value.number?.integer
      case .known, .notConstant:
        fail("'\(member.name)' must be an integer from 0", at: member.value.position)
        return nil
      }
    }
    if let min = bounds["min"], let max = bounds["max"], max < min {
      fail("no count is from \(min) to \(max)", at: position)
      return nil
    }
    return isKnown ? CountBounds(min: bounds["min"], max: bounds["max"]) : .some(nil)
  }
}
