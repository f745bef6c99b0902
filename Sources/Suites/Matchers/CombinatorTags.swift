// SPDX-License-Identifier: Apache-2.0
// `!absent`, `!all`, `!exactly`, `!not`, `!one-of`, `!optional`, which are patterns.

/// `!absent`: nothing is there.
enum AbsentTag: PatternTag {
  static let name = "absent"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.noArgument(tag).map { .absent }
  }
}

/// `!all [..]`: all of these patterns.
enum AllTag: PatternTag {
  static let name = "all"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.manyPatterns(tag, tag.subject).map { .all($0) }
  }
}

/// `!exactly {..}`: an object with these members and no others.
enum ExactlyTag: PatternTag {
  static let name = "exactly"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.closedObject(tag)
  }
}

/// `!not p`: exactly the values, or nothing, that `p` does not match.
enum NotTag: PatternTag {
  static let name = "not"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.onePattern(tag, tag.subject).map { .not($0) }
  }
}

/// `!one-of [..]`: any of these patterns.
enum OneOfTag: PatternTag {
  static let name = "one-of"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.manyPatterns(tag, tag.subject).map { .oneOf($0) }
  }
}

/// `!optional p`: nothing, or `p`.
enum OptionalTag: PatternTag {
  static let name = "optional"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.onePattern(tag, tag.subject).map { .optional($0) }
  }
}
