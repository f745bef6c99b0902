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
  let members: [Int]
  /// The ranks of its exchanges, by their kind.
  let ranks: [Int: [Int]]
  /// Whether nothing of it came before its first exchange.
  let isWhole: Bool
  /// When it was recorded.
  let span: RecordingSpan
}

extension AuditSession {
  /// - Parameters:
  ///   - members: In the order of time.
  ///   - isCut: Whether some of its exchanges may be missing.
  ///   - isWhole: Whether nothing of it came before the first of them.
  ///   - recordings: When each recording was made.
  init(
    name: String, _ members: [Int], isCut: Bool = false, of exchanges: [IndexedExchange],
    isWhole: Bool, recordings: [ClosedRange<Int>?]
  ) {
    self.name = name
    self.members = members
    var ranks: [Int: [Int]] = [:]
    var files: Set<Int> = []
    for (rank, member) in members.enumerated() {
      ranks[exchanges[member].kind, default: []].append(rank)
      files.insert(exchanges[member].entry.recording)
    }
    self.ranks = ranks
    self.isWhole = isWhole
    span = RecordingSpan(isCut ? [] : files.sorted().compactMap { recordings[$0] })
  }
}

extension ExchangeVocabulary {
  /// Whether nothing came before these exchanges, which are in the order of time.
  func begins(_ members: [Int], _ exchanges: [IndexedExchange]) -> Bool {
    members.first.map { beginnings.contains(exchanges[$0].kind) && !exchanges[$0].isDeliberate }
      ?? false
  }
}
