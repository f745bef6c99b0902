// SPDX-License-Identifier: Apache-2.0
// Tests of what watchers of a live audit are told.

import Audit
import Formats
import HTTP
import Redaction
import TestSupport
import Testing
import Text

@testable import Command

struct LiveFeedTests {
  private static func entry(_ number: Int, path: String = "/a", steps: [String] = []) -> LiveItem {
    let exchange = RecordedExchange(
      entry: EntryReference(recording: 0, index: number),
      startedAt: Timestamp(milliseconds: number), duration: .zero,
      request: RecordedExchange.Request(
        method: "GET", url: "http://localhost\(path)?code=1", headers: HeaderList(), body: .none),
      response: nil)
    var entry = LiveEntry(exchange, number, calls: [], KnownSecrets().mask)
    entry.steps = steps
    return .entry(entry)
  }

  /// The numbers of the entries that a watcher is told.
  private static func told(_ reading: LiveFeed.Reading) -> [Int] {
    reading.items.compactMap { if case .entry(let entry) = $0 { entry.number } else { nil } }
  }

  @Test func `is told to each watcher from where it is`() {
    let feed = LiveFeed()
    feed.tell([Self.entry(0), Self.entry(1)])
    let first = feed.read(after: 0, atMost: 1)
    #expect(Self.told(first) == [0])
    let second = feed.read(after: first.position, atMost: 9)
    #expect(Self.told(second) == [1])
    #expect(!second.isEnd && !second.news.isCancelled)
    feed.tell([Self.entry(2)])
    #expect(second.news.isCancelled)
    #expect(Self.told(feed.read(after: second.position, atMost: 9)) == [2])
    #expect(Self.told(feed.read(after: 0, atMost: 9)) == [0, 1, 2])
    feed.finish()
    #expect(feed.read(after: 0, atMost: 9).isEnd)
    #expect(!feed.read(after: 0, atMost: 1).isEnd)
  }

  @Test func `has what changed once, as it is now`() {
    let feed = LiveFeed()
    feed.tell([Self.entry(0), Self.entry(1)])
    let position = feed.read(after: 0, atMost: 9).position
    feed.tell([Self.entry(0, steps: ["A1"])])
    #expect(feed.read(after: position, atMost: 9).items == [Self.entry(0, steps: ["A1"])])
    #expect(Self.told(feed.read(after: 0, atMost: 9)) == [1, 0])
    #expect(feed.read(after: 0, atMost: 9).totals == LiveTotals(entries: 2, calls: 0, broken: 0))
  }

  @Test func `keeps the latest, however often they change`() {
    let feed = LiveFeed()
    let count = LiveFeed.limit + 5
    for _ in 0..<3 { feed.tell((0..<count).map { Self.entry($0) }) }
    let reading = feed.read(after: 0, atMost: .max)
    #expect(Self.told(reading) == Array(5..<count))
    #expect(reading.totals.entries == count)
    #expect(feed[.entry(4)] == nil && feed[.entry(5)] != nil)
  }

  @Test func `waits at its end for who listens, and no longer`() {
    let feed = LiveFeed()
    feed.wait(until: Deadline(after: .seconds(60)))
    feed.enter()
    feed.finish()
    feed.leave()
    feed.wait(until: Deadline(after: .seconds(60)))
  }

  @Test func `masks what is known by then`() {
    var secrets = KnownSecrets()
    secrets.add("orchard", named: "id")
    let item = Self.entry(0, path: "/of/orchard")
    guard case .entry(let before) = item, case .entry(let after) = item.masked(by: secrets.mask)
    else { return }
    #expect(before.path == "/of/orchard")
    #expect(after.path == "/of/‹id›")
  }
}
