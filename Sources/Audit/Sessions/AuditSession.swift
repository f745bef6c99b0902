// SPDX-License-Identifier: Apache-2.0
// The exchanges of one device.

import Formats
import Suites
import Text

/// The exchanges of one device, in the order of time.
struct AuditSession {
  /// The value by which it is told apart.
  let name: String
  /// The indices of its exchanges.
  private(set) var members: [Int]
  /// The ranks of its exchanges, by their kind.
  private(set) var ranks: [Int: [Int]]
  /// Whether nothing of it came before its first exchange.
  let isWhole: Bool
  /// When it was recorded.
  private(set) var span: RecordingSpan
  /// When its calls of the framework were logged; nil without a log.
  let callSpan: RecordingSpan?
}

extension AuditSession {
  /// How long before its first request, and after its last one, an application may ask its framework
  /// while it is still recorded.
  private static let edgeMilliseconds = 30_000

  /// - Parameters:
  ///   - members: In the order of time.
  ///   - isCut: Whether some of its exchanges may be missing.
  ///   - isWhole: Whether nothing of it came before the first of them.
  ///   - recordings: When each recording was made.
  ///   - logs: When each log was made, by its first call.
  init(
    name: String, _ members: [Int], isCut: Bool = false, of exchanges: [IndexedExchange],
    isWhole: Bool, recordings: [ClosedRange<Int>?],
    logs: [EntryReference: ClosedRange<Int>] = [:]
  ) {
    self.name = name
    self.members = members
    var ranks: [Int: [Int]] = [:]
    var files: Set<Int> = []
    var calls: [ClosedRange<Int>] = []
    var askedAt: [Int] = []
    for (rank, member) in members.enumerated() {
      ranks[exchanges[member].kind, default: []].append(rank)
      let entry = exchanges[member].entry
      if exchanges[member].isCall {
        if let log = logs[entry] { calls.append(log) }
        askedAt.append(exchanges[member].time)
      } else {
        files.insert(entry.recording)
      }
    }
    self.ranks = ranks
    self.isWhole = isWhole
    callSpan = calls.isEmpty ? nil : RecordingSpan(calls)
    span = RecordingSpan(
      isCut
        ? []
        : files.sorted().compactMap { recordings[$0] }.map { recording in
          // A recording has no entry for what is asked before the first request, or after the last.
          let before = (recording.lowerBound - Self.edgeMilliseconds)...recording.lowerBound
          let after = recording.upperBound...(recording.upperBound + Self.edgeMilliseconds)
          let begin = calls.map(\.lowerBound).filter(before.contains).min()
          let end = askedAt.filter(after.contains).max()
          return (begin ?? recording.lowerBound)...(end ?? recording.upperBound)
        })
  }
}

extension AuditSession {
  /// Adds exchanges that came later, none of them a call of the framework.
  ///
  /// - Parameters:
  ///   - all: The indices of all its exchanges, those that it has first.
  ///   - recording: When the recording was made, which is its only one.
  mutating func extend(
    to all: [Int], of exchanges: [IndexedExchange], recording: ClosedRange<Int>?
  ) {
    for rank in members.count..<all.count {
      ranks[exchanges[all[rank]].kind, default: []].append(rank)
    }
    members = all
    if !span.intervals.isEmpty { span = RecordingSpan([recording].compactMap(\.self)) }
  }

  /// Whether all exchanges that a pattern may mean were recorded from one time to another.
  func covers(_ start: Int, _ end: Int, _ pattern: ExchangePattern) -> Bool {
    if pattern.readsCalls, !(callSpan?.covers(start, end) ?? false) { return false }
    return !pattern.readsRequests || span.covers(start, end)
  }

  /// Whether all that a pattern may mean was recorded that came before a time.
  ///
  /// - Parameter first: The time of the first exchange.
  func coversAll(before time: Int, from first: Int, _ pattern: ExchangePattern) -> Bool {
    // A log begins with the application, and one that begins later may lack what came before.
    if pattern.readsCalls, !(callSpan?.covers(first, time) ?? false) { return false }
    return !pattern.readsRequests || isWhole && span.covers(first, time)
  }
}

extension ExchangeVocabulary {
  /// Whether nothing came before these exchanges, which are in the order of time.
  func begins(_ members: [Int], _ exchanges: [IndexedExchange]) -> Bool {
    members.first { !exchanges[$0].isCall }.map {
      beginnings.contains(exchanges[$0].kind) && !exchanges[$0].isDeliberate
    } ?? false
  }
}
