// SPDX-License-Identifier: Apache-2.0
// `!uuid`.

internal import Text

/// `!uuid`: 8-4-4-4-12 hexadecimal digits.
struct UUIDMatcher: TextMatcher {
  static let name = "uuid"

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.noArgument(tag).map { Self() }
  }

  func accepts(_ text: String, in scope: Scope) -> Bool { UUIDText.isUUID(text) }
}
