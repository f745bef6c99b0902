// SPDX-License-Identifier: Apache-2.0
// What watchers of a live audit are told, in the order in which it changed.

import Audit
import HTTP
import Synchronization

/// What watchers of a live audit are told. Each thing is kept once, as it is now, and each watcher knows
/// by a position up to where it was told: nothing waits for a watcher, and one that comes anew is told
/// the present.
final class LiveFeed: Sendable {
  /// How many exchanges, and how many calls, are kept; the oldest are left out.
  static let limit = 10_000

  private struct State {
    var items: [LiveItem.Key: (item: LiveItem, position: Int)] = [:]
    /// Each change in their order; one that a later change of the same thing has made old stays until
    /// there are many of them.
    var changes: [(position: Int, key: LiveItem.Key)] = []
    var position = 0
    var totals = LiveTotals()
    /// The number of the oldest entry and call that may be kept.
    var oldest = (entry: 0, call: 0)
    var isEnded = false
    var watchers = 0
    /// Wakes the watchers; another one takes its place each time.
    var news = Cancellation()
  }

  private let state = Mutex(State())
  private let end = Cancellation()
}

/// How much came.
struct LiveTotals: Sendable, Equatable {
  var entries = 0
  var calls = 0
  /// How often a rule was broken.
  var broken = 0
  /// How many answers of the service were wrong.
  var wrong = 0
}

extension LiveFeed {
  /// Tells things, each in the place of what it was before.
  func tell(_ items: [LiveItem]) {
    if items.isEmpty { return }
    wake { state in
      for item in items { Self.tell(item, &state) }
      if state.changes.count > 4 * state.items.count + 1000 {
        state.changes.removeAll { state.items[$0.key]?.position != $0.position }
      }
    }
  }

  private static func tell(_ item: LiveItem, _ state: inout State) {
    let key = item.key
    let old = state.items[key]?.item
    switch item {
    case .entry(let entry):
      if entry.number < state.oldest.entry { return }
      state.totals.entries += old == nil ? 1 : 0
      state.totals.broken += entry.broken.count
      state.totals.wrong += entry.wrong.isEmpty ? 0 : 1
      if case .entry(let old)? = old {
        state.totals.broken -= old.broken.count
        state.totals.wrong -= old.wrong.isEmpty ? 0 : 1
      }
      while state.oldest.entry <= entry.number - limit {
        state.items[.entry(state.oldest.entry)] = nil
        state.oldest.entry += 1
      }
    case .call(let call):
      if call.number < state.oldest.call { return }
      state.totals.calls += old == nil ? 1 : 0
      while state.oldest.call <= call.number - limit {
        state.items[.call(state.oldest.call)] = nil
        state.oldest.call += 1
      }
    case .device, .ways, .end: break
    }
    state.position += 1
    state.items[key] = (item, state.position)
    state.changes.append((state.position, key))
  }

  /// Says that nothing more comes.
  func finish() { wake { $0.isEnded = true } }

  private func wake(_ change: (inout State) -> Void) {
    let old = state.withLock { state in
      change(&state)
      let old = state.news
      state.news = Cancellation()
      return old
    }
    old.cancel()
  }

  /// The thing of a key, as it is now.
  subscript(key: LiveItem.Key) -> LiveItem? { state.withLock { $0.items[key]?.item } }

  /// What a watcher is told next.
  struct Reading {
    /// Those that changed after its position, each as it is now.
    let items: [LiveItem]
    let totals: LiveTotals
    /// The position after them.
    let position: Int
    /// Whether nothing follows.
    let isEnd: Bool
    /// Happens when there is more.
    let news: Cancellation
  }

  /// - Parameter count: The greatest number of items.
  func read(after position: Int, atMost count: Int) -> Reading {
    state.withLock { state in
      var index = state.changes.countOfFirst { $0.position <= position }
      var items: [LiveItem] = []
      var last = position
      while index < state.changes.count, items.count < count {
        let change = state.changes[index]
        if let current = state.items[change.key], current.position == change.position {
          items.append(current.item)
        }
        last = change.position
        index += 1
      }
      return Reading(
        items: items, totals: state.totals, position: last,
        isEnd: state.isEnded && index == state.changes.count, news: state.news)
    }
  }

  /// Counts somebody who is told until `leave()`.
  func enter() { state.withLock { $0.watchers += 1 } }

  func leave() {
    let isLast = state.withLock { state in
      state.watchers -= 1
      return state.isEnded && state.watchers == 0
    }
    if isLast { end.cancel() }
  }

  /// Blocks after `finish()` until all watchers have been told everything, or the deadline.
  func wait(until deadline: Deadline) {
    let isOver = state.withLock { $0.watchers == 0 }
    if !isOver { _ = end.wait(until: deadline) }
  }
}
