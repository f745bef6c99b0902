// SPDX-License-Identifier: Apache-2.0
// What a JSONPath query says, as a tree (RFC 9535, section 2).

import Text

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

/// What a filter asks of a node.
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

/// What gives one value, or nothing.
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
