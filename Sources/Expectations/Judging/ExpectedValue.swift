// SPDX-License-Identifier: Apache-2.0
// The parts of an expectation that reports decide by.

package import Formats

/// The parts of an expectation that reports decide by; its texts are only shown.
package struct ExpectedValue: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// An object without members is right; what else may be there is an exception.
    case emptyObject = "empty object"
    /// Nothing is right; what else may be there is an exception.
    case nothing
    /// Its words are about items, so that something *has* them.
    case items
    /// It has a secret in it that has no name.
    case masked
  }

  package var kind: Kind?
  /// The scalars that it names as right; of a range its ends.
  package var values: [JSONValue]
  /// The places where a value to save is looked for; empty for another finding.
  package var sources: [Place]

  package init(_ kind: Kind? = nil, values: [JSONValue] = [], sources: [Place] = []) {
    self.kind = kind
    self.values = values
    self.sources = sources
  }

  /// Whether it names a status of 200 to 299.
  package var namesSuccess: Bool {
    values.contains { $0.number?.integer.map((200...299).contains) ?? false }
  }
}

extension Pattern {
  /// The parts of the expectation that reports decide by.
  var expectedValue: ExpectedValue {
    let kind: ExpectedValue.Kind? =
      isMissingWithExceptions
      ? .nothing : isEmptyWithExceptions ? .emptyObject : isOfItems ? .items : nil
    return ExpectedValue(kind, values: namedValues)
  }

  /// Whether nothing is right, and all else an exception.
  var isMissingWithExceptions: Bool {
    guard case .oneOf(let patterns) = form else { return false }
    return !Self.exceptionsToNothing(patterns).isEmpty
  }

  /// Whether it is `{}`, or something else.
  private var isEmptyWithExceptions: Bool {
    guard case .oneOf(let patterns) = form else { return false }
    return !Self.exceptions(patterns).isEmpty
  }

  /// The scalars that match by their names, and the ends of ranges.
  private var namedValues: [JSONValue] {
    switch form {
    case .literal(let literal): literal.value.scalarText == nil ? [] : [literal.value]
    case .statusClass(let first): [.integer(first * 100), .integer(first * 100 + 99)]
    case .optional(let pattern): pattern.namedValues
    case .oneOf(let patterns), .all(let patterns): patterns.flatMap(\.namedValues)
    case .matcher(let any):
      (any.matcher as? NumberMatcher).map {
        [$0.bounds.min, $0.bounds.max].compactMap { $0.map { .number($0) } }
      } ?? []
    case .unknown, .object, .list, .absent, .not: []
    }
  }
}
