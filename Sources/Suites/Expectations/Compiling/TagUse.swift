// SPDX-License-Identifier: Apache-2.0
// A matcher where it stands in a suite.

internal import Text

/// A matcher where it stands in a suite: its name, its argument, and what it is asked about.
struct TagUse {
  private let tag: ValueTemplate.Tag
  /// nil where there is none, or an empty `{}`.
  let argument: TemplateNode?
  /// The value that the matcher is asked about.
  let subject: Subject

  init(_ tag: ValueTemplate.Tag, _ argument: TemplateNode?, _ subject: Subject) {
    self.tag = tag
    self.argument = argument
    self.subject = subject
  }
}

extension TagUse {
  /// With `!`.
  var name: String { "!\(tag.name)" }

  /// Where its `!` stands.
  var position: Position { tag.position }

  /// In scalars.
  var length: Int { tag.length }

  /// Where the argument stands; the tag's own place where there is none.
  var argumentPosition: Position { argument?.position ?? position }
}

extension ValueTemplate.Tag {
  /// In scalars, with `!`.
  var length: Int { name.unicodeScalars.count + 1 }
}
