// SPDX-License-Identifier: Apache-2.0
// `!one-of`: its meaning stands with `Pattern`.

/// `!one-of [..]`: any of these patterns.
enum OneOfTag: PatternTag {
  static let name = "one-of"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.manyPatterns(tag, tag.subject).map { .oneOf($0) }
  }
}
