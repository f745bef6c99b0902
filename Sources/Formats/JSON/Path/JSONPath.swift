// SPDX-License-Identifier: Apache-2.0
// A JSONPath query: RFC 9535, with its function extensions.

import Text

/// A query that selects nodes of a JSON value (RFC 9535).
///
///     $.mvpds[?@.id == 'Cablevision'].platformMappingId
///     $..[?match(@.expires, '[0-9]+')]
package struct JSONPath: Sendable, Equatable {
  /// As written.
  package let source: String
  /// What is allowed and surely not meant: a literal of `match` or `search` that is no I-Regexp,
  /// so that the result is always false.
  package let warnings: [JSONPathError]
  private let query: JSONPathQuery

  package init(_ source: String) throws(JSONPathError) {
    var parser = JSONPathParser(source, isTemplate: false)
    query = try parser.wholeQuery()
    warnings = parser.warnings
    self.source = source
  }

  /// A query that was parsed from the source.
  init(_ query: JSONPathQuery, source: String, warnings: [JSONPathError]) {
    self.query = query
    self.source = source
    self.warnings = warnings
  }

  /// The member of the root that a query, or the template of one, goes into first: `mvpds` of
  /// `$.mvpds[0].id`.
  ///
  /// - Returns: nil where it does not name one plainly, after a dot.
  package static func firstName(of source: String) -> String? {
    guard source.hasPrefix("$.") else { return nil }
    let name = source.dropFirst(2).prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    return name.isEmpty ? nil : String(name)
  }

  package static func == (left: JSONPath, right: JSONPath) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }
}

extension JSONPath {
  /// How deep filters, parentheses and functions may be nested.
  package static let depthLimit = 64

  /// Whether the query is made of names and indices only, and so selects one node at most.
  package var isSingular: Bool { query.isSingular }

  /// What each segment goes into: the name, or the index as text, and nil where it can be several.
  /// `isDeep` is whether any depth counts (`..`).
  package var outline: [(isDeep: Bool, name: String?)] {
    query.segments.map { segment in
      let name: String? =
        switch segment.selectors.count == 1 ? segment.selectors[0] : .wildcard {
        case .name(let name): name
        case .index(let index) where index >= 0: String(index)
        case .index, .wildcard, .slice, .filter: nil
        }
      return (segment.isDescendant, name)
    }
  }

  /// The nodes that the query selects, in the order of RFC 9535. A node can be there repeatedly.
  /// Of a name that an object has twice, the first member counts.
  ///
  /// - Throws: `.tooManyNodes` and `.tooMuchWork` beyond the limits, and `.expression` for a
  ///   regular expression of the document that is too large.
  package func nodes(
    in root: JSONValue, limits: JSONPathLimits = .standard
  ) throws(JSONPathError) -> [JSONNode] {
    var evaluator = JSONPathEvaluator(root: root, limits: limits)
    return try evaluator.nodes(of: query, from: JSONNode(root, at: .root))
  }
}

/// How much a query may do.
package struct JSONPathLimits: Sendable, Equatable {
  /// How many nodes a query, or a part of it, may select.
  package let nodes: Int
  /// How many nodes may be looked at in all; long names, texts and expressions count as several.
  package let work: Int

  package init(nodes: Int = 1_000_000, work: Int = 20_000_000) {
    self.nodes = nodes
    self.work = work
  }

  package static let standard = JSONPathLimits()
}
