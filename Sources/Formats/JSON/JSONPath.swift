// SPDX-License-Identifier: Apache-2.0
// JSONPath queries (RFC 9535), as trees.

package import Text

/// A query that selects nodes of a JSON value (RFC 9535).
///
///     $.mvpds[?@.id == 'Cablevision'].platformMappingId
///     $..[?match(@.expires, '[0-9]+')]
package struct JSONPath: Sendable, Equatable {
  /// As written.
  package let source: String
  /// A part that is allowed and surely not meant: a literal of `match` or `search` that is no I-Regexp,
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

  /// How deep filters, parentheses and functions may be nested.
  package static let depthLimit = 64

  /// Whether the query is made of names and indices only, and so selects one node at most.
  package var isSingular: Bool { query.isSingular }

  /// The member or item that each segment goes into: the name, or the index as text, and nil where it can be several.
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

  /// The names of the members that the last segment selects, where it selects by names alone: `a` and
  /// `b` of `$['a', 'b']`. Else empty.
  package var lastNames: [String] {
    let names = (query.segments.last?.selectors ?? []).map { selector -> String? in
      if case .name(let name) = selector { name } else { nil }
    }
    return names.contains(nil) ? [] : names.compactMap(\.self)
  }

  /// The nodes that the query selects, in the order of RFC 9535. A node can be there repeatedly.
  /// The first member counts where an object has a name twice.
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

/// A query from the root of the document, or from the current node of a filter.
struct JSONPathQuery: Sendable {
  struct Segment: Sendable {
    /// Whether it selects from all descendants, too: `..`.
    let isDescendant: Bool
    let selectors: [Selector]
  }

  enum Selector: Sendable {
    case name(String)
    case wildcard
    /// Negative from the end.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(JSONPathCondition)
  }

  /// `$`; else `@`.
  let isAbsolute: Bool
  let segments: [Segment]

  /// Whether it is made of names and indices only and so selects one node at most.
  var isSingular: Bool {
    segments.allSatisfy { segment in
      guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
      switch segment.selectors[0] {
      case .name, .index: return true
      case .wildcard, .slice, .filter: return false
      }
    }
  }
}

/// A condition of a filter on a node.
indirect enum JSONPathCondition: Sendable {
  case any([JSONPathCondition])
  case all([JSONPathCondition])
  case not(JSONPathCondition)
  /// The query selects something.
  case exists(JSONPathQuery)
  case comparison(JSONPathOperand, JSONPathComparison, JSONPathOperand)
  /// `match`, over the whole of a text, or `search`.
  case matches(JSONPathOperand, JSONPathExpression, somewhere: Bool)
}

enum JSONPathComparison: String, Sendable, CaseIterable {
  // In the order in which they are looked for: the longer of two that begin alike is first.
  case equal = "=="
  case unequal = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
}

/// An operand that gives one value, or nothing.
indirect enum JSONPathOperand: Sendable {
  case literal(JSONValue)
  /// Singular.
  case query(JSONPathQuery)
  case length(JSONPathOperand)
  case count(JSONPathQuery)
  case value(JSONPathQuery)
}

/// The regular expression of `match` and `search`.
enum JSONPathExpression: Sendable {
  case fixed(RegularExpression)
  /// A literal that is no I-Regexp, or no string: the result is false (RFC 9535, 2.4.6).
  case never
  case computed(JSONPathOperand)
}

/// A mistake in a query, or a query that takes more work than it may.
package typealias JSONPathError = LocatedError<JSONPathMistake, ScalarOffset>

/// Why a query is refused, or was given up.
package enum JSONPathMistake: Sendable, Equatable {
  /// No query by RFC 9535: what was found and what should stand there.
  case syntax(String)
  /// A variable where none can stand, or a value that can't stand in its place.
  case variable(String)
  /// The literal of `match` or `search` is no I-Regexp, or too large.
  case expression(ExpressionError)
  /// Filters, parentheses and functions nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The query selects more nodes, at some point, than the limit.
  case tooManyNodes(limit: Int)
  /// The query looks at more nodes than the limit. Its offset is 0.
  case tooMuchWork
}

extension JSONPathMistake: CustomStringConvertible {
  /// The mistake and what to write instead, without the place.
  package var description: String {
    switch self {
    case .syntax(let message), .variable(let message): message
    case .expression(let error): "the regular expression: \(error)"
    case .tooDeep(let limit):
      "filters, parentheses and functions are nested more than \(limit) deep"
    case .tooManyNodes(let limit): "the query selects more than \(limit) nodes"
    case .tooMuchWork: "the query takes too much work on this document"
    }
  }
}
