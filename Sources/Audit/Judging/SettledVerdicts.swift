// SPDX-License-Identifier: Apache-2.0
// Verdicts on occasions that no later exchange can change.

import Formats

/// The verdicts on the occasions of a vocabulary that no later exchange can change, so that they need not
/// be found again at the end. They hold as long as the exchanges of the session before the last one
/// stay the same.
struct SettledVerdicts: Sendable {
  /// What is known of an exchange and a rule.
  enum Known {
    case noOccasion
    case verdict(OccasionVerdict)
  }

  private enum Code {
    static let unknown = UInt8(0)
    static let noOccasion = UInt8(1)
    static let met = UInt8(2)
    static let broken = UInt8(3)
    /// From here on the number of a reason.
    static let firstReason = UInt8(4)
  }

  private struct Key: Hashable {
    let entry: Int
    let slot: Int
  }

  /// By the number of the entry, a code for each rule of its kind.
  private var codes: [[UInt8]] = []
  private var reasons: [UnjudgedReason] = []
  private var broken: [Key: (findings: [OccasionFinding], others: [EntryReference])] = [:]

  /// The greatest number of broken occasions that are kept; further ones are judged again.
  private static let brokenLimit = 50_000
}

extension SettledVerdicts {
  /// - Parameters:
  ///   - entry: The number of the exchange in the one recording.
  ///   - slot: The place of the rule among those of the exchange's kind.
  ///   - index: The index of an exchange, by its entry.
  /// - Returns: nil where nothing is settled.
  func known(entry: Int, slot: Int, _ index: (EntryReference) -> Int?) -> Known? {
    guard entry < codes.count, slot < codes[entry].count else { return nil }
    switch codes[entry][slot] {
    case Code.unknown: return nil
    case Code.noOccasion: return .noOccasion
    case Code.met: return .verdict(.met)
    case Code.broken:
      guard let known = broken[Key(entry: entry, slot: slot)] else { return nil }
      return .verdict(.broken(known.findings, others: known.others.compactMap(index)))
    case let code: return .verdict(.notJudged(reasons[Int(code - Code.firstReason)]))
    }
  }

  /// Whether something is settled.
  func isKnown(entry: Int, slot: Int) -> Bool {
    entry < codes.count && slot < codes[entry].count && codes[entry][slot] != Code.unknown
  }

  /// - Parameters:
  ///   - count: The number of rules of the exchange's kind.
  ///   - verdict: nil where the exchange is no occasion.
  ///   - entryOf: The entry of an exchange, by its index.
  mutating func settle(
    entry: Int, slot: Int, of count: Int, _ verdict: OccasionVerdict?,
    _ entryOf: (Int) -> EntryReference
  ) {
    let code: UInt8
    switch verdict {
    case nil: code = Code.noOccasion
    case .met?: code = Code.met
    case .broken(let findings, let others)?:
      guard broken.count < Self.brokenLimit else { return }
      broken[Key(entry: entry, slot: slot)] = (findings, others.map(entryOf))
      code = Code.broken
    case .notJudged(let reason)?:
      guard let number = number(of: reason) else { return }
      code = number
    }
    while codes.count <= entry { codes.append([]) }
    if codes[entry].isEmpty { codes[entry] = Array(repeating: Code.unknown, count: count) }
    codes[entry][slot] = code
  }

  private mutating func number(of reason: UnjudgedReason) -> UInt8? {
    let place = reasons.firstIndex(of: reason) ?? reasons.count
    guard place < Int(UInt8.max - Code.firstReason) else { return nil }
    if place == reasons.count { reasons.append(reason) }
    return Code.firstReason + UInt8(place)
  }

  /// Forgets all verdicts on an exchange.
  mutating func forget(entry: Int) {
    guard entry < codes.count else { return }
    for slot in codes[entry].indices where codes[entry][slot] == Code.broken {
      broken[Key(entry: entry, slot: slot)] = nil
    }
    codes[entry] = []
  }
}
