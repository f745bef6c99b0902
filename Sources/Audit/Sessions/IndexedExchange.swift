// SPDX-License-Identifier: Apache-2.0
// An exchange with what was found out while it was read.

import Formats

/// An exchange of the service: where it is, and what was found out while it was read.
package struct IndexedExchange: Sendable {
  package let entry: EntryReference
  /// The number of the origin.
  let origin: Int
  /// When the request was sent, in milliseconds since 1970.
  let time: Int
  /// When the answer was complete; nil where that is not known.
  let end: Int?
  package let kind: Int
  package let isDeliberate: Bool
  /// Whether it is a call of the partner framework, from a log.
  var isCall = false
  /// By the index of its name, the number of each value.
  package internal(set) var values: [ValueNumber]
  /// Whether it matches the patterns of its kind that depend on nothing else.
  var marks: [Mark]

  /// Whether it comes first; exchanges of the same time stand in the order of the entries.
  func isBefore(_ other: IndexedExchange) -> Bool {
    (time, entry.recording, entry.index) < (other.time, other.entry.recording, other.entry.index)
  }
}

/// Whether an exchange matches a pattern.
enum Mark: Sendable {
  case yes
  case no
  case unknown
}
