// SPDX-License-Identifier: Apache-2.0
// Counts what has the same text, and names some of it.

import Record

/// Names by a text, in the order in which the texts were added. Of the names of a text the first ones
/// are kept; the others are counted.
struct Tally {
  /// How many names are shown for one text.
  private static let limit = 20

  struct Entry {
    let text: String
    /// How many names were added.
    private(set) var count = 0
    /// The first names, each once.
    private(set) var shown: [String] = []
    /// How many different names were added.
    var uniqueCount = 0
    /// The hash values of all names, since the names would take much more memory.
    private var seen: Set<Int> = []

    init(text: String) {
      self.text = text
    }

    mutating func add(_ name: String) {
      count += 1
      guard seen.insert(name.hashValue).inserted else { return }
      uniqueCount += 1
      if shown.count < Tally.limit { shown.append(name) }
    }

    /// `a, b, c and 12 more`.
    var named: String {
      let names = shown.joined(separator: ", ")
      let more = uniqueCount - shown.count
      return more > 0 ? "\(names) and \(Wording.grouped(more)) more" : names
    }
  }

  private var numbers: [String: Int] = [:]
  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ text: String, _ name: String) {
    let number = numbers[text] ?? entries.count
    if number == entries.count {
      numbers[text] = number
      entries.append(Entry(text: text))
    }
    entries[number].add(name)
  }
}
