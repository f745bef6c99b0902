// SPDX-License-Identifier: Apache-2.0
// `!all`: its meaning stands with `Pattern`.

/// `!all [..]`: all of these patterns.
enum AllTag: PatternTag {
  static let name = "all"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.manyPatterns(tag, tag.subject).map { .all($0) }
  }
}
