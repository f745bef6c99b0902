// SPDX-License-Identifier: Apache-2.0
// A pattern as a suite has it, before it is compiled: what the loader hands over.

package import JSON
package import RegularExpressions
package import SourceText
package import XML

/// A pattern as written in a suite, variables already replaced, before it is compiled.
package indirect enum PatternNode: Sendable, Equatable {
  /// A scalar: the value that the core schema gives it, and its text without quotes. A plain one
  /// under a string matcher is that text.
  case scalar(JSONValue, written: String, isPlain: Bool, at: Position)
  case list([PatternNode], at: Position)
  case map([PatternEntry], at: Position)
  /// The name of a matcher without `!`, and its argument; nil where it has none or an empty `{}`.
  case tagged(String, PatternNode?, at: Position)
  /// What a variable gave: equal as a whole, a map too.
  case value(JSONValue, at: Position)
  /// A variable whose value is not known yet: fits everywhere, can't be judged.
  case unknown(at: Position)
  /// Compiled before, because nothing in it depends on a variable.
  case compiled(Pattern)
  /// The argument of `!matches` with variables bound in it as literals.
  case expression(RegularExpression, source: String, at: Position)
}

/// A member of a map pattern.
package struct PatternEntry: Sendable, Equatable {
  package let key: PatternKey
  package let keyPosition: Position
  package let value: PatternNode

  package init(_ key: PatternKey, at keyPosition: Position, _ value: PatternNode) {
    self.key = key
    self.keyPosition = keyPosition
    self.value = value
  }
}

/// What the key of a map pattern stands for.
package enum PatternKey: Sendable, Equatable {
  /// The name of a member, a header or a part of a URL; under `xml:` and `!xml` the text of a
  /// path.
  case name(String)
  /// A query over the whole document, with its variables bound.
  case query(JSONPath, source: String)
  /// A path under `xml:` or `!xml`, with its variables bound.
  case path(XMLPath, source: String)

  /// As the suite has it.
  package var source: String {
    switch self {
    case .name(let name): name
    case .query(_, let source), .path(_, let source): source
    }
  }

  /// Two keys are the same if they are written the same.
  package static func == (left: PatternKey, right: PatternKey) -> Bool {
    switch (left, right) {
    case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
    case (.query(_, let left), .query(_, let right)), (.path(_, let left), .path(_, let right)):
      left == right
    default: false
    }
  }
}

extension PatternNode {
  /// Where it stands in the suite.
  package var position: Position {
    switch self {
    case .scalar(_, _, _, let position), .list(_, let position), .map(_, let position),
      .tagged(_, _, let position), .value(_, let position), .unknown(let position),
      .expression(_, _, let position):
      position
    case .compiled(let pattern): pattern.position
    }
  }
}
