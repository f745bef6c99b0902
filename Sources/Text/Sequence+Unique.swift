// SPDX-License-Identifier: Apache-2.0
// Takes each element of a sequence once.

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order in which they come first.
  package var unique: [Element] { unique { $0 } }
}

extension Sequence {
  /// The first element of each key, in their order.
  package func unique<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}
