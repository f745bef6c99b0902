// SPDX-License-Identifier: Apache-2.0
// A JSON text that was read: its value, its repeated names, and the limits on it.

package import Text

/// The value of a JSON text, and its repeated names.
package struct JSONDocument: Sendable {
  package let root: JSONValue
  /// Members whose name their object has before, in the order of the text. RFC 8259 allows them
  /// and leaves open what they mean. At most `JSONLimits.duplicates` are listed.
  package let duplicates: [JSONDuplicate]
}

/// A member whose name its object has before.
package struct JSONDuplicate: Sendable, Equatable {
  package let name: String
  /// Where the object is.
  package let pointer: JSONPointer
  /// Where the repeated name begins in the text.
  package let offset: ByteOffset
  /// Where the first member of this name begins.
  package let firstOffset: ByteOffset
}

/// How large a JSON text may be.
package struct JSONLimits: Sendable, Equatable {
  /// How many arrays and objects may stand in each other.
  package let depth: Int
  /// How many repeated names are listed; further ones are not.
  package let duplicates: Int
  /// How many values there may be, those within others counted, too.
  package let values: Int

  package init(depth: Int = 512, duplicates: Int = 100, values: Int = .max) {
    self.depth = depth
    self.duplicates = duplicates
    self.values = values
  }

  package static let standard = JSONLimits()
  /// For what comes from outside: a body of ten million small values takes a hundred times its
  /// size in memory. The largest answer that a service gives has some thousands.
  package static let answer = JSONLimits(values: 200_000)
}
