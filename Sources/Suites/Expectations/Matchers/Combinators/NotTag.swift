// SPDX-License-Identifier: Apache-2.0
// `!not`: its meaning stands with `Pattern`.

/// `!not p`: exactly the values, or nothing, that `p` does not match.
enum NotTag: PatternTag {
  static let name = "not"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.onePattern(tag, tag.subject).map { .not($0) }
  }
}
