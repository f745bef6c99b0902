// SPDX-License-Identifier: Apache-2.0
// An expectation as a suite has it, and its compilation.

internal import HTTPMessages
package import SourceText

/// An expectation as written, variables already replaced, before it is compiled.
package struct ExpectationNode: Sendable, Equatable {
  package var status: PatternNode?
  /// Keys are `PatternKey.name`.
  package var headers: [PatternEntry] = []
  package var json: PatternNode?
  /// Keys are paths, as `PatternKey.name` or `.path`; nil where there is no `xml:`.
  package var xml: [PatternEntry]?
  package var text: PatternNode?
  package var statuses: PatternNode?
  package var either: [AlternativeNode] = []
  package var position: Position

  package init(at position: Position) {
    self.position = position
  }
}

/// An item of `either` as written.
package struct AlternativeNode: Sendable, Equatable {
  /// Its `as:`.
  package let name: String
  /// Of the `as:`.
  package let position: Position
  package let expectation: ExpectationNode

  package init(name: String, at position: Position, _ expectation: ExpectationNode) {
    self.name = name
    self.position = position
    self.expectation = expectation
  }
}

extension ExpectationNode {
  /// Compiles all its patterns.
  ///
  /// - Throws: All mistakes, each with its place.
  package func compiled() throws(PatternErrors) -> Expectation {
    var compilation = PatternCompilation()
    let expectation = compilation.expectation(self)
    return try compilation.result(expectation)
  }
}

extension PatternCompilation {
  /// - Returns: nil after a mistake.
  mutating func expectation(_ node: ExpectationNode, depth: Int = 1) -> Expectation? {
    guard depth <= PatternCompiler.depthLimit else {
      fail(
        "'either' is nested more than \(PatternCompiler.depthLimit) deep", at: node.position)
      return nil
    }
    let before = errors.count
    let expectation = Expectation(
      status: node.status.flatMap { pattern($0, .status) },
      headers: headers(node.headers),
      json: node.json.flatMap { pattern($0, .root) },
      xml: node.xml.flatMap { paths($0) },
      text: node.text.flatMap { pattern($0, .text("the body as text")) },
      statuses: node.statuses.flatMap { pattern($0, .statuses) },
      either: alternatives(node.either, depth: depth),
      position: node.position)
    return errors.count == before ? expectation : nil
  }

  private mutating func headers(_ entries: [PatternEntry]) -> [HeaderExpectation] {
    var headers: [HeaderExpectation] = []
    for entry in entries {
      let name = entry.key.source
      guard Octets.isToken(name) else {
        fail(
          "'\(name)' is no name of a header", at: entry.keyPosition,
          length: name.unicodeScalars.count)
        continue
      }
      if let first = headers.first(where: { HeaderList.isSame($0.name, name) }) {
        fail(
          "the header '\(name)' is here already as '\(first.name)': names are without case",
          at: entry.keyPosition, length: name.unicodeScalars.count)
        continue
      }
      let subject = Subject.items(of: .text("the value of a header"), .fields)
      if let pattern = pattern(entry.value, subject) {
        headers.append(HeaderExpectation(name: name, pattern: pattern))
      }
    }
    return headers
  }

  private mutating func alternatives(_ nodes: [AlternativeNode], depth: Int) -> [Alternative] {
    var alternatives: [Alternative] = []
    var names: [String: Position] = [:]
    for node in nodes {
      if let first = names[node.name] {
        fail(
          "an alternative is called '\(node.name)' already, at \(first)", at: node.position,
          length: node.name.unicodeScalars.count)
      }
      names[node.name] = names[node.name] ?? node.position
      if let expectation = expectation(node.expectation, depth: depth + 1) {
        alternatives.append(
          Alternative(name: node.name, expectation: expectation, position: node.position))
      }
    }
    return alternatives
  }

}
