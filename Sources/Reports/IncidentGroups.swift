// SPDX-License-Identifier: Apache-2.0
// The entries of a run, of which the most telling are shown.

import Expectations
import Record
import Text

/// The entries of a run, the most telling first. Beyond a limit they are only counted, since each
/// holds a scenario, and thousands of them are too many to read.
package struct IncidentGroups: Sendable {
  /// How many entries a report shows.
  static let limit = 1000

  let groups: [IncidentGroup]
  /// How many further entries there are.
  package let leftOutCount: Int
}

extension IncidentGroups: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { groups.count }
  package subscript(index: Int) -> IncidentGroup { groups[index] }
}
