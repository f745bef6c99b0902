// SPDX-License-Identifier: Apache-2.0
// A matcher where it stands in a suite.

import Text

/// A matcher where it stands in a suite: its name, its argument, and what it is asked about.
struct TagUse {
  let tag: ValueTemplate.Tag
  /// nil without an argument, or for an empty `{}`.
  let argument: ValueTemplate?
  /// The value that the matcher is asked about.
  let subject: Subject

  /// With `!`.
  var name: String { "!\(tag.name)" }

  /// Whether the argument is a variable whose value is not known yet.
  var isUnknown: Bool { argument?.isUnknown ?? false }

  /// The position of the argument; without one, that of the tag.
  var argumentPosition: Position { argument?.position ?? tag.position }
}

extension ValueTemplate.Tag {
  /// In scalars, with `!`.
  var length: Int { name.unicodeScalars.count + 1 }
}
