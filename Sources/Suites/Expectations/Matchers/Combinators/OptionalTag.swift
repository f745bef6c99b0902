// SPDX-License-Identifier: Apache-2.0
// `!optional`: its meaning stands with `Pattern`.

/// `!optional p`: nothing, or `p`.
enum OptionalTag: PatternTag {
  static let name = "optional"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.onePattern(tag, tag.subject).map { .optional($0) }
  }
}
