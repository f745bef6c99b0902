// SPDX-License-Identifier: Apache-2.0
// A matcher where it stands in a suite.

internal import SourceText

/// A matcher where it stands in a suite: its name, its argument, and what it is asked about.
struct Tag {
  /// With `!`.
  let name: String
  let position: Position
  /// nil where there is none, or an empty `{}`.
  let argument: PatternNode?
  /// What the pattern is asked about.
  let subject: Subject

  /// In scalars.
  var length: Int { name.unicodeScalars.count }

  /// Where the argument stands; the tag's own place where there is none.
  var argumentPosition: Position { argument?.position ?? position }
}
