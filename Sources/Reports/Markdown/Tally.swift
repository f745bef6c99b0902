// SPDX-License-Identifier: Apache-2.0
// Counts what has the same text.

import Record
import Suites
import Text

/// Counts by a text, in the order in which the texts were added, each with its first example.
struct Tally {
  private var numbers: [String: Int] = [:]
  private(set) var entries: [(text: String, example: String, count: Int)] = []

  mutating func add(_ text: String, _ example: String = "") {
    let number = numbers[text] ?? entries.count
    if number == entries.count {
      numbers[text] = number
      entries.append((text, example, 0))
    }
    entries[number].count += 1
  }
}
