// SPDX-License-Identifier: Apache-2.0
// The matchers that look at the kind of a value only: `!any`, `!boolean`, `!object`, `!array`.

internal import Formats

/// A matcher without argument that accepts every value of some kinds.
protocol KindMatcher: Matcher {
  static var kinds: Kinds { get }
  init()
}

extension KindMatcher {
  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.noArgument(tag).map { Self() }
  }

  var mayAccept: Kinds { Self.kinds }
  var alwaysAccepts: Kinds { Self.kinds }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    Self.kinds.contains(Kinds(of: value))
  }
}

/// `!any`: every value that is there, null too.
struct AnyValueMatcher: KindMatcher {
  static let name = "any"
  static let kinds = Kinds.values
}

/// `!boolean`.
struct BooleanMatcher: KindMatcher {
  static let name = "boolean"
  static let kinds = Kinds.boolean
}

/// `!object`.
struct ObjectMatcher: KindMatcher {
  static let name = "object"
  static let kinds = Kinds.object
}

/// `!array`.
struct ArrayMatcher: KindMatcher {
  static let name = "array"
  static let kinds = Kinds.array
}
