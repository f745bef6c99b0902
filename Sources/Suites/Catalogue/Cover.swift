// SPDX-License-Identifier: Apache-2.0
// The requirements that steps name, as `covers:` lists them.

package import Expectations
package import Text

/// A requirement that a step judges: an item of `covers:`.
package struct Cover: Sendable, Hashable {
  /// The id of the requirement.
  package let id: String
  /// Where in the step's answer it shows; nil where the requirement's catalogue says so.
  package let places: [PlacePattern]?

  package init(id: String, places: [PlacePattern]? = nil) {
    self.id = id
    self.places = places
  }
}

extension Cover: ExpressibleByStringLiteral {
  package init(stringLiteral id: String) { self.init(id: id) }
}

/// A requirement that a step names, with its place in the suite.
package struct WrittenCover: Hashable {
  let cover: Cover
  /// The position of its id.
  let position: Position
  let length: Int

  package init(cover: Cover, position: Position, length: Int) {
    (self.cover, self.position, self.length) = (cover, position, length)
  }

  var id: String { cover.id }
}
