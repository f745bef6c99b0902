// SPDX-License-Identifier: Apache-2.0
// `!absent`: its meaning stands with `Pattern`.

/// `!absent`: nothing is there.
enum AbsentTag: PatternTag {
  static let name = "absent"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.noArgument(tag).map { .absent }
  }
}
