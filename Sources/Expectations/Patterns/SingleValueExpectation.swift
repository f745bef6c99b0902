// SPDX-License-Identifier: Apache-2.0
// An expectation that is about one value alone.

package import Formats

/// An expectation that is about one value, where nothing else decides: neither the rest of the
/// answer, nor the time.
package struct SingleValueExpectation: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case status
    /// The member of the JSON to which these names lead; the JSON itself where there are none.
    case json([String])
  }

  package let subject: Subject
  private let pattern: Pattern
}

extension SingleValueExpectation {
  /// - Parameter names: The members of the JSON that are always objects, so that one of their members
  ///   can be judged alone.
  /// - Returns: nil where it asks about more than one value.
  package init?(_ expectation: Expectation, membersOf names: Set<String>) {
    guard expectation.headers.isEmpty, expectation.xml == nil, expectation.text == nil,
      expectation.statuses == nil, expectation.answers.isEmpty, expectation.either.isEmpty
    else { return nil }
    switch (expectation.status, expectation.json) {
    case (let status?, nil):
      subject = .status
      pattern = status
    case (nil, let json?):
      var path: [String] = []
      var inner = json
      while !names.isEmpty, path.isEmpty || path.count == 1 && names.contains(path[0]),
        case .object(let object) = inner.form, !object.isClosed, object.entries.count == 1,
        case .name(let name) = object.entries[0].key
      {
        path.append(name)
        inner = object.entries[0].pattern
      }
      subject = .json(path)
      pattern = inner
    default: return nil
    }
    guard pattern.dependsOnlyOnValue else { return nil }
  }

  /// Whether the value is as expected.
  ///
  /// - Parameter value: nil for a missing member.
  package func accepts(_ value: JSONValue?) -> Bool { pattern.acceptsAlone(value) }
}
