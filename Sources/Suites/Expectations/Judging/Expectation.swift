// SPDX-License-Identifier: Apache-2.0
// A compiled expectation: `expect:`, `should:` or the `while:` of a retry.

internal import HTTP
package import Text

/// What a step expects of its answer. Every part must hold.
package struct Expectation: Sendable, Equatable {
  package let status: Pattern?
  package let headers: [HeaderExpectation]
  package let json: Pattern?
  /// nil where XML is not asked for; empty where any document will do.
  package let xml: [XMLEntry]?
  package let text: Pattern?
  /// Of the status codes of a burst.
  package let statuses: Pattern?
  /// Of the answers of a burst. Each is about those whose status its own `status` accepts.
  package let answers: [Expectation]
  /// One of them must hold; empty where there is no `either`.
  package let either: [Alternative]
  package let position: Position

  package init(
    status: Pattern? = nil, headers: [HeaderExpectation] = [], json: Pattern? = nil,
    xml: [XMLEntry]? = nil, text: Pattern? = nil, statuses: Pattern? = nil,
    answers: [Expectation] = [], either: [Alternative] = [], position: Position
  ) {
    self.status = status
    self.headers = headers
    self.json = json
    self.xml = xml
    self.text = text
    self.statuses = statuses
    self.answers = answers
    self.either = either
    self.position = position
  }
}

/// The pattern for the fields of one name.
package struct HeaderExpectation: Sendable, Equatable {
  package let name: String
  package let pattern: Pattern

  package init(name: String, pattern: Pattern) {
    self.name = name
    self.pattern = pattern
  }

  /// The values that the pattern of a header is asked about.
  static let subject = Subject.items(of: .text("the value of a header"), .fields)

  package static func == (left: HeaderExpectation, right: HeaderExpectation) -> Bool {
    HeaderList.isSame(left.name, right.name) && left.pattern == right.pattern
  }
}

/// One of the answers that an `either` allows.
package struct Alternative: Sendable, Equatable {
  /// Its `as:`, by which reports call it.
  package let name: String
  package let expectation: Expectation
  package let position: Position

  package init(name: String, expectation: Expectation, position: Position) {
    self.name = name
    self.expectation = expectation
    self.position = position
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

  /// Whether some possible answer does not match. An expectation of JSON or XML can always fail on a
  /// response, because its body may be anything.
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
    if answers.contains(where: \.canFailBesideStatus) { return true }
    return !either.isEmpty
      && either.allSatisfy { $0.expectation.canFail(isResponse: isResponse) }
  }

  /// The same for an answer that has the status already.
  private var canFailBesideStatus: Bool { withoutStatus.canFail(isResponse: true) }

  /// What is expected of an answer whose status is known to fit.
  var withoutStatus: Expectation {
    Expectation(
      headers: headers, json: json, xml: xml, text: text, either: either, position: position)
  }
}

extension Expectation {
  /// Whether it asks for the body as text.
  package var readsText: Bool {
    text != nil || either.contains(where: \.expectation.readsText)
  }
}
