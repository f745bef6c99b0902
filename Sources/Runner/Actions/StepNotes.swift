// SPDX-License-Identifier: Apache-2.0
// The notes of a step, of which the first ones are kept.

import Expectations
import Formats
import Record
import Suites

/// The notes of a step: the first ones, and how many came after them.
struct StepNotes {
  /// How many are kept.
  private static let limit = 20

  private var texts: [String] = []
  private var leftOutCount = 0
  private var conclusion: String?

  mutating func append(_ text: String) {
    if texts.count < Self.limit { texts.append(text) } else { leftOutCount += 1 }
  }

  mutating func append(contentsOf texts: [String]) { for text in texts { append(text) } }

  mutating func add(_ later: StepNotes) {
    append(contentsOf: later.texts)
    leftOutCount += later.leftOutCount
  }

  /// Adds the last note, which is kept in any case.
  mutating func conclude(_ text: String) { conclusion = text }

  /// The notes for the record.
  var all: [String] {
    var all = texts
    if leftOutCount > 0 {
      all.append("and \(leftOutCount) more note\(leftOutCount == 1 ? "" : "s")")
    }
    if let conclusion { all.append(conclusion) }
    return all
  }
}
