// SPDX-License-Identifier: Apache-2.0
// A queue from which the best item comes first.

/// A queue from which the best item comes first.
struct Heap<Item> {
  private var items: [Item] = []
  private let isBetter: (Item, Item) -> Bool

  init(_ isBetter: @escaping (Item, Item) -> Bool) {
    self.isBetter = isBetter
  }
}

extension Heap {
  mutating func insert(_ item: Item) {
    items.append(item)
    var index = items.count - 1
    while index > 0, isBetter(items[index], items[(index - 1) / 2]) {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes the best item out; nil where there is none.
  mutating func removeFirst() -> Item? {
    guard let best = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return best }
    items[0] = last
    var index = 0
    while true {
      var next = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < items.count && isBetter(items[child], items[next]) {
        next = child
      }
      if next == index { return best }
      items.swapAt(index, next)
      index = next
    }
  }
}
