// SPDX-License-Identifier: Apache-2.0
// `!exactly`: its meaning stands with `Pattern`.

/// `!exactly {..}`: an object with these members and no others.
enum ExactlyTag: PatternTag {
  static let name = "exactly"

  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    compilation.closedObject(tag)
  }
}
