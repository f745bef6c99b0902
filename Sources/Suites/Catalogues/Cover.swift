// SPDX-License-Identifier: Apache-2.0
// A requirement that a step covers.

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
