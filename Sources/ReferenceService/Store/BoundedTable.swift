// SPDX-License-Identifier: Apache-2.0
// A table that drops its oldest entries.

/// Values by key, up to a capacity. Beyond it, each new key removes the key that was set first.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  let capacity: Int
  private var entries: [Key: (serial: Int, value: Value)] = [:]
  /// The keys in the order in which they were first set; some may have been removed since.
  private var order: [(serial: Int, key: Key)] = []
  private var head = 0
  private var nextSerial = 0

  /// - Parameter capacity: At least 1.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { entries.count }

  subscript(key: Key) -> Value? {
    get { entries[key]?.value }
    set {
      guard let newValue else {
        entries[key] = nil
        return
      }
      update(key, default: newValue) { $0 = newValue }
    }
  }

  /// The entry that was set last of those whose key fits.
  func last(where fits: (Key, Value) -> Bool) -> (key: Key, value: Value)? {
    entries.filter { fits($0.key, $0.value.value) }.max { $0.value.serial < $1.value.serial }
      .map { ($0.key, $0.value.value) }
  }

  /// The keys that fit, in the order in which they were set.
  func keys(where fits: (Key) -> Bool) -> [Key] {
    entries.filter { fits($0.key) }.sorted { $0.value.serial < $1.value.serial }.map(\.key)
  }

  /// Changes a value in place.
  ///
  /// - Parameter initial: The value of a new key.
  mutating func update<Result>(
    _ key: Key, default initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    if entries[key] == nil {
      entries[key] = (nextSerial, initial())
      order.append((nextSerial, key))
      nextSerial += 1
      if entries.count > capacity { forgetOldest(but: nextSerial - 1) }
      if order.count - head > 2 * capacity + 16 { compact() }
    }
    var entry = entries[key] ?? (nextSerial, initial())
    let result = change(&entry.value)
    entries[key] = entry
    return result
  }

  private mutating func forgetOldest(but newest: Int) {
    while head < order.count, order[head].serial != newest {
      let (serial, key) = order[head]
      head += 1
      if entries[key]?.serial == serial {
        entries[key] = nil
        break
      }
    }
    if head > capacity { compact() }
  }

  private mutating func compact() {
    order = order[head...].filter { entries[$0.key]?.serial == $0.serial }
    head = 0
  }
}
