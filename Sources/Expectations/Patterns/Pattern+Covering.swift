// SPDX-License-Identifier: Apache-2.0
// Whether a pattern accepts all that another accepts.

import Formats
import Text

extension Pattern {
  /// Whether every value that `other` accepts is accepted by this too, as far as their form shows.
  ///
  /// - Parameter isSelection: Whether both are asked about everything that is selected. What they
  ///   say of one value then shows nothing.
  func covers(_ other: Pattern, isSelection: Bool = false) -> Bool {
    func covers(_ pattern: Pattern, _ other: Pattern) -> Bool {
      pattern.covers(other, isSelection: isSelection)
    }
    // A variable without a value may turn out to be anything.
    guard isComplete, other.isComplete else { return false }
    if self == other { return true }
    // Both want one of the selected values: then it is a question about that value.
    if isSelection, wantsOneValue, other.wantsOneValue { return self.covers(other) }
    if !isSelection, other.mayAccept.isSubset(of: alwaysAccepts) { return true }
    if case .oneOf(let others) = other.form { return others.allSatisfy { covers(self, $0) } }
    switch form {
    case .all(let patterns): return patterns.allSatisfy { covers($0, other) }
    case .oneOf(let patterns): return patterns.contains { covers($0, other) }
    case .optional(let pattern):
      if case .optional(let inner) = other.form { return covers(pattern, inner) }
      return covers(pattern, other)
    case .unknown, .literal, .statusClass, .object, .list, .absent, .not, .matcher: break
    }
    if case .all(let others) = other.form { return others.contains { covers(self, $0) } }
    if case .literal(let literal) = other.form, !isSelection {
      return dependsOnlyOnValue && acceptsAlone(literal.value)
    }
    return coversAlike(other, isSelection: isSelection)
  }

  /// The same for two patterns of the same form.
  private func coversAlike(_ other: Pattern, isSelection: Bool) -> Bool {
    switch form {
    case .not(let pattern):
      if case .not(let inner) = other.form {
        return inner.covers(pattern, isSelection: isSelection)
      }
    case .object(let object):
      if case .object(let inner) = other.form { return object.covers(inner) }
    case .list(let patterns):
      if case .list(let others) = other.form {
        return patterns.count == others.count && zip(patterns, others).allSatisfy { $0.covers($1) }
      }
    case .matcher(let any): return any.matcher.covers(other)
    case .unknown, .literal, .statusClass, .absent, .optional, .oneOf, .all: break
    }
    return false
  }

  /// Whether it is asked about one of the values that were selected.
  private var wantsOneValue: Bool {
    switch form {
    case .absent, .optional, .not, .all, .oneOf, .unknown: false
    case .literal, .statusClass, .object, .list, .matcher: !seesArray(.nodes)
    }
  }

  /// Whether it judges a value by that value alone, without the document, the time or the target.
  var dependsOnlyOnValue: Bool {
    let isIndependent =
      switch form {
      case .matcher(let any): any.matcher.dependsOnlyOnValue
      case .object(let object): !object.hasQuery
      case .unknown, .literal, .statusClass, .list, .absent, .optional, .not, .oneOf, .all: true
      }
    return isIndependent && form.children.allSatisfy(\.dependsOnlyOnValue)
  }

  func acceptsAlone(_ value: JSONValue?) -> Bool {
    let referenceTime = ReferenceTime(now: Timestamp(milliseconds: 0), tolerance: .zero)
    return accepts(value, in: Scope(document: value ?? .null, referenceTime: referenceTime))
  }
}
